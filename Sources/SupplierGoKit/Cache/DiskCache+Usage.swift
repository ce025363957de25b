import FoundationEssentials

extension DiskCache {
    /// Counts what the cache holds; nothing where its directory does not exist.
    ///
    /// Costs a file call for each entry.
    ///
    /// - Throws: ``CacheError``.
    public func usage() async throws -> CacheUsage {
        try await onDisk { [layout] () throws(FileError) in
            var usage = CacheUsage(directory: layout.directory)
            try CacheWalk(of: layout)?.visit { (shard, namespace) throws(FileError) in
                for name in try shard.names() where CacheFileName(name) == .entry {
                    guard let status = try shard.status(of: name), status.kind == .regular else { continue }
                    guard status.byteCount > 0, namespace != CacheLayout.failures else { continue }
                    usage.add(byteCount: status.byteCount, to: namespace)
                    usage.oldestAt = min(usage.oldestAt ?? status.modifiedAt, status.modifiedAt)
                }
            }
            return usage
        }
    }

    /// Removes everything that the cache has made, but for what another process is writing or holds locked.
    ///
    /// Nothing else is touched: not the directory itself, and no file or link that is not named as only a cache names
    /// its own. Other processes may go on using the cache meanwhile.
    ///
    /// - Returns: what was removed.
    /// - Throws: ``CacheError``, where something could not be removed; what was removed before then is gone.
    @discardableResult
    public func clear() async throws -> CacheUsage {
        try await onDisk { [layout] () throws(FileError) in
            guard let root = try Directory(at: layout.directory) else {
                return CacheUsage(directory: layout.directory)
            }
            var clearing = try CacheClearing(root, of: layout)
            return try clearing.run()
        }
    }
}
