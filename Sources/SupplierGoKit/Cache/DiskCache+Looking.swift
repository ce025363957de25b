import FoundationEssentials

extension DiskCache {
    /// What is kept under each key, in the keys' order; `nil` where there is nothing.
    ///
    /// Costs one file call a key where the entry has the extension that the key's text ends in, and where there is
    /// none. Many keys are one trip to the disk for each of a few threads.
    ///
    /// - Throws: ``CacheError``, where the cache cannot be read at all.
    public func entries(for keys: [CacheKey]) async throws -> [CacheEntry?] {
        let share = max(Self.keysWorthAThread, (keys.count + 3) / 4)
        return try await withThrowingTaskGroup(of: (start: Int, entries: [CacheEntry?]).self) { group in
            for start in stride(from: 0, to: keys.count, by: share) {
                let part = Array(keys[start..<min(start + share, keys.count)])
                group.addTask {
                    try await onDisk { [layout] () throws(FileError) in
                        (start, try CacheLookup(layout).entries(for: part))
                    }
                }
            }
            var parts: [(start: Int, entries: [CacheEntry?])] = []
            for try await part in group { parts.append(part) }
            return parts.sorted { $0.start < $1.start }.flatMap(\.entries)
        }
    }

    /// So many take about two milliseconds, a hundred times as long as handing them to a thread.
    private static var keysWorthAThread: Int { 1000 }
}

/// Looks keys up, one directory at a time: no more than two are open at once, however many keys there are.
private struct CacheLookup {
    private let layout: CacheLayout

    init(_ layout: CacheLayout) {
        self.layout = layout
    }

    func entries(for keys: [CacheKey]) throws(FileError) -> [CacheEntry?] {
        var entries = [CacheEntry?](repeating: nil, count: keys.count)
        for (namespace, indices) in Self.group(keys) {
            guard let directory = try Directory(at: layout.directory(of: namespace)) else { continue }
            var shards = [[(index: Int, stem: String)]](repeating: [], count: 256)
            for index in indices {
                let name = CacheName(keys[index])
                shards[Int(name.shardIndex)].append((index, name.stem))
            }
            for (shardIndex, names) in zip(UInt8.min...UInt8.max, shards) where !names.isEmpty {
                guard let shard = try directory.directory(CacheName.shard(shardIndex)) else { continue }
                var look = ShardLookup(shard)
                for (index, stem) in names { entries[index] = try look.entry(for: keys[index], named: stem) }
            }
        }
        return entries
    }

    /// The keys' indices by namespace; there are few namespaces, and comparing is cheaper than hashing.
    private static func group(_ keys: [CacheKey]) -> [(namespace: CacheKey.Namespace, indices: [Int])] {
        var groups: [(namespace: CacheKey.Namespace, indices: [Int])] = []
        for (index, key) in keys.enumerated() {
            if let group = groups.firstIndex(where: { $0.namespace == key.namespace }) {
                groups[group].indices.append(index)
            } else {
                groups.append((key.namespace, [index]))
            }
        }
        return groups
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
        let record = try RecordPlace.record(of: name, in: directory, status)
        // An entry of another size than it was stored with is damaged.
        if let record, record.byteCount != status.byteCount { return nil }
        noteUse(of: name, status)
        let isUntouched = record?.modifiedNanoseconds == status.modifiedNanoseconds
        return CacheEntry(
            key: key, file: directory.path + "/" + name, byteCount: status.byteCount, storedAt: status.modifiedAt,
            lastUsedAt: status.lastUsedAt, response: isUntouched ? record?.response : nil)
    }

    /// Says that an entry was used, unless that was said within the hour: a look must not cost a write each time.
    private func noteUse(of name: String, _ status: FileStatus) {
        guard status.lastUsedAt.timeIntervalSinceNow < -3600 else { return }
        do throws(FileError) {
            try FileSystem.touch(directory.path + "/" + name)
        } catch {
            // On a medium that is only read nothing is dropped either.
        }
    }
}
