import FoundationEssentials
import Glibc
import SupplierGoKit

/// Copies of avatars in the user's directory (`fetch --to`): separate files, never links.
///
/// A list in the directory says which supplier of which catalog each file was written for, so that another run brings
/// only what is missing. A file that the list does not have for the same supplier is never overwritten, nor is a link
/// followed.
final class AvatarCopies {
    /// The name of the list.
    static let listName = "suppliergo-avatars.ndjson"

    /// The most bytes of a file's name.
    private static let nameByteLimit = 200

    /// The reason for which an avatar was not copied.
    struct Refusal: Error {
        let sentence: String

        static func othersFile(_ name: String) -> Self {
            Self(sentence: "the file '\(name)' exists and was not written for this supplier")
        }
    }

    /// The supplier that a file was written for, and a digest of the catalog's name: empty for standard input, `nil` in
    /// a list that was written before there were any.
    private struct Owner: Equatable {
        let id: Supplier.ID
        let catalog: String?
    }

    private let directory: String
    private let catalog: String

    /// The names of the files, with fields of suppliers in braces, in the form that the places of a ``CatalogShape``
    /// have: `{id}-{fullname|lower}`. Any other name is a path in ``Supplier/otherFields``.
    private let template: FieldTemplate

    /// The owner of each file. File systems tell names by their bytes, and texts are equal in any normal form.
    private var owners: [[UInt8]: Owner] = [:]

    /// The files that this run has written, or found as they are. Several records may have one id.
    private var copied: Set<[UInt8]> = []

    /// True if a full disk has cut the list's last line short.
    private var isListCut = false

    /// The number of avatars that are in the directory.
    private var count = 0
    private var failedCount = 0
    private let console: Console

    /// Opens a directory, created if needed, for the avatars of a session's catalog.
    ///
    /// - Throws: ``FileError`` if it cannot be used.
    init(in directory: String, named template: FieldTemplate, for session: Session) throws {
        (self.directory, self.template, console) = (directory, template, session.console)
        catalog = EditStore.name(of: session.loader.location).map(SHA256.digits) ?? ""
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw Failure(
                .inputOutput, "the directory '\(directory)' of '\(Options.copyDirectory.spelling)' cannot be created")
        }
        try readList()
    }

    /// Reads the list, to which other processes may add.
    private func readList() throws {
        let list = try FileDescriptor(ifPresent: directory + "/" + Self.listName, FileDescriptor.regularFileFlags)
        let lines = try list.map { try $0.readAll($0.status().byteCount) } ?? []
        isListCut = !lines.isEmpty && lines.last != UInt8(ascii: "\n")
        for line in lines.split(separator: UInt8(ascii: "\n")) {
            // Without a name, a full disk has cut the line short: its file was not written.
            guard let entry = JSONDocument(Array(line))?.root, let name = entry["file"]?.string else { continue }
            let id = (entry["id"]?.string).flatMap { Supplier.ID($0) }
            owners[Array(name.utf8)] = id.map { Owner(id: $0, catalog: entry["catalog"]?.string) }
        }
    }

    /// Copies the avatars that were loaded, and names those that could not be copied; blocks.
    ///
    /// - Throws: ``FileError`` if the directory cannot be written.
    func copy(_ outcomes: [AvatarOutcome]) throws {
        for outcome in outcomes {
            guard case .loaded(let avatar) = outcome.result else { continue }
            do {
                try copy(avatar, for: outcome.supplier)
            } catch let refusal as Refusal {
                failedCount += 1
                guard failedCount <= AvatarReport.limit || console.verbosity == .verbose else { continue }
                let name = AvatarReport.name(of: outcome.supplier)
                console.warn("the avatar of \(name) is not copied: \(refusal.sentence)")
            }
        }
    }

    /// Says how many avatars are in the directory.
    ///
    /// - Returns: true if all that were fetched are.
    func finish() -> Bool {
        let failed = failedCount > 0 ? ", \(Count.formatted(failedCount)) not copied" : ""
        console.inform("\(Count.formatted(count, "avatar")) in '\(directory)'\(failed)")
        return failedCount == 0
    }

    /// Copies an avatar for a supplier, unless it is there already.
    private func copy(_ avatar: AvatarOutcome.Loaded, for supplier: Supplier) throws {
        let source = try avatar.file.flatMap { try FileDescriptor(ifPresent: $0, FileDescriptor.regularFileFlags) }
        guard let bytes = try source.map({ try $0.readAll($0.status().byteCount) }) ?? avatar.bytes else {
            throw Refusal(sentence: "its file is no longer in the cache ('\(Options.cacheByteLimit.spelling)')")
        }
        let text = template.text(isURL: false) { Self.value(at: $0, of: supplier) } ?? ""
        // As in a map's templates.
        let collapsed = text.split(separator: " ").joined(separator: " ")
        guard let name = Self.name(collapsed, extension: ImageHeader.kind(of: bytes.span)?.fileExtension ?? "") else {
            throw Refusal(sentence: "its name would be empty")
        }
        let (path, key) = (directory + "/" + name, Array(name.utf8))
        let there = try FileSystem.linkStatus(of: path)
        if there != nil, owners[key] == nil { try readList() }
        let owner = owners[key]
        if there != nil, let owner, owner.id != supplier.id {
            throw Refusal(sentence: "the file '\(name)' belongs to the supplier '\(owner.id)'")
        }
        guard there == nil || there?.kind == .regular && owner != nil else { throw Refusal.othersFile(name) }
        if try there == nil || !Self.isFile(at: path, of: bytes) {
            guard there == nil || [nil, catalog].contains(owner?.catalog) else {
                throw Refusal(sentence: "the file '\(name)' belongs to the supplier of that id in another catalog")
            }
            guard there == nil || !copied.contains(key) else {
                throw Refusal(sentence: "the file '\(name)' belongs to another record with the id '\(supplier.id)'")
            }
            let owner = Owner(id: supplier.id, catalog: catalog)
            try write(bytes, of: source, to: name, for: owner, replacing: there != nil)
        }
        copied.insert(key)
        count += 1
    }

    /// Writes a file, from the avatar's own if there is one.
    private func write(
        _ bytes: [UInt8], of source: FileDescriptor?, to name: String, for owner: Owner, replacing isThere: Bool
    ) throws {
        let path = directory + "/" + name
        let copy = try AtomicFile(at: path, permissions: 0o666) {
            ".suppliergo-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        }
        if let source {
            try FileSystem.copy(source, to: copy.descriptor)
        } else {
            try copy.descriptor.write(bytes)
        }
        // Before the file appears: a file that is not in the list would never be replaced.
        if owners[Array(name.utf8)] != owner { try addToList(name, owner) }
        do {
            try copy.publishNow(replacing: isThere)
        } catch let error as FileError where error.reason == .exists {
            // Another process has put it there meanwhile, perhaps for the same supplier.
            guard try Self.isFile(at: path, of: bytes) else { throw Refusal.othersFile(name) }
        }
    }

    /// The file has these bytes.
    private static func isFile(at path: String, of bytes: [UInt8]) throws -> Bool {
        let file = try FileDescriptor(ifPresent: path, FileDescriptor.regularFileFlags)
        return try file.map { try $0.status().byteCount == bytes.count && $0.readAll(bytes.count) == bytes } ?? false
    }

    private func addToList(_ name: String, _ owner: Owner) throws {
        owners[Array(name.utf8)] = owner
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NOCTTY
        let list = try FileDescriptor(opening: directory + "/" + Self.listName, flags, permissions: 0o666)
        let entry: JSONMembers = ["file": name, "id": owner.id.rawValue, "catalog": owner.catalog ?? ""]
        try list.write(Array(((exchange(&isListCut, with: false) ? "\n" : "") + entry.jsonLine()).utf8))
    }

    /// A file's name for a text: without slashes, control characters, and dots and hyphens at its beginning; `nil` if
    /// nothing is left.
    static func name(_ text: String, extension fileExtension: String) -> String? {
        // A combining mark makes one character with a dot, but no other name.
        let scalars = text.unicodeScalars.filter { $0 != "/" && !$0.isControl }.drop { $0 == "." || $0 == "-" }
        let room = nameByteLimit - fileExtension.utf8.count - 1
        var name = ""
        for character in String(String.UnicodeScalarView(scalars)) {
            guard name.utf8.count + character.utf8.count <= room else { break }
            name.append(character)
        }
        return name.isEmpty ? nil : fileExtension.isEmpty ? name : "\(name).\(fileExtension)"
    }

    private static func value(at path: FieldPath, of supplier: Supplier) -> String {
        path.ownField.map { supplier[$0] } ?? supplier.otherFields[path.text]?.plainText ?? ""
    }
}
