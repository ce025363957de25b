import SupplierGoKit

/// The catalog as it was when `list --changes` last reported, kept as lines of JSON in `marks` in the cache's
/// directory.
///
/// A mark is not a cache entry: nothing but `cache clear` removes it, however large the cache is.
struct LastReport: Sendable {
    /// The path of the file.
    let path: String

    private let cache: DiskCache

    /// The mark of a catalog, or `nil` for one on standard input, which has no name.
    init?(of catalog: CatalogLocation, in cache: DiskCache) {
        guard let name = EditStore.name(of: catalog) else { return nil }
        self.cache = cache
        path = Self.directory(of: cache) + "/" + SHA256.digits(of: name) + ".ndjson"
    }

    var isSet: Bool {
        get async throws {
            try await cache.checkDirectory()
            return try await BlockingThreads.files.run { [path] in try FileSystem.status(of: path) != nil }
        }
    }

    /// Replaces the mark in one step.
    ///
    /// - Parameter lines: the catalog's suppliers as ``OutputFormat/ndjson``.
    /// - Throws: ``FileError``.
    func set(_ lines: [UInt8]) async throws {
        try await BlockingThreads.files.run { [path] in
            try FileSystem.makeDirectories(String(FileSystem.directoryPrefix(of: path).dropLast()))
            // An empty file would be no catalog.
            try UserFile.write(lines.isEmpty ? Array("[]\n".utf8) : lines, to: path, permissions: 0o600)
        }
    }

    /// The size of all marks in a cache's directory, in bytes.
    static func byteCount(in cache: DiskCache) async throws -> Int {
        try await BlockingThreads.files.run {
            try paths(in: cache).reduce(0) { count, path in try count + (FileSystem.status(of: path)?.byteCount ?? 0) }
        }
    }

    /// Removes all marks in a cache's directory.
    ///
    /// - Returns: the number of marks.
    static func removeAll(in cache: DiskCache) async throws -> Int {
        try await BlockingThreads.files.run {
            try paths(in: cache).count { try FileSystem.removeFile($0) }
        }
    }

    private static func directory(of cache: DiskCache) -> String { cache.directory + "/marks" }

    private static func paths(in cache: DiskCache) throws(FileError) -> [String] {
        let directory = directory(of: cache)
        let names = try Directory(at: directory)?.names() ?? []
        return names.filter { $0.hasSuffix(".ndjson") }.map { directory + "/" + $0 }
    }
}
