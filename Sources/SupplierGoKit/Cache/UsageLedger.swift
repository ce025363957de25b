import Glibc

/// How many bytes a cache holds, counted by all processes in one small file, so that a limit holds without a walk.
///
/// Bytes are added before their entry appears and taken away after it is gone, so whoever dies in between leaves the
/// count too high, never too low; a walk sets it right. A count that is missing or damaged is unknown.
///
/// Adding takes five calls, so a writer adds more than it needs and goes on from that; a walk, which sees only what is
/// there, ends what was added ahead. A writer notices that within a lot of entries, and then adds those again; only one
/// that dies before it does leaves the count too low, by a mebibyte at most.
final class UsageLedger: Sendable {
    /// The places of the locks, far behind the file's end.
    private enum Place {
        static let count = 1 << 20
        static let eviction = 1 << 21
    }

    /// What the file says: the count, and how often a walk has set it.
    private struct Record {
        var byteCount: Int
        var walkCount: UInt64 = 0
    }

    private struct State {
        var file: FileDescriptor?

        /// Bytes that are added and not used, and since which walk.
        var ahead = 0
        var walkCount: UInt64 = 0

        /// The file's bytes when they last were of that walk.
        var knownBytes: [UInt8] = []

        /// What was taken of the bytes ahead since the file was last looked at, and how often.
        var unseen = 0
        var unseenCount = 0
    }

    /// So many entries go on from what was added ahead by one look at the file.
    private static let lot = 16

    private let path: String
    private let state = Lock(State())

    /// - Parameter directory: the cache's.
    init(in directory: String) {
        path = directory + "/" + CacheLayout.ledger
    }

    deinit {
        // A count that stays too high costs an early walk.
        _ = Result { () throws(FileError) in try giveBackAhead() }
    }

    /// Takes bytes out of those that were added ahead; `false` where there are too few.
    ///
    /// The file is looked at once a lot. What was taken since, when that finds that a walk has set the count, or that there
    /// is no file, is added to the count once more: it may be too high then, which the next walk sets right.
    func take(_ byteCount: Int) throws(FileError) -> Bool {
        try state.withLock { (state) throws(FileError) in
            guard state.ahead >= byteCount, let file = state.file else { return false }
            if state.unseenCount == 0 || state.unseenCount >= Self.lot {
                guard try file.status().linkCount > 0, try Self.isOfKnownWalk(&state, file) else { return false }
                (state.unseen, state.unseenCount) = (0, 0)
            }
            state.ahead -= byteCount
            state.unseen += byteCount
            state.unseenCount += 1
            return true
        }
    }

    /// Adds to the count, and more of it ahead where the count stays within `limit`.
    ///
    /// - Returns: the new count; `nil` where it is unknown.
    func add(_ byteCount: Int, ahead: Int, within limit: Int) throws(FileError) -> Int? {
        try state.withLock { (state) throws(FileError) in
            try Self.change(&state, in: Self.open(&state, at: path)) { (state, record) in
                guard var new = record else { return nil }
                if new.walkCount != state.walkCount {
                    state.ahead = 0
                    new.byteCount += state.unseen
                }
                (state.unseen, state.unseenCount) = (0, 0)
                new.byteCount += byteCount
                if new.byteCount + ahead <= limit {
                    new.byteCount += ahead
                    state.ahead += ahead
                    state.walkCount = new.walkCount
                    state.knownBytes = []
                }
                return new
            }
        }
    }

    /// Takes from the count.
    func remove(_ byteCount: Int) throws(FileError) {
        try change { $0.map { max(0, $0 - byteCount) } }
    }

    /// The count; `nil` where it is unknown.
    func count() throws(FileError) -> Int? {
        try change { $0 }
    }

    /// Replaces the count by calling a function with what it was.
    ///
    /// - Parameter isWalk: whether the new count is that of a walk.
    @discardableResult
    func change(isWalk: Bool = false, _ body: (Int?) -> Int?) throws(FileError) -> Int? {
        try state.withLock { (state) throws(FileError) in
            if isWalk { state.unseenCount = 0 }
            return try Self.change(&state, in: Self.open(&state, at: path)) { (_, record) in
                body(record?.byteCount).map { byteCount in
                    let walkCount = record?.walkCount ?? .random(in: .min ... .max)
                    return Record(byteCount: byteCount, walkCount: isWalk ? walkCount &+ 1 : walkCount)
                }
            }
        }
    }

    /// Calls a function while no other process, and nobody else through another ledger, does so.
    func alone<Value>(_ body: () throws(FileError) -> Value) throws(FileError) -> Value {
        // A descriptor of its own: threads of one process keep each other away as well.
        let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
        try file.lock(byteAt: Place.eviction)
        defer { withExtendedLifetime(file) {} }
        return try body()
    }

    /// Whether no walk has set the count since bytes were added ahead.
    private static func isOfKnownWalk(_ state: inout State, _ file: FileDescriptor) throws(FileError) -> Bool {
        if !state.knownBytes.isEmpty, try file.begins(with: state.knownBytes) { return true }
        let bytes = try file.read(32, at: 0)
        guard record(in: bytes)?.walkCount == state.walkCount else { return false }
        state.knownBytes = bytes
        return true
    }

    private func giveBackAhead() throws(FileError) {
        try state.withLock { (state) throws(FileError) in
            // In the same file: whoever has cleared the cache wants none back.
            guard state.ahead > 0 || state.unseen > 0, let file = state.file else { return }
            _ = try Self.change(&state, in: file) { (state, record) in
                defer { (state.ahead, state.unseen) = (0, 0) }
                guard var new = record else { return nil }
                let isOfKnownWalk = new.walkCount == state.walkCount
                new.byteCount = isOfKnownWalk ? max(0, new.byteCount - state.ahead) : new.byteCount + state.unseen
                return new
            }
        }
    }

    private static func change(
        _ state: inout State, in file: FileDescriptor, _ body: (inout State, Record?) -> Record?
    ) throws(FileError) -> Int? {
        try file.lock(byteAt: Place.count)
        do throws(FileError) {
            let old = record(in: try file.read(32, at: 0))
            let new = body(&state, old)
            if let new, new.byteCount != old?.byteCount || new.walkCount != old?.walkCount {
                try file.write(bytes(of: new), at: 0)
            }
            try file.unlock(byteAt: Place.count)
            return new?.byteCount
        } catch {
            try file.unlock(byteAt: Place.count)
            throw error
        }
    }

    private static func open(_ state: inout State, at path: String) throws(FileError) -> FileDescriptor {
        if let file = state.file, try file.status().linkCount > 0 { return file }
        let opened = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
        state.file = opened
        state.ahead = 0
        state.knownBytes = []
        return opened
    }

    private static func record(in bytes: [UInt8]) -> Record? {
        guard bytes.count == 24, var reader = PackedValueReader(sealed: bytes),
            let count = reader.integer(Int64.self), count >= 0, let walkCount = reader.integer(UInt64.self)
        else { return nil }
        return Record(byteCount: Int(count), walkCount: walkCount)
    }

    private static func bytes(of record: Record) -> [UInt8] {
        var values = PackedValues()
        values.append(Int64(record.byteCount))
        values.append(record.walkCount)
        values.seal()
        return values.bytes
    }
}
