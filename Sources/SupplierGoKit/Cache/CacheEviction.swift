import FoundationEssentials

/// A walk through a cache that drops the least recently used entries.
struct CacheEviction {
    /// An entry's file, or a failure's.
    private struct File {
        let shard: Int
        let name: String
        let byteCount: Int
        let lastUsedAt: Date
    }

    /// The files under one key's name in all namespaces, such as a snapshot and its index. They are dropped together: none
    /// has a use without the others.
    private struct Group {
        var files: [File]
        var lastUsedAt: Date { files.reduce(.distantPast) { max($0, $1.lastUsedAt) } }
    }

    private let shards: [(path: String, namespace: String)]

    /// The groups that are left, the least recently used first.
    private var groups: [Group]

    /// The entries that were dropped.
    private(set) var removed: DiskCache.Usage

    /// The number of bytes left, including files that are being written.
    private(set) var byteCount: Int

    /// Looks at all entries.
    init(of layout: CacheLayout) throws {
        removed = DiskCache.Usage(directory: layout.directory)
        var byteCount = 0
        var shards: [(String, String)] = []
        var groups: [UInt64: Group] = [:]
        try layout.forEachShard { shard, namespace in
            shards.append((shard.path, namespace))
            let found = try Self.look(at: shard, number: shards.count - 1)
            byteCount += found.files.reduce(found.unpublished) { $0 + $1.byteCount }
            for file in found.files {
                groups[CacheKey.Name.word(ofFile: file.name) ?? 0, default: Group(files: [])].files.append(file)
            }
        }
        self.shards = shards
        self.byteCount = byteCount
        self.groups = groups.values.map { ($0, $0.lastUsedAt) }.sorted { $0.1 < $1.1 }.map(\.0)
    }

    /// The files in a directory. It is looked at again if a file that was being written was published meanwhile, since that
    /// would be counted under neither name.
    private static func look(
        at shard: Directory, number: Int
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
                        File(shard: number, name: name, byteCount: status.byteCount, lastUsedAt: status.lastUsedAt))
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

    /// Drops what was last used before a date.
    mutating func drop(unusedSince date: Date) throws {
        let count = groups.prefix { $0.lastUsedAt < date }.count
        for group in groups.prefix(count) { try drop(group) }
        groups.removeFirst(count)
    }

    /// Drops the least recently used entries until at most `limit` bytes are left.
    mutating func drop(downTo limit: Int) throws {
        var count = 0
        while byteCount > limit, count < groups.count {
            try drop(groups[count])
            count += 1
        }
        groups.removeFirst(count)
    }

    private mutating func drop(_ group: Group) throws {
        for file in group.files {
            let (directory, namespace) = shards[file.shard]
            byteCount -= file.byteCount
            guard try FileSystem.removeFile(directory + "/" + file.name) else { continue }
            try FileSystem.removeFile(directory + "/" + CacheLayout.FileName.record(of: file.name))
            removed.add(byteCount: file.byteCount, to: namespace)
        }
    }
}
