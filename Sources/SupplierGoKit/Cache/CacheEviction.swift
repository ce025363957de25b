import FoundationEssentials

/// A walk through a cache that drops the least recently used entries.
struct CacheEviction {
    /// An entry's file.
    private struct Candidate {
        let shard: Int
        let name: String
        let byteCount: Int
        let lastUsedAt: Date
    }

    private let shards: [(path: String, namespace: String)]

    /// The entries that are left, the least recently used first.
    private var candidates: [Candidate]

    /// What was dropped.
    private(set) var removed: CacheUsage

    /// How many bytes are left, including files that are being written.
    private(set) var byteCount: Int

    /// Looks at all entries.
    init(of layout: CacheLayout) throws {
        removed = CacheUsage(directory: layout.directory)
        var unpublished = 0
        var (shards, candidates): ([(String, String)], [Candidate]) = ([], [])
        try layout.forEachShard { shard, namespace in
            shards.append((shard.path, namespace))
            let found = try Self.look(at: shard, number: shards.count - 1)
            candidates += found.candidates
            unpublished += found.unpublished
        }
        self.shards = shards
        self.candidates = candidates.sorted { $0.lastUsedAt < $1.lastUsedAt }
        byteCount = candidates.reduce(unpublished) { $0 + $1.byteCount }
    }

    /// What a directory holds. It is looked at again if a file that was being written was published meanwhile, since that
    /// would be counted under neither name.
    private static func look(
        at shard: Directory, number: Int
    ) throws -> (candidates: [Candidate], unpublished: Int) {
        var found: (candidates: [Candidate], unpublished: Int) = ([], 0)
        for _ in 0..<8 {
            found = ([], 0)
            var hasChanged = false
            let names = Set(try shard.names())
            for name in names {
                switch CacheFileName(name) {
                case .entry:
                    guard let status = try shard.status(of: name) else { continue }
                    if status.kind == .other { try removeLink(name, in: shard, names) }
                    guard status.kind == .regular else { continue }
                    found.candidates.append(
                        Candidate(
                            shard: number, name: name, byteCount: status.byteCount, lastUsedAt: status.lastUsedAt))
                case .temporary:
                    let status = try shard.status(of: name)
                    hasChanged = hasChanged || status == nil
                    found.unpublished += status?.byteCount ?? 0
                case .record(let entry):
                    if !names.contains(entry) { try shard.removeFile(name) }
                case .mark, .foreign: break
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
        let count = candidates.prefix { $0.lastUsedAt < date }.count
        for candidate in candidates.prefix(count) { try drop(candidate) }
        candidates.removeFirst(count)
    }

    /// Drops the least recently used entries until at most `limit` bytes are left.
    mutating func drop(downTo limit: Int) throws {
        var count = 0
        while byteCount > limit, count < candidates.count {
            try drop(candidates[count])
            count += 1
        }
        candidates.removeFirst(count)
    }

    private mutating func drop(_ candidate: Candidate) throws {
        let (path, namespace) = shards[candidate.shard]
        byteCount -= candidate.byteCount
        guard try FileSystem.removeFile(path + "/" + candidate.name) else { return }
        try FileSystem.removeFile(path + "/" + CacheFileName.record(of: candidate.name))
        removed.add(byteCount: candidate.byteCount, to: namespace)
    }
}
