import Glibc

extension DiskCache: DataCaching {
    /// Keeps bytes under a key, in place of what was there: all of them, or none where it throws.
    ///
    /// - Parameters:
    ///   - bytes: at least one.
    ///   - fileExtension: one of the namespace's.
    ///   - response: what the server said of them, where one did.
    /// - Throws: ``CacheError``, or `CancellationError` where the task was cancelled before.
    nonisolated(nonsending) public func store(
        _ bytes: [UInt8], fileExtension: String, response: StoredResponse?, for key: CacheKey
    ) async throws -> CacheEntry {
        try Task.checkCancellation()
        guard BlockingPool.shared.isHere else {
            return try await onDisk { [state] () throws(FileError) in
                try EntryDraft.publish(bytes, response, for: key, fileExtension: fileExtension, in: state)
            }
        }
        // Nothing is handed to another thread, and so nothing is put together for it.
        return try here { () throws(FileError) in
            try EntryDraft.publish(bytes, response, for: key, fileExtension: fileExtension, in: state)
        }
    }

    /// Begins to keep bytes that arrive in chunks; nothing is kept before ``CacheWriting/commit(response:)``.
    ///
    /// A writer that is dropped keeps nothing.
    ///
    /// - Parameter fileExtension: one of the namespace's.
    /// - Throws: ``CacheError``; so does the writer.
    public func makeWriter(fileExtension: String, for key: CacheKey) async throws -> any CacheWriting {
        let draft = try await onDisk { [state] () throws(FileError) in
            try EntryDraft(for: key, fileExtension: fileExtension, in: state)
        }
        return EntryWriter(draft, in: self)
    }
}
