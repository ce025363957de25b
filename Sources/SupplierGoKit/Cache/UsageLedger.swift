import Glibc

/// How many bytes a cache holds, counted by all processes in one small file, so that a limit holds without a walk.
///
/// Bytes are added before their entry appears and taken away after it is gone, so whoever dies in between leaves the
/// count too high, never too low; a walk sets it right. A count that is missing or damaged is unknown.
final class UsageLedger: Sendable {
    /// The places of the locks, far behind the file's end.
    private enum Place {
        static let count = 1 << 20
        static let eviction = 1 << 21
    }

    private let path: String
    private let file = Lock<FileDescriptor?>(nil)

    /// - Parameter directory: the cache's.
    init(in directory: String) {
        path = directory + "/" + CacheLayout.ledger
    }

    /// Adds to the count, or takes from it.
    ///
    /// - Returns: the new count; `nil` where it is unknown.
    func add(_ byteCount: Int) throws(FileError) -> Int? {
        try change { $0.map { max(0, $0 + byteCount) } }
    }

    /// The count; `nil` where it is unknown.
    func count() throws(FileError) -> Int? {
        try change { $0 }
    }

    /// Replaces the count by calling a function with what it was.
    @discardableResult
    func change(_ body: (Int?) -> Int?) throws(FileError) -> Int? {
        try file.withLock { (file) throws(FileError) in
            let file = try open(&file)
            try file.lock(byteAt: Place.count)
            do throws(FileError) {
                let old = Self.count(in: try file.read(32, at: 0))
                let new = body(old)
                if let new, new != old { try file.write(Self.bytes(of: new), at: 0) }
                try file.unlock(byteAt: Place.count)
                return new
            } catch {
                try file.unlock(byteAt: Place.count)
                throw error
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

    private func open(_ file: inout FileDescriptor?) throws(FileError) -> FileDescriptor {
        if let file, try file.status().linkCount > 0 { return file }
        let opened = try FileDescriptor(opening: path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: 0o600)
        file = opened
        return opened
    }

    private static func count(in bytes: [UInt8]) -> Int? {
        guard bytes.count == 16, var reader = PackedValueReader(sealed: bytes),
            let count = reader.integer(Int64.self), count >= 0
        else { return nil }
        return Int(count)
    }

    private static func bytes(of count: Int) -> [UInt8] {
        var values = PackedValues()
        values.append(Int64(count))
        values.seal()
        return values.bytes
    }
}
