import Glibc

/// Keeps edits in files, one for each catalog, for any number of processes.
///
/// They are a person's work, unlike what a cache holds: a file is replaced in one step and synced, and its last ten versions
/// stay beside it. Only its user can read them.
///
/// ```
/// 9a….jsonl            the edits of a catalog; the digits are the SHA-256 of its location, cut to 160 bits
/// 9a….jsonl.~7~        an earlier version
/// 9a….jsonl.new        a version that is being written
/// 9a….jsonl.damaged    lines that could not be read
/// draft-….txt          what an editor was given up with; see ``EditDraft``
/// lock                 locked by the process that writes
/// ```
public struct EditStore: Sendable, Hashable {
    /// How many earlier versions are kept.
    static let versionLimit = 10

    /// The directory's absolute path.
    public let directory: String

    /// Creates a store; its directory is made when the first edit is kept.
    public init(directory: String) {
        self.directory = directory
    }

    /// The edits of a catalog; none of one on standard input.
    ///
    /// - Throws: ``EditStoreError``.
    public func document(of catalog: CatalogLocation) async throws -> EditDocument {
        guard let name = catalog.identity else { return EditDocument(catalog: "") }
        return try await run { try read(name) }
    }

    /// The edits of all catalogs, unordered; those without any are left out.
    ///
    /// - Throws: ``EditStoreError``.
    public func allDocuments() async throws -> [EditDocument] {
        try await run {
            let names = try Directory(at: directory)?.names() ?? []
            return try names.filter { $0.hasSuffix(".jsonl") }.sorted().compactMap { name in
                let bytes = try bytes(at: directory + "/" + name) ?? []
                let document = EditDocument(bytes)
                return document.edits.isEmpty && document.damagedLines.isEmpty ? nil : document
            }
        }
    }

    /// Changes the edits of a catalog, while no other process does.
    ///
    /// - Parameter change: is given the edits as they are; what it throws leaves them so.
    /// - Returns: the edits after it.
    /// - Throws: ``EditStoreError``, and what `change` does.
    @discardableResult
    public func update(
        of catalog: CatalogLocation, _ change: @escaping @Sendable (inout SupplierEdits) throws -> Void
    ) async throws -> EditDocument {
        let name = try Self.identity(of: catalog)
        return try await run {
            try locked {
                var document = try read(name)
                let before = document.edits
                try change(&document.edits)
                if document.edits != before { try write(&document) }
                return document
            }
        }
    }

    /// Takes a catalog's edits along to where it has moved.
    ///
    /// - Throws: ``EditStoreError``.
    public func rename(_ catalog: CatalogLocation, to newCatalog: CatalogLocation) async throws {
        let (name, newName) = (try Self.identity(of: catalog), try Self.identity(of: newCatalog))
        try await run {
            try locked {
                var document = try read(name)
                guard !document.edits.isEmpty else { throw EditStoreError.noEdits(catalog: name) }
                guard name != newName, try read(newName).edits.isEmpty else {
                    throw EditStoreError.hasEdits(catalog: newName)
                }
                document.catalog = newName
                try write(&document)
                // Ended before this, the process leaves the edits under both names.
                try keepVersion(of: path(of: name))
                try FileSystem.removeFile(path(of: name))
            }
        }
    }

    /// The path of the file with a catalog's edits; `nil` for a catalog that cannot be edited.
    public func path(of catalog: CatalogLocation) -> String? { catalog.identity.map(path) }
}

extension EditStore {
    private static func identity(of catalog: CatalogLocation) throws(EditStoreError) -> String {
        guard let identity = catalog.identity else { throw .unnamedCatalog }
        return identity
    }

    private func path(of name: String) -> String {
        let digits = SHA256.digest(of: Array(name.utf8)).prefix(20).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return directory + "/" + digits.joined() + ".jsonl"
    }

    /// Does some work on a thread for files.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        do {
            return try await BlockingThreads.files.run(body)
        } catch let error as FileError {
            throw EditStoreError.failed(
                operation: error.operation.rawValue, path: error.path, reason: error.reason.description)
        }
    }

    func bytes(at path: String) throws(FileError) -> [UInt8]? {
        guard let file = try FileDescriptor(ifPresent: path, FileDescriptor.regularFileFlags) else { return nil }
        return try file.readAll(try file.status().byteCount)
    }

    private func read(_ name: String) throws(FileError) -> EditDocument {
        EditDocument(try bytes(at: path(of: name)) ?? [], catalog: name)
    }

    /// Does some work while no other process writes here.
    private func locked<Value>(_ body: () throws -> Value) throws -> Value {
        try FileSystem.makeDirectories(directory)
        let lock = try FileDescriptor(
            opening: directory + "/lock", O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600, operation: .lock)
        try lock.lock(byteAt: 0)
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }

    /// Replaces a catalog's file, and syncs it, after its damaged lines were set aside.
    private func write(_ document: inout EditDocument) throws {
        let path = path(of: document.catalog)
        guard !document.isFromNewerVersion else { throw EditStoreError.newerVersion(path: path) }
        for line in document.damagedLines {
            let file = try FileDescriptor(
                opening: path + ".damaged", O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, permissions: 0o600)
            try file.write(line.bytes + [UInt8(ascii: "\n")])
            try file.synchronize()
        }
        document.damagedLines = []
        try keepVersion(of: path)
        let file = try FileDescriptor(
            opening: path + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, permissions: 0o600, operation: .create)
        try file.write(document.bytes)
        try file.synchronize()
        try file.close()
        try FileSystem.rename(path + ".new", to: path)
        try Directory(at: directory)?.descriptor.synchronize()
    }

    /// Keeps a file's present version under a second name, and drops what is older than the last ten.
    private func keepVersion(of path: String) throws(FileError) {
        guard let status = try FileSystem.status(of: path), let folder = try Directory(at: directory) else { return }
        let prefix = path.dropFirst(directory.utf8.count + 1) + ".~"
        let numbers = try folder.names().compactMap { name in
            name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count).dropLast()) : nil
        }.sorted()
        // A process that was killed may have kept this version already.
        guard status.linkCount == 1 else { return }
        let version = "\(directory)/\(prefix)\((numbers.last ?? 0) + 1)~"
        if try !FileSystem.makeHardLink(at: version, to: path), let bytes = try bytes(at: path) {
            try FileDescriptor(
                opening: version, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, permissions: 0o600
            ).write(bytes)
        }
        for number in numbers.dropLast(Self.versionLimit - 1) { try folder.removeFile("\(prefix)\(number)~") }
    }
}

/// Why edits cannot be read or kept.
public enum EditStoreError: Error, Sendable, Hashable {
    /// Standard input may hold any catalog, so that nothing of it can be edited.
    case unnamedCatalog

    /// A newer version has written the file, and this one would lose what it does not understand.
    case newerVersion(path: String)

    /// A catalog has no edits that could be taken along.
    case noEdits(catalog: String)

    /// A catalog has edits of its own already.
    case hasEdits(catalog: String)

    /// A file could not be read or written.
    case failed(operation: String, path: String, reason: String)
}

extension EditStoreError: CustomStringConvertible {
    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .unnamedCatalog: "a catalog on standard input cannot be edited"
        case .newerVersion(let path): "a newer version has written the edits in '\(path)', and this one only reads them"
        case .noEdits(let catalog): "there are no edits of \(catalog)"
        case .hasEdits(let catalog): "\(catalog) has edits already"
        case .failed(let operation, let path, let reason):
            "the edits cannot be read or kept: cannot \(operation) '\(path)': \(reason)"
        }
    }
}
