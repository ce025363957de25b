/// Drops the least recently used entries of a cache, and before them those that are larger than their share.
///
/// A first walk finds how large the entries are and when they were last used, which takes 16 bytes of memory for each;
/// a second one drops the first of them in that order. The walks also remove what killed writers left. ``CacheLimit``
/// decides when there is a walk, and down to how many bytes.
struct CacheEviction {
    /// The size and the last use of a group.
    private struct Age {
        var byteCount = 0
        var lastUsedAt = Int64.min

        /// The group is dropped before the other one.
        func precedes(_ other: Age, firstBeyond share: Int) -> Bool {
            (byteCount > share ? 0 : 1, lastUsedAt) < (other.byteCount > share ? 0 : 1, other.lastUsedAt)
        }
    }

    /// The files under one key's name in all namespaces, such as a snapshot and its index. They are dropped together:
    /// none has a use without the others.
    private struct Group {
        var age = Age()
        var files: [(path: String, namespace: String, byteCount: Int)] = []

        mutating func add(_ path: String, in namespace: String, _ status: FileStatus) {
            files.append((path, namespace, status.byteCount))
            age.byteCount += status.byteCount
            age.lastUsedAt = max(age.lastUsedAt, status.lastUsedAt.microseconds)
        }
    }

    private let layout: CacheLayout

    /// The groups that are left.
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
        try layout.forEachShard { shards in
            for group in try Self.groups(in: shards) {
                byteCount += group.age.byteCount
                if group.age.lastUsedAt < oldest { try drop(group) } else { ages.append(group.age) }
            }
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
        try layout.forEachShard { shards in
            for group in try Self.groups(in: shards) where byteCount > limit {
                if last?.precedes(group.age, firstBeyond: share) != true { try drop(group) }
            }
        }
    }

    private mutating func drop(_ group: Group) throws {
        for file in group.files {
            byteCount -= file.byteCount
            guard try FileSystem.removeFile(file.path) else { continue }
            try FileSystem.removeFile(EntryRecord.sidePath(of: file.path))
            removed.add(byteCount: file.byteCount, to: file.namespace)
        }
    }
}

// MARK: - Walking

extension CacheEviction {
    /// The groups in the directories of one name.
    private static func groups(in shards: [(shard: Directory, namespace: String)]) throws -> [Group] {
        var groups: [UInt64: Group] = [:]
        for (shard, namespace) in shards {
            let names = Set(try shard.names())
            for name in names {
                switch CacheLayout.FileName(name) {
                case .entry:
                    guard let status = try shard.status(of: name), status.kind == .regular else { continue }
                    let word = CacheKey.Name.word(ofFile: name) ?? 0
                    groups[word, default: Group()].add(shard.path + "/" + name, in: namespace, status)
                case .record(let entry): if !names.contains(entry) { try shard.removeFile(name) }
                case .temporary: try removeLitter(name, in: shard)
                case .foreign: break
                }
            }
        }
        return Array(groups.values)
    }

    /// Removes a temporary file whose writer was killed: a living one holds its lock.
    private static func removeLitter(_ name: String, in directory: Directory) throws {
        do throws(FileError) {
            try LockFile.removeUnheld(name, in: directory)
        } catch {
            guard let number = error.errorNumber, [ENOLCK, ENOSYS, ENOTSUP].contains(number) else { throw error }
            // A file system without locks does not tell who lives.
            let age = try directory.status(of: name).map { -$0.modifiedAt.timeIntervalSinceNow } ?? 0
            if age > 24 * 60 * 60 { try directory.removeFile(name) }
        }
    }
}
