import Glibc
import SupplierGoKit

/// Keeps edits in files, one for each catalog, for any number of processes.
///
/// They are a person's work, unlike what a cache holds: a file is replaced in one step and synced, and its last two
/// versions stay beside it. Only its user can read them.
///
/// ```
/// 9a….jsonl            the edits of a catalog; the digits are the SHA-256 of its location, cut to 160 bits
/// 9a….jsonl.~1~        the version before; `.~2~` is the one before that
/// 9a….jsonl.damaged    lines that could not be read
/// draft-….txt          a text in an editor, or one that was abandoned; see `EditorSession`
/// lock                 locked by the process that writes
/// ```
struct EditStore: Sendable, Hashable {
    /// The directory's absolute path; it is made when the first edit is kept.
    let directory: String

    /// The edits of a catalog. One on standard input has none.
    ///
    /// - Throws: ``EditStoreError``.
    func document(of catalog: CatalogLocation) async throws -> EditDocument {
        guard let name = Self.name(of: catalog) else { return EditDocument(catalog: "") }
        return try await run { try read(name) }
    }

    /// The edits of all catalogs, by the paths of their files.
    ///
    /// - Throws: ``EditStoreError``.
    func allDocuments() async throws -> [String: EditDocument] {
        try await run {
            var documents: [String: EditDocument] = [:]
            for name in try Directory(at: directory)?.names() ?? [] where name.hasSuffix(".jsonl") {
                let path = directory + "/" + name
                documents[path] = EditDocument(try bytes(at: path) ?? [])
            }
            return documents
        }
    }

    /// Changes the edits of a catalog, while no other process does.
    ///
    /// - Parameters:
    ///   - catalog: the catalog's location.
    ///   - change: is given the edits as they are; what it throws leaves them so.
    /// - Returns: the value of `change`, after the edits were stored.
    /// - Throws: ``EditStoreError``, and what `change` does.
    @discardableResult
    func update<Value: Sendable>(
        of catalog: CatalogLocation, _ change: @escaping @Sendable (inout SupplierEdits) throws -> Value
    ) async throws -> Value {
        let name = try Self.identity(of: catalog)
        return try await runLocked {
            var document = try read(name)
            let before = document.edits
            let value = try change(&document.edits)
            guard document.edits != before else { return value }
            try write(&document)
            return value
        }
    }

    /// Moves a catalog's edits to its new location.
    ///
    /// - Throws: ``EditStoreError``.
    func rename(_ catalog: CatalogLocation, to newCatalog: CatalogLocation) async throws {
        let (name, newName) = (try Self.identity(of: catalog), try Self.identity(of: newCatalog))
        try await runLocked {
            var document = try read(name)
            guard !document.edits.isEmpty else { throw EditStoreError.noEdits(catalog: name) }
            let replaced = try read(newName)
            // A process that was killed has left the edits under both names.
            guard name != newName, replaced.edits.isEmpty || replaced.edits == document.edits else {
                throw EditStoreError.hasEdits(catalog: newName)
            }
            document.catalog = newName
            document.damagedLines += replaced.damagedLines
            try write(&document)
            // The edits that were kept under the former name: their last version stays.
            let path = try FileSystem.target(of: path(of: name))
            try keepVersion(of: path)
            try FileSystem.removeFile(path)
        }
    }

    /// The path of the file with a catalog's edits; `nil` for a catalog that cannot be edited.
    func path(of catalog: CatalogLocation) -> String? { Self.name(of: catalog).map(path) }

    /// The name under which a catalog's edits are kept, the same for every reading of the catalog; `nil` for standard
    /// input, which may hold any catalog. That of a file is the real path of its directory, and the file's name as it
    /// was given: a link to the latest of several files is one catalog.
    static func name(of catalog: CatalogLocation) -> String? {
        guard case .file(let path) = catalog else { return catalog.identity }
        let prefix = FileSystem.directoryPrefix(of: path)
        guard let directory = FileSystem.realPath(of: prefix) else { return catalog.identity }
        return (directory == "/" ? "" : directory) + "/"
            + String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    private static func identity(of catalog: CatalogLocation) throws(EditStoreError) -> String {
        guard let name = name(of: catalog) else { throw .unnamedCatalog }
        return name
    }

    private func path(of name: String) -> String { directory + "/" + SHA256.digits(of: name) + ".jsonl" }

    /// Does some work on a thread for files.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        do {
            return try await BlockingThreads.files.run {
                guard try FileSystem.status(of: directory)?.isTrusted != false else {
                    throw EditStoreError.untrusted(path: directory)
                }
                return try body()
            }
        } catch let error as FileError {
            throw EditStoreError.failed(
                operation: error.operation.rawValue, path: error.path, reason: error.reason.description)
        }
    }

    /// A file's bytes, links followed; `nil` if the file does not exist.
    func bytes(at path: String) throws(FileError) -> [UInt8]? {
        let path = try FileSystem.target(of: path)
        guard let file = try FileDescriptor(ifPresent: path, FileDescriptor.regularFileFlags) else { return nil }
        return try file.readAll(try file.status().byteCount)
    }

    private func read(_ name: String) throws(FileError) -> EditDocument {
        var document = EditDocument(try bytes(at: path(of: name)) ?? [])
        // The file's name counts, whatever its first line says.
        document.catalog = name
        return document
    }

    /// Does some work on a thread for files while no other process writes here.
    private func runLocked<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await run {
            try FileSystem.makeDirectories(directory)
            let lock = try FileDescriptor(
                opening: directory + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600, operation: .lock)
            // Without locks, two processes could each write what they have read, and one edit would be lost.
            guard try lock.lock(byteAt: 0) else { throw FileError(.lock, lock.path, ENOLCK) }
            return try withExtendedLifetime(lock, body)
        }
    }

    /// Replaces a catalog's file after its damaged lines were set aside. A link stays one.
    private func write(_ document: inout EditDocument) throws {
        let path = try FileSystem.target(of: path(of: document.catalog))
        if !document.damagedLines.isEmpty {
            let file = try FileDescriptor(
                opening: path + ".damaged", O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, permissions: 0o600)
            for line in document.damagedLines { try file.write(line.bytes + [UInt8(ascii: "\n")]) }
            try UserFile.synchronize(file)
        }
        document.damagedLines = []
        try keepVersion(of: path)
        try UserFile.write(document.bytes, to: path, permissions: 0o600)
    }

    /// Keeps a file's present version under a second name, and the one that had this name under a third.
    private func keepVersion(of path: String) throws {
        let (name, olderName) = (path + ".~1~", path + ".~2~")
        guard let bytes = try bytes(at: path) else { return }
        if let kept = try self.bytes(at: name) {
            // A process that was killed may have kept this version already.
            guard kept != bytes else { return }
            try FileSystem.rename(name, to: olderName)
        }
        try UserFile.write(bytes, to: name, permissions: 0o600)
    }
}

/// An error of reading or keeping edits.
enum EditStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Standard input may hold any catalog, so that nothing of it can be edited.
    case unnamedCatalog

    /// A catalog has no edits that could be taken along.
    case noEdits(catalog: String)

    /// The catalog already has edits.
    case hasEdits(catalog: String)

    /// The directory belongs to another user, or everyone can write to it. It is not used.
    case untrusted(path: String)

    /// A file could not be read or written.
    case failed(operation: String, path: String, reason: String)

    /// One sentence without a full stop.
    var description: String {
        switch self {
        case .unnamedCatalog: "a catalog on standard input cannot be edited"
        case .noEdits(let catalog): "\(catalog) has no edits"
        case .hasEdits(let catalog): "\(catalog) has edits already"
        case .untrusted(let path):
            "the directory of your edits, '\(path)', belongs to another user, or everyone can write to it"
        case .failed(let operation, let path, let reason):
            "your edits cannot be read or saved (cannot \(operation) '\(path)': \(reason))"
        }
    }
}
