/// A cache in a directory, for any number of processes at once.
///
/// Each entry is a file that holds nothing but the bytes, and appears whole or not at all. Only the user can read
/// directories (0700) and files (0600). A directory of another user, or one that everyone can write to, is not used
/// (``CacheError/untrusted(path:)``). An empty file is not an entry. File calls run on threads of the kit's own, never
/// on those of Swift's tasks.
///
/// ## Topics
///
/// ### Creating
/// - ``init(directory:byteLimit:)``
/// - ``defaultByteLimit``
/// - ``directory``
/// - ``byteLimit``
///
/// ### Looking after it
/// - ``usage()``
/// - ``Usage``
/// - ``prune(downTo:unusedFor:)``
/// - ``clear()``
/// - ``removeTemporaryFiles()``
///
/// ### Entries
/// - ``entries(for:)``
/// - ``bytes(of:)``
/// - ``chunks(of:)``
/// - ``store(_:response:for:)``
/// - ``makeWriter(for:)``
/// - ``refresh(_:with:)``
/// - ``remove(_:)``
/// - ``claim(_:)``
public struct DiskCache: Sendable {
    /// The default of ``byteLimit``: 1 GiB.
    public static let defaultByteLimit = 1 << 30

    /// The files, shared by all copies of this cache.
    let files: CacheFiles

    /// The directory's absolute path. It may be a symbolic link.
    public var directory: String { files.layout.directory }

    /// The most bytes that the entries may have together. The least recently used entries are dropped when others are
    /// stored.
    ///
    /// Processes count what they store, and drop entries once there is no more room: each may exceed the limit by a
    /// tenth. An entry with more bytes than the limit is not stored, so with 0 nothing is.
    public var byteLimit: Int { files.limit.byteCount }

    /// Creates a cache in a directory, which is made when the first entry is. There is no default: a `SupplierLoader`
    /// that is given no cache has one.
    ///
    /// - Parameters:
    ///   - directory: a path, relative to the working directory. A cache with an empty one keeps nothing, and each
    ///     call fails (``CacheError/noDirectory``).
    ///   - byteLimit: how many bytes the entries may have together. Default 1 GiB.
    public init(directory: String, byteLimit: Int = defaultByteLimit) {
        self.init(directory: directory, byteLimit: byteLimit, usesAttributes: true)
    }

    /// Creates a cache that may do without extended attributes, as on file systems that have none.
    init(directory: String, byteLimit: Int = defaultByteLimit, usesAttributes: Bool) {
        files = CacheFiles(
            CacheLayout(directory: directory.isEmpty ? "" : FileSystem.absolutePath(directory)),
            byteLimit: max(0, byteLimit), usesAttributes: usesAttributes)
    }

    /// Removes the files that this process has not published, in any cache, and publishes none any more.
    ///
    /// For the end of a process: storing throws after that. May be called from any thread, but not from a signal
    /// handler (`signal-safety(7)`). Takes at most half a second if the disk does not answer.
    public static func removeTemporaryFiles() {
        TemporaryFiles.shared.removeAll()
    }

    /// Checks that no other user decides what is in the directory; one that is missing is no error.
    ///
    /// - Throws: ``CacheError``.
    package func checkDirectory() async throws(CacheError) { try await onDisk {} }

    /// Runs file calls: in place if the task is on a file thread, otherwise on one of those.
    func onDisk<Value: Sendable>(
        _ body: @Sendable () throws -> Value
    ) async throws(CacheError) -> Value {
        try await BlockingThreads.files.run { [files] () throws(CacheError) in
            try CacheError.wrapping {
                try files.checkDirectory()
                return try body()
            }
        }
    }
}

// MARK: - Reading

extension DiskCache: DataCaching {
    /// The entry under each key, in the order of the keys; `nil` for a key without one.
    ///
    /// Two file calls for each entry, and one for each key without one.
    ///
    /// - Throws: ``CacheError`` if the cache cannot be read at all.
    public func entries(for keys: [CacheKey]) async throws(CacheError) -> [CacheEntry?] {
        try await onDisk { [files] in
            // Most caches hold no failures: one look at the namespace is enough for many keys.
            if keys.count > 1, let namespace = keys.first?.namespace, keys.allSatisfy({ $0.namespace == namespace }),
                try FileSystem.linkStatus(of: files.layout.path(of: namespace.name)) == nil
            {
                return keys.map { _ in nil }
            }
            return try keys.map(files.entry)
        }
    }

    /// The entry under a key; `nil` if it does not exist, or the cache cannot be read. Blocks.
    package func readableEntry(for key: CacheKey) -> CacheEntry? {
        do {
            try files.checkDirectory()
            return try files.entry(for: key)
        } catch {
            return nil
        }
    }

    /// The bytes of an entry.
    ///
    /// - Throws: ``CacheError/missing(path:)`` if the file is gone, is another one, or is not what was stored. In the
    ///   last case it is removed.
    public func bytes(of entry: CacheEntry) async throws(CacheError) -> [UInt8] {
        try await reading {
            let (file, _, record) = try Self.open(entry)
            let bytes = try file.readAll(entry.byteCount)
            guard bytes.count == entry.byteCount, XXH64.hash(of: bytes.span) == record?.checksum else {
                throw try Self.drop(file)
            }
            return bytes
        }
    }

    /// The bytes of an entry, in chunks of up to 256 KiB.
    ///
    /// - Throws: ``CacheError``, as ``bytes(of:)`` does; so do the chunks.
    public func chunks(of entry: CacheEntry) async throws(CacheError) -> ByteChunks {
        let (file, checksum) = try await reading {
            let (file, _, record) = try Self.open(entry)
            guard let record else { throw try Self.drop(file) }
            return (file, record.checksum)
        }
        return ByteChunks(capacity: 1) { channel in
            var byteCount = 0
            var hash = XXH64()
            do {
                for try await chunk in FileChunks.chunks(of: file) {
                    byteCount += chunk.count
                    hash.add(chunk.span)
                    guard await channel.send(chunk) else { return }
                }
            } catch let error as FileError {
                throw CacheError(reading: error)
            }
            guard byteCount == entry.byteCount, hash.value == checksum else {
                throw try await reading { try Self.drop(file) }
            }
        }
    }

    /// Runs file calls on an entry that was found before.
    private func reading<Value: Sendable>(
        _ body: @Sendable () throws -> Value
    ) async throws(CacheError) -> Value {
        try await onDisk {
            do {
                return try body()
            } catch let error as FileError {
                throw CacheError(reading: error)
            }
        }
    }

    /// Opens an entry's file, if it is a regular one of the entry's size, and reads its record.
    private static func open(_ entry: CacheEntry) throws -> (FileDescriptor, FileStatus, EntryRecord?) {
        guard let path = entry.file else { throw CacheError.missing(path: entry.key.text) }
        let file = try FileDescriptor(opening: path, FileDescriptor.regularFileFlags)
        let status = try file.status()
        guard status.kind == .regular, status.byteCount == entry.byteCount else { throw CacheError.missing(path: path) }
        let owner = EntryRecord.Owner(entry.key, byteCount: status.byteCount)
        return (file, status, try EntryRecord(of: file, status, owner))
    }

    /// Removes a file that is not what was stored, unless another one has its name now; returns that it is missing.
    private static func drop(_ file: FileDescriptor) throws -> CacheError {
        if try FileSystem.status(of: file.path)?.fileNumber == file.status().fileNumber {
            try FileSystem.removeFile(file.path)
        }
        return .missing(path: file.path)
    }
}

// MARK: - Writing

extension DiskCache {
    /// Stores bytes under a key, in place of what was there: all of them, or none if it throws.
    ///
    /// - Parameters:
    ///   - bytes: the bytes, at least one.
    ///   - response: what the server said of them; `nil` for bytes of another origin.
    ///   - key: what they are stored under.
    /// - Throws: ``CacheError``, also if the task was cancelled before.
    public func store(
        _ bytes: [UInt8], response: StoredResponse?, for key: CacheKey
    ) async throws(CacheError) -> CacheEntry {
        guard !Task.isCancelled else { throw .cancelled }
        return try await onDisk { [files] in try files.store(bytes, response, for: key) }
    }

    /// Begins to store bytes that arrive in chunks. Nothing is stored before ``CacheWriting/commit(response:)``; a
    /// writer that is dropped stores nothing.
    ///
    /// - Parameters:
    ///   - key: what the bytes are stored under.
    /// - Throws: ``CacheError``; so does the writer.
    public func makeWriter(for key: CacheKey) async throws(CacheError) -> any CacheWriting {
        let file = try await onDisk { [files] in try files.makeFile(at: files.layout.entryPath(of: key)) }
        return EntryWriter(file, for: key, in: self)
    }

    /// Replaces what a server said of stored bytes, in one step. What differs from it by a minute at most is not
    /// written.
    ///
    /// - Returns: the entry as it is now.
    /// - Throws: ``CacheError/missing(path:)`` if the bytes are gone, or are others now.
    public func refresh(_ entry: CacheEntry, with response: StoredResponse) async throws(CacheError) -> CacheEntry {
        try await reading { [files] in
            // A record that stays was read with the entry.
            if let path = entry.file, let known = entry.response, response.isClose(to: known),
                let status = try FileSystem.linkStatus(of: path), status.kind == .regular,
                status.byteCount == entry.byteCount, status.modifiedAt == entry.storedAt
            {
                return CacheEntry(key: entry.key, file: path, status, .known(response))
            }
            let (file, status, found) = try Self.open(entry)
            guard var record = found else { throw CacheError.missing(path: file.path) }
            record.stored = .known(response)
            let owner = EntryRecord.Owner(entry.key, byteCount: status.byteCount)
            try files.keep(record.bytes(of: owner), of: file, status, at: file.path)
            return CacheEntry(key: entry.key, file: file.path, status, record.stored)
        }
    }

    /// Removes an entry; does nothing if it is gone, or another one now.
    ///
    /// - Throws: ``CacheError``.
    public func remove(_ entry: CacheEntry) async throws(CacheError) {
        try await onDisk {
            guard let path = entry.file, let status = try FileSystem.status(of: path),
                status.byteCount == entry.byteCount, status.modifiedAt == entry.storedAt
            else { return }
            try FileSystem.removeFile(path)
        }
    }
}

// MARK: - Claims

extension DiskCache {
    /// Takes the claim to load what belongs under a key; `nil` if another task or process has it.
    ///
    /// If the cache's file system cannot lock, or its directory cannot be made, everybody gets a claim.
    ///
    /// - Throws: ``CacheError`` if the task was cancelled before.
    public func claim(_ key: CacheKey) async throws(CacheError) -> CacheClaim? {
        guard !Task.isCancelled else { throw .cancelled }
        return await BlockingThreads.files.run { [files] in files.claim(key) }
    }
}
