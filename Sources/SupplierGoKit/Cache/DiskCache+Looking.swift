extension DiskCache {
    /// What is kept under each key, in the keys' order; `nil` where there is nothing.
    ///
    /// Costs one file call a key where the entry has the extension that the key's text ends in, and where there is
    /// none; all keys together are one trip to the disk.
    ///
    /// - Throws: ``CacheError``, where the cache cannot be read at all.
    public func entries(for keys: [CacheKey]) async throws -> [CacheEntry?] {
        try await onDisk { [layout] () throws(FileError) in try CacheLookup(layout).entries(for: keys) }
    }
}

/// Looks keys up, one directory at a time: no more than two are open at once, however many keys there are.
private struct CacheLookup {
    private let layout: CacheLayout

    init(_ layout: CacheLayout) {
        self.layout = layout
    }

    func entries(for keys: [CacheKey]) throws(FileError) -> [CacheEntry?] {
        var entries = [CacheEntry?](repeating: nil, count: keys.count)
        for (namespace, indices) in Dictionary(grouping: keys.indices, by: { keys[$0].namespace }) {
            guard let directory = try Directory(at: layout.directory(of: namespace)) else { continue }
            let names = indices.map { (index: $0, name: CacheName(keys[$0])) }
            for (shard, names) in Dictionary(grouping: names, by: \.name.shard) {
                guard let shard = try directory.directory(shard) else { continue }
                var look = ShardLookup(shard)
                for (index, name) in names { entries[index] = try look.entry(for: keys[index], named: name.stem) }
            }
        }
        return entries
    }
}

/// Looks keys up in one directory.
private struct ShardLookup {
    private let directory: Directory
    private var isMarked: Bool?

    init(_ directory: Directory) {
        self.directory = directory
    }

    mutating func entry(for key: CacheKey, named stem: String) throws(FileError) -> CacheEntry? {
        let plain = key.plainExtension
        if let entry = try entry(for: key, at: stem + "." + plain) { return entry }
        guard try hasOthers() else { return nil }
        for other in key.namespace.fileExtensions where other != plain {
            if let entry = try entry(for: key, at: stem + "." + other) { return entry }
        }
        return nil
    }

    /// Whether there may be entries that are not plain; asked once, and only where one is missing.
    private mutating func hasOthers() throws(FileError) -> Bool {
        if let isMarked { return isMarked }
        let isMarked = try directory.status(of: CacheFileName.markName) != nil
        self.isMarked = isMarked
        return isMarked
    }

    private func entry(for key: CacheKey, at name: String) throws(FileError) -> CacheEntry? {
        guard let status = try directory.status(of: name), status.kind == .regular, status.byteCount > 0 else {
            return nil
        }
        return CacheEntry(
            key: key, file: directory.path + "/" + name, byteCount: status.byteCount, storedAt: status.modifiedAt)
    }
}
