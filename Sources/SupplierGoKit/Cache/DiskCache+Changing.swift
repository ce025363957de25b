import Glibc

extension DiskCache {
    /// Keeps what a server said of bytes that are kept already in place of what it said before, in one step.
    ///
    /// - Returns: the entry as it is now.
    /// - Throws: ``CacheError``: `missing` where the bytes are gone, or are others by now.
    public func refresh(_ entry: CacheEntry, with response: StoredResponse) async throws -> CacheEntry {
        try await reading { [state] () throws(FileError) in
            let file = try Self.open(entry)
            let status = try file.status()
            guard let record = try RecordPlace.record(of: file, status, named: entry.key.name.word) else {
                throw FileError("describe", file.path, ENOENT)
            }
            let packed = PackedResponse(response, for: entry.key)
            try state.recordPlace.keep(
                record.with(packed), of: file, status, at: file.path, makeFile: state.makeFile)
            return CacheEntry(
                key: entry.key, at: entry.place, byteCount: status.byteCount, storedAt: status.modifiedAt,
                lastUsedAt: status.lastUsedAt, packedResponse: packed)
        }
    }

    /// Drops an entry; does nothing where it is gone, or another by now.
    ///
    /// - Throws: ``CacheError``.
    public func remove(_ entry: CacheEntry) async throws {
        try await onDisk { [state] () throws(FileError) in
            guard let path = entry.file, let status = try FileSystem.status(of: path),
                status.byteCount == entry.byteCount, status.modifiedAt == entry.storedAt
            else { return }
            if try FileSystem.removeFile(path) { try state.bounds.giveBack(status.byteCount) }
        }
    }
}
