public import FoundationEssentials

extension DiskCache {
    /// Counts what the cache holds; nothing if its directory does not exist. One file call for each entry.
    ///
    /// - Throws: ``CacheError``.
    public func usage() async throws -> CacheUsage {
        try await onDisk { [layout = files.layout] in
            var usage = CacheUsage(directory: layout.directory)
            try layout.forEachShard { shard, namespace in
                guard namespace != CacheLayout.failures else { return }
                for name in try shard.names() where CacheFileName(name) == .entry {
                    guard let status = try shard.status(of: name), status.kind == .regular, status.byteCount > 0 else {
                        continue
                    }
                    usage.add(byteCount: status.byteCount, to: namespace)
                    usage.oldestAt = min(usage.oldestAt ?? status.modifiedAt, status.modifiedAt)
                }
            }
            return usage
        }
    }

    /// Drops what was not used lately, and then the least recently used entries beyond a number of bytes. One file call
    /// for each entry.
    ///
    /// - Parameters:
    ///   - byteLimit: how many bytes may be left; `nil` for ``byteLimit``.
    ///   - age: what was not used for this many seconds is dropped, known to the hour; `nil` for no such rule.
    /// - Returns: what was dropped.
    /// - Throws: ``CacheError``.
    @discardableResult
    public func prune(downTo byteLimit: Int? = nil, unusedFor age: TimeInterval? = nil) async throws -> CacheUsage {
        try await onDisk { [files] in
            guard try Directory(at: files.layout.directory) != nil else {
                return CacheUsage(directory: files.layout.directory)
            }
            return try files.usage.prune(
                downTo: byteLimit ?? files.usage.limit, unusedSince: age.map { Date.now - $0 })
        }
    }

    /// Reads every entry, and removes those that are not what was stored.
    ///
    /// - Parameter progress: called with the number of entries so far, now and then, from another thread.
    /// - Throws: ``CacheError``.
    public func verify(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws -> CacheVerification {
        try await onDisk { [layout = files.layout] in
            var result = CacheVerification(whole: CacheUsage(directory: layout.directory))
            try layout.forEachShard { shard, namespace in
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
    ) throws {
        guard let file = try shard.file(name) else { return }
        let status = try file.status()
        guard status.kind == .regular else { return }
        if let nameWord = CacheName.word(ofFile: name),
            let record = try EntryRecordStore.record(
                of: file, status, EntryRecord.Owner(nameWord: nameWord, byteCount: status.byteCount)),
            try checksum(of: file) == record.checksum
        {
            result.whole.add(byteCount: status.byteCount, to: namespace)
        } else {
            result.broken.append(shard.path + "/" + name)
            try shard.removeFile(name)
        }
    }

    private static func checksum(of file: FileDescriptor) throws -> UInt64 {
        var hash = XXH64()
        while true {
            let chunk = try file.read(upTo: FileChunks.chunkSize)
            guard !chunk.isEmpty else { return hash.value }
            hash.add(chunk)
        }
    }

    /// Removes everything that the cache has made, except what another process is writing or holds locked.
    ///
    /// Nothing else is touched: not the directory itself, and no file that is not named as only a cache names its own.
    /// Other processes may go on using the cache.
    ///
    /// - Returns: what was removed.
    /// - Throws: ``CacheError`` if something could not be removed; what was removed before is gone.
    @discardableResult
    public func clear() async throws -> CacheUsage {
        try await onDisk { [layout = files.layout] in
            guard let root = try Directory(at: layout.directory) else {
                return CacheUsage(directory: layout.directory)
            }
            var clearing = try CacheClearing(root, of: layout)
            return try clearing.run()
        }
    }

    /// Stores how often a run found what it needed, in place of the one before.
    ///
    /// - Throws: ``CacheError``.
    public func note(_ run: CacheRunRecord) async throws {
        try await onDisk { [files] in
            let file = try files.makeFile(at: files.layout.path(of: CacheLayout.lastRun))
            try file.write(run.bytes)
            try file.publish()
        }
    }

    /// How often the last run found what it needed; `nil` if that is not known.
    ///
    /// - Throws: ``CacheError``.
    public func lastRun() async throws -> CacheRunRecord? {
        try await onDisk { [layout = files.layout] in
            guard let file = try Directory(at: layout.directory)?.file(CacheLayout.lastRun) else { return nil }
            return CacheRunRecord(try file.read(64, at: 0))
        }
    }
}
