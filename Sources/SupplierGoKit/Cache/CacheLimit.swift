/// Holds a cache to its limit: processes count what they store, and none knows what there is.
///
/// The file ``CacheLayout/walk`` has the date and the limit of the last walk through the cache, and the bytes that may
/// be stored before the next one: as many as there was room for, or a tenth of the limit if that is more. Behind them
/// it grows by a byte for each thousandth of the limit that is stored: with a limit of 1 GiB a byte stands for 1 MiB. A
/// walk is due after those bytes, after a day, and under another limit. Between two walks the cache exceeds its limit
/// by a tenth at most, and by what is being stored at the moment.
final class CacheLimit: Sendable {
    /// The time from a walk to the next one if little is stored, in seconds.
    private static let interval: TimeInterval = 24 * 60 * 60

    /// The length of the file after a walk: its time in microseconds, the limit, and the bytes until the next one.
    private static let headByteCount = 24

    /// The most bytes that the entries may have together. Default: ``DiskCache/defaultByteLimit``.
    let byteCount: Int

    private let layout: CacheLayout
    private let path: String

    private struct State {
        /// Bytes that the file counts, and that this process has not stored yet.
        var advance = 0

        /// Another process was walking when a walk was last due.
        var hasYielded = false
    }

    private let state = Lock(State())

    /// The bytes for which the file grows by one, at least 1. Most entries are smaller and add none.
    private var unit: Int { max(1, byteCount / 1000) }

    init(_ byteCount: Int, of layout: CacheLayout) {
        self.byteCount = byteCount
        self.layout = layout
        path = layout.path(of: CacheLayout.walk)
    }

    /// Prepares for a file that is about to appear. If a walk is due, it drops the least recently used entries unless
    /// they have room together with this one.
    ///
    /// - Parameter path: the path of the file, which may replace another one.
    func makeRoom(for fileByteCount: Int, at path: String) throws {
        // Other threads wait for a walk.
        try state.withLock { state in
            state.advance -= fileByteCount
            guard state.advance < 0 else { return }
            let units = (unit - 1 - state.advance) / unit
            state.advance += units * unit
            if try count(units) { return }
            do {
                let isDone = try walk(isUrgent: state.hasYielded, before: units * unit) { eviction in
                    let added = fileByteCount - (try FileSystem.linkStatus(of: path)?.byteCount ?? 0)
                    guard eviction.byteCount + added > byteCount else { return }
                    try eviction.drop(downTo: byteCount - byteCount / 10 - added, firstBeyond: byteCount / 2)
                }
                // The other process may have been stopped: this one stores a tenth of the limit, and walks then.
                if !isDone { state.advance += byteCount / 10 }
                state.hasYielded = !isDone
            } catch let error as FileError where error.errorNumber == EMFILE {
                // A walk needs some descriptors, which transfers may have just now. The walk stays due.
            }
        }
    }

    /// Drops what was not used since a date, and then the least recently used entries down to a limit.
    ///
    /// - Returns: what was dropped.
    func prune(downTo limit: Int, unusedSince date: Date?) throws -> DiskCache.Usage {
        var removed = DiskCache.Usage(directory: layout.directory)
        _ = try walk(isUrgent: true, unusedSince: date) { eviction in
            try eviction.drop(downTo: limit, firstBeyond: limit / 2)
            removed = eviction.removed
        }
        return removed
    }

    /// Walks through the cache, unless another process does.
    ///
    /// - Parameters:
    ///   - isUrgent: whether this one walks even then. Both drop the same.
    ///   - advance: the bytes that are stored after the walk, and that the file does not count.
    /// - Returns: whether it walked.
    private func walk(
        isUrgent: Bool, before advance: Int = 0, unusedSince date: Date? = nil,
        _ drop: (inout CacheEviction) throws -> Void
    ) throws -> Bool {
        let file = try layout.openLockFile(CacheLayout.walk)
        // On a file system without locks two may walk at once.
        guard file.tryLockIfPossible() || isUrgent else { return false }
        defer { file.unlock() }
        var eviction = try CacheEviction(of: layout, unusedSince: date)
        try drop(&eviction)
        // At the end: until then a walk is due for all others.
        let room = max(byteCount - eviction.byteCount - advance, byteCount / 10)
        try file.write([UInt64(bitPattern: Date.now.microseconds), UInt64(byteCount), UInt64(room)].bytes)
        try file.truncate(to: Self.headByteCount)
        return true
    }

    /// Makes the file longer for bytes that will be stored.
    ///
    /// - Returns: `false` if a walk is due instead.
    private func count(_ units: Int) throws -> Bool {
        let flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK
        guard let file = try FileDescriptor(ifPresent: path, flags) else { return false }
        let head = try file.read(Self.headByteCount, at: 0)
        guard head.count == Self.headByteCount, head.span.word(at: 8) == UInt64(byteCount) else { return false }
        let walkedAt = Date(microseconds: Int64(bitPattern: head.span.word(at: 0)))
        let stored = try (file.status().byteCount - Self.headByteCount + units).multipliedReportingOverflow(by: unit)
        guard Freshness.isPast(walkedAt, at: .now), -walkedAt.timeIntervalSinceNow < Self.interval,
            !stored.overflow, stored.partialValue < head.span.word(at: 16)
        else { return false }
        try file.write([UInt8](repeating: 0, count: units))
        return true
    }
}
