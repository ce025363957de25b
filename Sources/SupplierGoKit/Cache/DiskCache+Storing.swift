import Glibc

extension DiskCache: DataCaching {
    /// Keeps bytes under a key, in place of what was there: all of them, or none where it throws.
    ///
    /// - Parameters:
    ///   - bytes: at least one.
    ///   - fileExtension: one of the namespace's.
    /// - Throws: ``CacheError``, or `CancellationError` where the task was cancelled before.
    public func store(_ bytes: [UInt8], fileExtension: String, for key: CacheKey) async throws -> CacheEntry {
        try Task.checkCancellation()
        return try await onDisk { [state] () throws(FileError) in
            let draft = try EntryDraft(for: key, fileExtension: fileExtension, in: layout, state)
            try draft.file.write(bytes)
            return try draft.publish()
        }
    }

    /// Begins to keep bytes that arrive in chunks; nothing is kept before ``CacheWriting/commit()``.
    ///
    /// A writer that is dropped keeps nothing.
    ///
    /// - Parameter fileExtension: one of the namespace's.
    /// - Throws: ``CacheError``; so does the writer.
    public func makeWriter(fileExtension: String, for key: CacheKey) async throws -> any CacheWriting {
        let draft = try await onDisk { [state] () throws(FileError) in
            try EntryDraft(for: key, fileExtension: fileExtension, in: layout, state)
        }
        return EntryWriter(draft, in: self)
    }
}

/// An entry that is not published yet.
struct EntryDraft: Sendable {
    /// What the bytes go to.
    let file: AtomicFile

    private let key: CacheKey
    private let fileExtension: String
    private let shard: String
    private let stem: String
    private let state: DiskCacheState

    init(
        for key: CacheKey, fileExtension: String, in layout: CacheLayout, _ state: DiskCacheState
    ) throws(FileError) {
        precondition(key.namespace.fileExtensions.contains(fileExtension), "the namespace has this extension")
        let name = CacheName(key)
        self.key = key
        self.fileExtension = fileExtension
        self.state = state
        shard = layout.directory(of: key.namespace) + "/" + name.shard
        stem = name.stem
        file = try state.makeFile(name.stem + "." + fileExtension, in: shard)
    }

    /// Publishes the entry, which needs at least one byte, then removes what the key had under another extension.
    func publish() throws(FileError) -> CacheEntry {
        let path = shard + "/" + stem + "." + fileExtension
        guard !file.isEmpty else { throw FileError("keep no bytes as", path, EINVAL) }
        let isPlain = fileExtension == key.plainExtension
        // Before the entry is there: who finds no mark does not look for it.
        if !isPlain { try state.mark(shard) }
        let status = try file.publish()
        // An entry that is not plain is in a marked directory: in all others there is nothing to look for.
        if try state.isMarked(shard) {
            for other in key.namespace.fileExtensions where other != fileExtension {
                try FileSystem.removeFile(shard + "/" + stem + "." + other)
            }
        }
        return CacheEntry(key: key, file: path, byteCount: status.byteCount, storedAt: status.modifiedAt)
    }
}
