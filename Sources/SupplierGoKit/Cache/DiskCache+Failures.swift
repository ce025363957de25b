extension DiskCache {
    /// The failure that was last stored under each key, in the order of the keys; `nil` if there was none, or bytes
    /// were stored since.
    ///
    /// One file call for each key.
    ///
    /// - Throws: ``CacheError``.
    public func failures(for keys: [CacheKey]) async throws(CacheError) -> [StoredResponse.Failure?] {
        try await onDisk { [files] in
            let layout = files.layout
            // Most caches hold no failures: one look is enough for many keys.
            if keys.count > 1, try FileSystem.linkStatus(of: layout.path(of: CacheLayout.failures)) == nil {
                return keys.map { _ in nil }
            }
            return try keys.map { key in
                try Self.hasFailure(for: key, in: files) ? Self.failure(at: layout.failurePath(of: key)) : nil
            }
        }
    }

    /// The cache has a failure for the key (``failures(for:)``). Blocks; a cache that cannot be read has none.
    package func hasFailure(for key: CacheKey) -> Bool {
        do {
            return try Self.hasFailure(for: key, in: files)
        } catch {
            return false
        }
    }

    private static func hasFailure(for key: CacheKey, in files: CacheFiles) throws -> Bool {
        guard let status = try FileSystem.linkStatus(of: files.layout.failurePath(of: key)), status.kind == .regular
        else { return false }
        return try files.entry(for: key).map { $0.storedAt < status.modifiedAt } ?? true
    }

    /// Stores why there are no bytes, or no newer ones, under a key, until bytes are stored. Does nothing if the cache
    /// has no room for it at all.
    ///
    /// - Throws: ``CacheError``.
    public func storeFailure(_ failure: StoredResponse.Failure, for key: CacheKey) async throws(CacheError) {
        try await onDisk { [files] in
            let bytes = failure.bytes()
            guard bytes.count <= files.limit.byteCount else { return }
            let path = files.layout.failurePath(of: key)
            let file = try files.makeFile(at: path)
            try file.write(bytes)
            try files.limit.makeRoom(for: bytes.count, at: path)
            try file.publishNow()
        }
    }

    /// The addresses of the avatars whose servers said last that they are gone. One file call for each failure.
    ///
    /// - Throws: ``CacheError``.
    package func goneAvatars() async throws(CacheError) -> Set<String> {
        try await onDisk { [files] in
            var gone: Set<String> = []
            let suffix = "." + CacheKey.Namespace.avatars.name
            try files.layout.forEachShard { shards in
                guard let shard = shards.first(where: { $0.namespace == CacheLayout.failures })?.shard else { return }
                for name in try shard.names() where name.hasSuffix(suffix) {
                    let failure = try Self.failure(at: shard.path + "/" + name)
                    guard failure?.status?.isGone == true, let url = failure.flatMap({ URL(string: $0.url) })
                    else { continue }
                    let key = CacheKey(avatar: url)
                    if try Self.hasFailure(for: key, in: files) { gone.insert(key.text) }
                }
            }
            return gone
        }
    }

    /// Reads a failure; `nil` if it is gone or damaged, which only costs a request.
    private static func failure(at path: String) throws -> StoredResponse.Failure? {
        do throws(FileError) {
            let file = try FileDescriptor(opening: path, FileDescriptor.regularFileFlags)
            return StoredResponse.Failure(try file.read(1 << 16, at: 0))
        } catch {
            guard error.errorNumber == ENOENT else { throw error }
            return nil
        }
    }
}
