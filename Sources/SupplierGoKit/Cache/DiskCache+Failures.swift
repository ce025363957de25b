import Glibc

extension DiskCache {
    /// The failure that was last stored under each key, in the keys' order; `nil` where there was none, or bytes were
    /// stored since.
    ///
    /// Costs a file call for each key.
    ///
    /// - Throws: ``CacheError``.
    public func failures(for keys: [CacheKey]) async throws -> [StoredFailure?] {
        try await onDisk { [layout] () throws(FileError) in
            guard let root = try Directory(at: layout.directory + "/" + CacheLayout.failures) else {
                return keys.map { _ in nil }
            }
            var failures: [StoredFailure?] = []
            for key in keys {
                let file = try root.directory(key.name.shard)?.file(CacheLayout.failureName(of: key))
                failures.append(try file.flatMap { (file) throws(FileError) in try Self.failure(in: file) })
            }
            return failures
        }
    }

    /// Keeps why there are no bytes, or no newer ones, under a key, until bytes are stored.
    ///
    /// - Throws: ``CacheError``.
    public func storeFailure(_ failure: StoredFailure, for key: CacheKey) async throws {
        try await onDisk { [layout, state] () throws(FileError) in
            let file = try state.makeFile(at: layout.failurePath(of: key))
            let bytes = failure.bytes
            try file.write(bytes)
            try state.bounds.reserve(bytes.count)
            _ = try file.publish()
            state.noteFailure()
        }
    }

    /// Reads a failure; `nil` where the file is damaged, which only costs asking again.
    private static func failure(in file: FileDescriptor) throws(FileError) -> StoredFailure? {
        let status = try file.status()
        guard status.kind == .regular, status.byteCount <= 1 << 20 else { return nil }
        return StoredFailure(try file.readAll(status.byteCount))
    }
}
