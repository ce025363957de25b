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
    package func verify(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws -> CacheVerification {
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
        guard try shard.status(of: name)?.kind == .regular, let file = try shard.file(name) else { return }
        let status = try file.status()
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
}

/// Removes what a cache has made, from the entries up.
private struct CacheClearing {
    private let root: Directory
    private let sweep: WriterSweep
    private var removed: CacheUsage

    init(_ root: Directory, of layout: CacheLayout) throws {
        self.root = root
        sweep = try WriterSweep(of: layout)
        removed = CacheUsage(directory: layout.directory)
    }

    /// Returns what entries were removed.
    mutating func run() throws -> CacheUsage {
        try sweep.sweep(root)
        for namespace in try root.names() where CacheLayout.isNamespace(namespace) {
            guard let directory = try root.directory(namespace) else { continue }
            for name in try directory.names() where CacheFileName.isShard(name) {
                try clear(name, in: directory, namespace)
            }
            try root.removeDirectory(namespace)
        }
        try removeLocks()
        try root.removeFile(CacheLayout.usage)
        try sweep.finish()
        // A living writer stays, and with it the tag: it may store again at once.
        try root.removeDirectory(CacheLayout.writers)
        if try root.status(of: CacheLayout.writers) == nil { try removeTag() }
        return removed
    }

    private mutating func clear(_ name: String, in parent: Directory, _ namespace: String) throws {
        guard let shard = try parent.directory(name) else { return }
        for name in try shard.names() {
            switch CacheFileName(name) {
            case .entry: try removeEntry(name, in: shard, namespace)
            case .temporary(let writer):
                if try sweep.isLitter(writer: writer, in: shard, name: name) { try shard.removeFile(name) }
            case .record: try shard.removeFile(name)
            case .foreign: break
            }
        }
        try parent.removeDirectory(name)
    }

    private mutating func removeEntry(_ name: String, in shard: Directory, _ namespace: String) throws {
        guard let status = try shard.status(of: name) else { return }
        guard try shard.removeFile(name) else { return }
        if status.kind == .regular, status.byteCount > 0 { removed.add(byteCount: status.byteCount, to: namespace) }
    }

    private func removeLocks() throws {
        guard let locks = try root.directory(CacheLayout.locks) else { return }
        for name in try locks.names() where ProcessLock.isFileName(name) {
            try LockFile.removeUnheld(name, in: locks)
        }
        for name in try locks.names() where name.hasPrefix(CacheLayout.claims) { try locks.removeFile(name) }
        try root.removeDirectory(CacheLayout.locks)
    }

    /// Removes the tag if it is the cache's own, not another program's.
    private func removeTag() throws {
        guard let file = try root.file(CacheLayout.tag) else { return }
        let text = CacheLayout.tagText
        if try file.read(upTo: text.utf8.count + 1) == Array(text.utf8) { try root.removeFile(CacheLayout.tag) }
    }
}
