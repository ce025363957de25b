import FoundationEssentials
import Glibc

/// Holds a cache to its limit, across processes.
struct CacheBounds: Sendable {
    /// What fails where an entry is too large.
    static let operation = "keep within the cache's limit"

    /// How many bytes the cache's entries may have together.
    let limit: Int

    private let layout: CacheLayout
    private let ledger: UsageLedger

    init(_ limit: Int, of layout: CacheLayout) {
        self.limit = limit
        self.layout = layout
        ledger = UsageLedger(in: layout.directory)
    }

    /// Throws where an entry would have more bytes than the whole cache may.
    func check(_ byteCount: Int, at path: String) throws(FileError) {
        guard byteCount <= limit else { throw FileError(Self.operation, path, EFBIG) }
    }

    /// Makes room for an entry before it appears, by dropping the least recently used where that is needed.
    ///
    /// A tenth more than needed is dropped, so that the walk it takes is for many entries.
    func reserve(_ byteCount: Int) throws(FileError) {
        if try ledger.take(byteCount) { return }
        if let total = try ledger.add(byteCount, ahead: lot, within: limit / 2), total <= limit { return }
        try ledger.alone { () throws(FileError) in
            // Another may have made room meanwhile.
            if let total = try ledger.count(), total <= limit { return }
            try evict { (eviction) throws(FileError) in
                if eviction.byteCount > limit { try eviction.drop(downTo: limit - limit / 10) }
            }
        }
    }

    /// How much is reserved ahead: what many entries need, and so little that it is no matter whether it is there.
    private var lot: Int { limit < 64 << 20 ? 0 : 1 << 20 }

    /// Takes away what was reserved and did not appear, or has gone.
    func giveBack(_ byteCount: Int) throws(FileError) {
        guard byteCount > 0 else { return }
        try ledger.remove(byteCount)
    }

    /// Drops what is too much or was not used for too long; returns what was dropped.
    func prune(downTo limit: Int, unusedSince moment: Date?) throws(FileError) -> CacheUsage {
        try ledger.alone { () throws(FileError) in
            try evict { (eviction) throws(FileError) in
                if let moment { try eviction.drop(unusedSince: moment) }
                try eviction.drop(downTo: limit)
            }
        }
    }

    /// Walks, drops, and sets the count right; what others add meanwhile is added to it.
    @discardableResult
    private func evict(_ body: (inout CacheEviction) throws(FileError) -> Void) throws(FileError) -> CacheUsage {
        let before = try ledger.change { $0 ?? 0 } ?? 0
        var eviction = try CacheEviction(of: layout)
        try body(&eviction)
        let left = eviction.byteCount
        try ledger.change(isWalk: true) { now in left + max(0, (now ?? before) - before) }
        return eviction.removed
    }
}
