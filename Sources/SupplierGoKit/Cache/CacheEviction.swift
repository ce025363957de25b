/// Drops the least recently used entries of a cache, and before them those that are larger than their share.
///
/// It holds the files of one shard at a time, so its memory does not grow with the cache: a first walk counts the bytes by the
/// time of their last use, a second one drops those before the time that is found so.
struct CacheEviction {
    /// An entry's file, or a failure's.
    private struct File {
        let path: String
        let namespace: String
        let byteCount: Int
        let lastUsedAt: Date
    }

    /// The files under one key's name in all namespaces, such as a snapshot and its index. They are dropped together: none
    /// has a use without the others.
    private struct Group {
        var files: [File] = []
        var byteCount: Int { files.reduce(0) { $0 + $1.byteCount } }
        var lastUsedAt: Int64 { files.reduce(.min) { max($0, $1.lastUsedAt.microseconds) } }
    }

    /// The most groups that are held to be dropped in order.
    private static let listLimit = 4096

    private let layout: CacheLayout

    /// The groups that are left.
    private var ages = Histogram()

    /// The entries that were dropped.
    private(set) var removed: DiskCache.Usage

    /// The number of bytes left, including files that are being written.
    private(set) var byteCount = 0

    /// Looks at all entries.
    init(of layout: CacheLayout) throws {
        self.layout = layout
        removed = DiskCache.Usage(directory: layout.directory)
        byteCount = try Self.forEachGroup(in: layout) { ages.add($0.byteCount, at: $0.lastUsedAt) }
        byteCount += ages.byteCount
    }

    /// Drops the groups that were last used before a date.
    mutating func drop(unusedSince date: Date) throws {
        ages = Histogram()
        _ = try Self.forEachGroup(in: layout) { group in
            if group.lastUsedAt < date.microseconds {
                try drop(group)
            } else {
                ages.add(group.byteCount, at: group.lastUsedAt)
            }
        }
    }

    /// Drops groups until at most `limit` bytes are left: the least recently used first of those that are larger than a share,
    /// since one of them would cost many others, and then of the others.
    mutating func drop(downTo limit: Int, firstBeyond share: Int) throws {
        if byteCount > limit, ages.largestByteCount > share { try dropLarge(downTo: limit, beyond: share) }
        while byteCount > limit {
            let oldest = ages.times(ofOldest: byteCount - limit)
            // A moment cannot be divided further.
            let isListed = oldest.groupCount <= Self.listLimit || oldest.times.count <= 1
            var last: [Group] = []
            ages = Histogram()
            _ = try Self.forEachGroup(in: layout) { group in
                if group.lastUsedAt < oldest.times.lowerBound {
                    try drop(group)
                } else if oldest.times.contains(group.lastUsedAt) {
                    if isListed { last.append(group) }
                    ages.add(group.byteCount, at: group.lastUsedAt)
                }
            }
            // Too many groups for a list are divided by another walk.
            guard isListed else { continue }
            for group in last.sorted(by: { $0.lastUsedAt < $1.lastUsedAt }) where byteCount > limit { try drop(group) }
            return
        }
    }

    private mutating func dropLarge(downTo limit: Int, beyond share: Int) throws {
        var large: [Group] = []
        ages = Histogram()
        _ = try Self.forEachGroup(in: layout) { group in
            if group.byteCount > share, large.count < Self.listLimit {
                large.append(group)
            } else {
                ages.add(group.byteCount, at: group.lastUsedAt)
            }
        }
        for group in large.sorted(by: { $0.lastUsedAt < $1.lastUsedAt }) {
            if byteCount > limit { try drop(group) } else { ages.add(group.byteCount, at: group.lastUsedAt) }
        }
    }

    private mutating func drop(_ group: Group) throws {
        for file in group.files {
            byteCount -= file.byteCount
            guard try FileSystem.removeFile(file.path) else { continue }
            try FileSystem.removeFile(EntryRecord.Store.sidePath(of: file.path))
            removed.add(byteCount: file.byteCount, to: file.namespace)
        }
    }
}

// MARK: - Walking

extension CacheEviction {
    /// Calls a function for each group.
    ///
    /// - Returns: the bytes in files that are being written.
    private static func forEachGroup(in layout: CacheLayout, _ body: (Group) throws -> Void) throws -> Int {
        var unpublished = 0
        try layout.forEachShardOfAllNamespaces { directories in
            var groups: [UInt64: Group] = [:]
            for (shard, namespace) in directories {
                let found = try look(at: shard, namespace)
                unpublished += found.unpublished
                for file in found.files {
                    let name = file.path.dropFirst(shard.path.utf8.count + 1)
                    groups[CacheKey.Name.word(ofFile: String(name)) ?? 0, default: Group()].files.append(file)
                }
            }
            for group in groups.values { try body(group) }
        }
        return unpublished
    }

    /// The files in a directory. It is looked at again if a file that was being written was published meanwhile, since that
    /// would be counted under neither name.
    private static func look(
        at shard: Directory, _ namespace: String
    ) throws -> (files: [File], unpublished: Int) {
        var found: (files: [File], unpublished: Int) = ([], 0)
        for _ in 0..<8 {
            found = ([], 0)
            var hasChanged = false
            let names = Set(try shard.names())
            for name in names {
                switch CacheLayout.FileName(name) {
                case .entry:
                    guard let status = try shard.status(of: name) else { continue }
                    if status.kind == .other { try removeLink(name, in: shard, names) }
                    guard status.kind == .regular else { continue }
                    found.files.append(
                        File(
                            path: shard.path + "/" + name, namespace: namespace, byteCount: status.byteCount,
                            lastUsedAt: status.lastUsedAt))
                case .temporary:
                    let status = try shard.status(of: name)
                    hasChanged = hasChanged || status == nil
                    found.unpublished += status?.byteCount ?? 0
                case .record(let entry):
                    if !names.contains(entry) { try shard.removeFile(name) }
                case .foreign: break
                }
            }
            guard hasChanged else { break }
        }
        return found
    }

    /// Removes a link that leads to none of a directory's files.
    private static func removeLink(_ name: String, in shard: Directory, _ names: Set<String>) throws {
        guard let target = try FileSystem.link(at: shard.path + "/" + name), !names.contains(target) else { return }
        try shard.removeFile(name)
    }
}

// MARK: - Ages

extension CacheEviction {
    /// Numbers of bytes and groups by the time of their last use, in a bounded number of bins of equal length.
    private struct Histogram {
        private static let binLimit = 4096

        /// The bytes of all groups.
        private(set) var byteCount = 0

        /// The bytes of the largest group.
        private(set) var largestByteCount = 0

        /// The length of a bin is 2 to the power of this, in microseconds.
        private var shift: Int64 = 0
        private var bins: [Int64: (byteCount: Int, groupCount: Int)] = [:]

        mutating func add(_ byteCount: Int, at time: Int64) {
            self.byteCount += byteCount
            largestByteCount = max(largestByteCount, byteCount)
            add((byteCount, 1), to: time >> shift)
            while bins.count > Self.binLimit {
                let shorter = bins
                shift += 1
                bins = [:]
                for (bin, amount) in shorter { add(amount, to: bin >> 1) }
            }
        }

        private mutating func add(_ amount: (byteCount: Int, groupCount: Int), to bin: Int64) {
            bins[bin, default: (0, 0)].byteCount += amount.byteCount
            bins[bin, default: (0, 0)].groupCount += amount.groupCount
        }

        /// The times of the newest among the oldest groups that have a number of bytes together, and how many groups are of
        /// those times; the time after all groups if they have less.
        func times(ofOldest byteCount: Int) -> (times: Range<Int64>, groupCount: Int) {
            var (rest, end) = (byteCount, Int64.min)
            for (bin, amount) in bins.sorted(by: { $0.key < $1.key }) {
                end = (bin + 1) << shift
                rest -= amount.byteCount
                if rest <= 0 { return (bin << shift..<end, amount.groupCount) }
            }
            return (end..<end, 0)
        }
    }
}
