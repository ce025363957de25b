/// Drops the least recently used entries of a cache, and before them those that are larger than their share.
///
/// A first walk finds how large the entries are and when they were last used, which takes 16 bytes of memory for each;
/// a second one drops the first of them in that order. The walks also remove what killed writers left a day ago.
/// ``CacheLimit`` decides when there is a walk, and down to how many bytes.
struct CacheEviction {
    /// The size and the last use of an entry.
    private struct Age {
        let byteCount: Int
        let lastUsedAt: Int64

        /// The entry is dropped before the other one.
        func precedes(_ other: Age, firstBeyond share: Int) -> Bool {
            (byteCount > share ? 0 : 1, lastUsedAt) < (other.byteCount > share ? 0 : 1, other.lastUsedAt)
        }
    }

    private let layout: CacheLayout

    /// Those of the entries that are left.
    private var ages: [Age] = []

    /// The number of bytes left.
    private(set) var byteCount = 0

    /// The entries that were dropped.
    private(set) var removed: DiskCache.Usage

    /// Looks at all entries, and drops those that were last used before a date.
    init(of layout: CacheLayout, unusedSince date: Date?) throws {
        self.layout = layout
        removed = DiskCache.Usage(directory: layout.directory)
        if let root = try Directory(at: layout.directory) {
            for name in try root.names() where CacheLayout.FileName(name) == .temporary {
                try Self.removeLitter(name, in: root)
            }
        }
        let oldest = date?.microseconds ?? .min
        try Self.forEachEntry(in: layout) { age, path, namespace in
            byteCount += age.byteCount
            if age.lastUsedAt < oldest { try drop(age, path, of: namespace) } else { ages.append(age) }
        }
    }

    /// Drops entries until at most `limit` bytes are left. Entries larger than a share come first, since keeping one of
    /// them would cost many small ones, then the others; both in the order of their last use, the oldest first.
    mutating func drop(downTo limit: Int, firstBeyond share: Int) throws {
        guard byteCount > limit else { return }
        ages.sort { $0.precedes($1, firstBeyond: share) }
        var rest = byteCount - limit
        let last = ages.first { age in
            rest -= age.byteCount
            return rest <= 0
        }
        try Self.forEachEntry(in: layout) { age, path, namespace in
            guard byteCount > limit, last?.precedes(age, firstBeyond: share) != true else { return }
            try drop(age, path, of: namespace)
        }
    }

    private mutating func drop(_ age: Age, _ path: String, of namespace: String) throws {
        byteCount -= age.byteCount
        guard try FileSystem.removeFile(path) else { return }
        try FileSystem.removeFile(EntryRecord.sidePath(of: path))
        removed.add(byteCount: age.byteCount, to: namespace)
    }
}

// MARK: - Walking

extension CacheEviction {
    /// Calls a function with the age, the path and the namespace of each entry.
    private static func forEachEntry(
        in layout: CacheLayout, _ body: (Age, _ path: String, _ namespace: String) throws -> Void
    ) throws {
        try layout.forEachShard { shard, namespace in
            let names = Set(try shard.names())
            for name in names {
                switch CacheLayout.FileName(name) {
                case .entry:
                    guard let status = try shard.status(of: name), status.kind == .regular else { continue }
                    let age = Age(byteCount: status.byteCount, lastUsedAt: status.lastUsedAt.microseconds)
                    try body(age, shard.path + "/" + name, namespace)
                case .record(let entry): if !names.contains(entry) { try shard.removeFile(name) }
                case .temporary: try removeLitter(name, in: shard)
                case .foreign: break
                }
            }
        }
    }

    /// Removes a temporary file that was not written to for a day: its writer was killed.
    private static func removeLitter(_ name: String, in directory: Directory) throws {
        guard let status = try directory.status(of: name), status.kind == .regular,
            -status.modifiedAt.timeIntervalSinceNow > 24 * 60 * 60
        else { return }
        try directory.removeFile(name)
    }
}
