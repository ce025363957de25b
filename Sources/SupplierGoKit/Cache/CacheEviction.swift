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

    private let layout: CacheLayout
    private var shards: [(path: String, namespace: String)] = []
    private var candidates: [Candidate] = []

    /// What was dropped.
    private(set) var removed: CacheUsage

    /// How many bytes are left, those of files that are being written included.
    private(set) var byteCount = 0

    /// Looks at all entries.
    init(of layout: CacheLayout) throws(FileError) {
        self.layout = layout
        removed = CacheUsage(directory: layout.directory)
        var unpublished = 0
        var (shards, candidates) = (shards, candidates)
        try CacheWalk(of: layout)?.visit { (shard, namespace) throws(FileError) in
            shards.append((shard.path, namespace))
            let found = try Self.look(at: shard, number: shards.count - 1)
            candidates += found.candidates
            unpublished += found.unpublished
        }
        self.shards = shards
        self.candidates = candidates.sorted { $0.lastUsedAt < $1.lastUsedAt }
        byteCount = candidates.reduce(unpublished) { $0 + $1.byteCount }
    }

    /// What a directory holds; looked at again where a file that was being written is published meanwhile, since it would
    /// be counted under neither name.
    private static func look(
        at shard: Directory, number: Int
    ) throws(FileError) -> (candidates: [Candidate], unpublished: Int) {
        var found: (candidates: [Candidate], unpublished: Int) = ([], 0)
        for _ in 0..<8 {
            found = ([], 0)
            var hasChanged = false
            let names = Set(try shard.names())
            for name in names {
                switch CacheFileName(name) {
                case .entry:
                    guard let status = try shard.status(of: name), status.kind == .regular else { continue }
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

    /// Drops what was last used before a moment.
    mutating func drop(unusedSince moment: Date) throws(FileError) {
        let count = candidates.prefix { $0.lastUsedAt < moment }.count
        for candidate in candidates.prefix(count) { try drop(candidate) }
        candidates.removeFirst(count)
    }

    /// Drops the least recently used until so many bytes are left at most.
    mutating func drop(downTo limit: Int) throws(FileError) {
        var count = 0
        while byteCount > limit, count < candidates.count {
            try drop(candidates[count])
            count += 1
        }
        candidates.removeFirst(count)
    }

    private mutating func drop(_ candidate: Candidate) throws(FileError) {
        let (path, namespace) = shards[candidate.shard]
        byteCount -= candidate.byteCount
        guard try FileSystem.removeFile(path + "/" + candidate.name) else { return }
        try FileSystem.removeFile(path + "/" + CacheFileName.record(of: candidate.name))
        removed.add(byteCount: candidate.byteCount, to: namespace)
    }
}

extension FileStatus {
    /// When a cache's file was last stored or asked for.
    var lastUsedAt: Date { max(accessedAt, modifiedAt) }
}
