/// The program's `cache verify` is its own (`DiskCache+Inspection`): here ``bytes(of:)`` drops a damaged entry.
extension DiskCache {
    /// Drops what was not used lately, and then the least recently used entries beyond a number of bytes. One file call
    /// for each entry.
    ///
    /// - Parameters:
    ///   - byteLimit: how many bytes may be left; `nil` for ``byteLimit``.
    ///   - age: what was not used for this many seconds is dropped, known to the hour; `nil` for no such rule.
    /// - Returns: what was dropped.
    /// - Throws: ``CacheError``.
    @discardableResult
    public func prune(downTo byteLimit: Int? = nil, unusedFor age: TimeInterval? = nil) async throws(CacheError)
        -> Usage
    {
        try await onDisk { [files] in
            guard try Directory(at: files.layout.directory) != nil else {
                return Usage(directory: files.layout.directory)
            }
            return try files.limit.prune(
                downTo: byteLimit ?? files.limit.byteCount, unusedSince: age.map { Date.now - $0 })
        }
    }

    /// Removes everything that the cache has made, except what another process holds locked or may be writing:
    /// temporary files of the last day.
    ///
    /// Nothing else is touched: not the directory itself, and no file that is not named as only a cache names its own.
    /// Other processes may go on using the cache.
    ///
    /// - Returns: what was removed.
    /// - Throws: ``CacheError`` if something could not be removed; what was removed before is gone.
    @discardableResult
    public func clear() async throws(CacheError) -> Usage {
        try await onDisk { [layout = files.layout] in
            guard let root = try Directory(at: layout.directory) else {
                return Usage(directory: layout.directory)
            }
            // Every entry was used before that date.
            let removed = try CacheEviction(of: layout, unusedSince: .distantFuture).removed
            try Self.removeEmptyDirectories(in: root)
            try Self.removeLocks(in: root)
            // Drafts stay, and with them the tag.
            if try !root.names().contains(where: CacheLayout.isNamespace) { try Self.removeTag(in: root) }
            return removed
        }
    }

    /// Removes the directories of entries. A directory without any is not known to be the cache's.
    private static func removeEmptyDirectories(in root: Directory) throws {
        for name in try root.names() where CacheLayout.isNamespace(name) {
            guard let namespace = try root.directory(name) else { continue }
            let shards = try namespace.names().filter(CacheLayout.FileName.isShard)
            for shard in shards where try namespace.directory(shard) != nil { try namespace.removeDirectory(shard) }
            if !shards.isEmpty { try root.removeDirectory(name) }
        }
    }

    private static func removeLocks(in root: Directory) throws {
        guard let locks = try root.directory(CacheLayout.locks) else { return }
        for path in CacheLayout.claims + [CacheLayout.walk] {
            try locks.removeFile(String(path.dropFirst(CacheLayout.locks.count + 1)))
        }
        try root.removeDirectory(CacheLayout.locks)
    }

    /// Removes the tag if it is the cache's own, not another program's.
    private static func removeTag(in root: Directory) throws {
        guard let file = try root.file(CacheLayout.tag) else { return }
        let text = CacheLayout.tagText
        if try file.read(upTo: text.utf8.count + 1) == Array(text.utf8) { try root.removeFile(CacheLayout.tag) }
    }
}
