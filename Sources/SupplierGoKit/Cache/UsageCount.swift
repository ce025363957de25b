/// Counts a cache's bytes and holds them to a limit, across processes.
///
/// All processes share one count in a small file, so that no store walks through the cache. What was stored is added in
/// batches: a process adds a batch in advance and then stores without looking at the file until that is used up. What is
/// left is taken away in the end. A process that dies leaves the count too high. A walk by another one sets the count to
/// what is there, so it may then be too low by a batch. Walks drop ten percent below the limit, and set it right.
final class UsageCount: Sendable {
    /// The locked bytes, far after the end of the file.
    private enum LockOffset {
        static let count = 1 << 20
        static let eviction = 1 << 21
    }

    /// The content of the file.
    private struct Record {
        static let version: UInt8 = 2
        static let byteCount = 21

        var total: Int
        var walkNumber: UInt64
    }

    private struct State {
        var file: FileDescriptor?

        /// Bytes that are counted and not stored.
        var advance = 0

        /// The last walk when they were counted.
        var walkNumber: UInt64 = 0
    }

    /// The largest count that is believed, in bytes; sums with it do not overflow.
    private static let largest: UInt64 = 1 << 62

    /// The most bytes that the entries may have together.
    let limit: Int

    /// The number of bytes that are counted in advance.
    private let batch: Int

    private let layout: CacheLayout
    private let state = Lock(State())

    init(of layout: CacheLayout, limit: Int) {
        self.layout = layout
        self.limit = limit
        batch = limit < 64 << 20 ? 0 : 1 << 20
    }

    deinit {
        // A count that stays too high costs an early walk.
        _ = Result { try returnAdvance() }
    }

    /// Counts bytes that were stored, or removed, and then drops the least recently used entries if the cache is too
    /// large.
    func add(_ byteCount: Int) throws {
        let total: Int? = try state.withLock { state in
            state.advance -= byteCount
            guard state.advance < 0 || state.advance > 2 * batch else { return 0 }
            let missing = batch - state.advance
            let total = try change(&state) { $0.map { max(0, $0 + missing) } }
            state.advance = batch
            return total
        }
        if let total, total <= limit { return }
        do {
            try evict(unless: { $0.map { $0 <= self.limit } ?? false }) { eviction in
                if eviction.byteCount > limit { try eviction.drop(downTo: limit - limit / 10, firstBeyond: limit / 2) }
            }
        } catch let error as FileError where error.errorNumber == EMFILE {
            // The walk needs three descriptors, which transfers may have just now. The bytes are stored; the next ones try again.
            state.withLock { $0.advance = 0 }
        }
    }

    /// Drops what was not used since a date, and then the least recently used entries down to a limit.
    ///
    /// - Returns: what was dropped.
    func prune(downTo limit: Int, unusedSince date: Date?) throws -> DiskCache.Usage {
        try evict { eviction in
            if let date { try eviction.drop(unusedSince: date) }
            try eviction.drop(downTo: limit, firstBeyond: limit / 2)
        }
    }

    /// The count; `nil` if it is unknown: the file is missing or damaged.
    func count() throws -> Int? {
        try state.withLock { try change(&$0) { $0 } }
    }

    /// Walks through the cache while no other process does, drops entries, and sets the count.
    @discardableResult
    private func evict(
        unless isDone: (_ total: Int?) -> Bool = { _ in false }, _ drop: (inout CacheEviction) throws -> Void
    ) throws -> DiskCache.Usage {
        // A descriptor of its own also keeps other threads away.
        let lock = try openFile()
        try lock.lock(byteAt: LockOffset.eviction)
        defer { withExtendedLifetime(lock) {} }
        let before = try count()
        if isDone(before) { return DiskCache.Usage(directory: layout.directory) }
        var eviction = try CacheEviction(of: layout)
        try drop(&eviction)
        let left = eviction.byteCount
        try state.withLock { state in
            // What others have added meanwhile is added.
            try change(&state, isWalk: true) { left + max(0, ($0 ?? 0) - (before ?? 0)) }
            state.advance = 0
        }
        return eviction.removed
    }

    private func returnAdvance() throws {
        try state.withLock { state in
            guard state.advance != 0, let file = state.file else { return }
            let (advance, walkNumber) = (state.advance, state.walkNumber)
            state.advance = 0
            try Self.locked(file) { () throws(FileError) in
                guard var record = try Self.record(in: file), record.walkNumber == walkNumber else { return }
                record.total = max(0, record.total - advance)
                try file.write(Self.bytes(of: record), at: 0)
            }
        }
    }

    /// Replaces the count under the file's lock.
    @discardableResult
    private func change(
        _ state: inout State, isWalk: Bool = false, _ body: (Int?) -> Int?
    ) throws(FileError) -> Int? {
        let file = try open(&state)
        let new: Record? = try Self.locked(file) { () throws(FileError) in
            let old = try Self.record(in: file)
            guard let total = body(old?.total) else { return nil }
            if let old, old.total == total, !isWalk { return old }
            let walkNumber = old?.walkNumber ?? .random(in: .min ... .max)
            let new = Record(total: total, walkNumber: isWalk ? walkNumber &+ 1 : walkNumber)
            try file.write(Self.bytes(of: new), at: 0)
            return new
        }
        if let new { state.walkNumber = new.walkNumber }
        return new?.total
    }

    private func open(_ state: inout State) throws(FileError) -> FileDescriptor {
        // Another process may have cleared the cache.
        if let file = state.file, try file.status().linkCount > 0 { return file }
        let file = try openFile()
        state.file = file
        return file
    }

    private func openFile() throws(FileError) -> FileDescriptor {
        let path = layout.path(of: CacheLayout.usage)
        return try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
    }

    private static func locked<Value>(
        _ file: FileDescriptor, _ body: () throws(FileError) -> Value
    ) throws(FileError) -> Value {
        try file.lock(byteAt: LockOffset.count)
        let result = Result { () throws(FileError) in try body() }
        try file.unlock(byteAt: LockOffset.count)
        return try result.get()
    }

    private static func record(in file: FileDescriptor) throws(FileError) -> Record? {
        let bytes = try file.read(Record.byteCount, at: 0)
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(bytes, version: Record.version)
            let (total, walkNumber) = (try reader.word(), try reader.word())
            return total > largest ? nil : Record(total: Int(total), walkNumber: walkNumber)
        } catch {
            return nil
        }
    }

    private static func bytes(of record: Record) -> [UInt8] {
        var writer = ByteWriter(version: Record.version)
        writer.append(word: UInt64(record.total))
        writer.append(word: record.walkNumber)
        return writer.sealed()
    }
}
