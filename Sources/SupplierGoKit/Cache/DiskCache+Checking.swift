public import FoundationEssentials

extension DiskCache {
    /// Drops the least recently used entries beyond a number of bytes, and what was neither stored nor asked for lately.
    ///
    /// Costs a file call for each entry. "Used" is known to the hour.
    ///
    /// - Parameters:
    ///   - byteLimit: how many bytes may be left; `nil` for ``byteLimit``.
    ///   - age: what was not used for so many seconds goes; `nil` for no such rule.
    /// - Returns: what was dropped.
    /// - Throws: ``CacheError``.
    @discardableResult
    public func prune(downTo byteLimit: Int? = nil, unusedFor age: TimeInterval? = nil) async throws -> CacheUsage {
        try await onDisk { [layout, state] () throws(FileError) in
            guard try Directory(at: layout.directory) != nil else { return CacheUsage(directory: layout.directory) }
            return try state.bounds.prune(
                downTo: byteLimit ?? state.bounds.limit, unusedSince: age.map { Date.now - $0 })
        }
    }

    /// Reads every entry, and drops those that are not what was stored.
    ///
    /// - Parameter progress: is called with the number of entries so far, now and then, from a thread of the cache's.
    /// - Throws: ``CacheError``.
    public func verify(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws -> CacheVerification {
        try await onDisk { [layout] () throws(FileError) in
            var result = CacheVerification(directory: layout.directory)
            try CacheWalk(of: layout)?.visit { (shard, namespace) throws(FileError) in
                guard namespace != CacheLayout.failures else { return }
                for name in try shard.names() where CacheFileName(name) == .entry {
                    try Self.verify(name, in: shard, namespace, &result)
                }
                progress(result.whole.total.entryCount + result.broken.count)
            }
            return result
        }
    }

    private static func verify(
        _ name: String, in shard: Directory, _ namespace: String, _ result: inout CacheVerification
    ) throws(FileError) {
        guard let file = try shard.file(name) else { return }
        let status = try file.status()
        guard status.kind == .regular else { return }
        if let nameWord = CacheName.word(ofFile: name),
            let record = try RecordPlace.record(of: file, status, named: nameWord),
            try checksum(of: file) == record.checksum
        {
            result.whole.add(byteCount: status.byteCount, to: namespace)
        } else {
            result.broken.append(shard.path + "/" + name)
            try shard.removeFile(name)
        }
    }

    private static func checksum(of file: FileDescriptor) throws(FileError) -> UInt64 {
        var hash = XXH64()
        while true {
            let chunk = try file.read(upTo: FileChunks.chunkSize)
            guard !chunk.isEmpty else { return hash.value }
            hash.add(chunk)
        }
    }
}
