import Glibc
import Synchronization

/// An open file, closed with the last reference to it; always with `O_CLOEXEC`.
final class FileDescriptor: Sendable {
    /// The path it was opened by, for errors.
    let path: String

    private let number: Atomic<Int32>
    private let isOwned: Bool

    /// The descriptor's number, or -1 once it is closed.
    var rawValue: Int32 { number.load(ordering: .relaxed) }

    /// The flags to open a file with that should be a regular one: no link is followed, and no pipe waited for.
    static let regularFileFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

    /// Standard input, which stays open.
    static var standardInput: FileDescriptor {
        FileDescriptor(taking: STDIN_FILENO, path: "standard input", isOwned: false)
    }

    /// Takes over a descriptor.
    ///
    /// - Parameter isOwned: whether it is closed in the end.
    init(taking number: Int32, path: String, isOwned: Bool = true) {
        self.number = Atomic(number)
        self.path = path
        self.isOwned = isOwned
    }

    /// Opens a file (`open(2)`).
    ///
    /// - Parameters:
    ///   - flags: `O_…`; `O_CLOEXEC` is added.
    ///   - permissions: for a file that is created.
    convenience init(
        opening path: String, _ flags: Int32, permissions: mode_t = 0, operation: String = "open"
    ) throws(FileError) {
        // A NUL would end the path early and name another file.
        guard !path.containsNUL else { throw FileError(operation, path, EINVAL) }
        let number = try SystemCall.perform(operation, path) { unsafe open(path, flags | O_CLOEXEC, permissions) }
        self.init(taking: number, path: path)
    }

    deinit {
        // Whoever needs to know whether closing worked has called close() before.
        let number = number.load(ordering: .relaxed)
        if isOwned, number >= 0 { _ = Glibc.close(number) }
    }

    /// Closes the file; a second call does nothing.
    ///
    /// An interrupted `close(2)` has closed the descriptor on Linux, so it is not repeated.
    func close() throws(FileError) {
        let number = number.exchange(-1, ordering: .relaxed)
        guard isOwned, number >= 0, Glibc.close(number) != 0, errno != EINTR else { return }
        throw FileError("close", path, errno)
    }

    /// Reads what is there, up to `capacity` bytes; nothing at the end of the file.
    func read(upTo capacity: Int) throws(FileError) -> [UInt8] {
        let number = rawValue
        return unsafe try bytes(upTo: capacity) { (buffer) throws(FileError) in
            try SystemCall.perform("read", path) { unsafe Glibc.read(number, buffer.baseAddress, buffer.count) }
        }
    }

    /// Reads so many bytes from an offset on (`pread(2)`); fewer at the end of the file.
    func read(_ byteCount: Int, at byteOffset: Int) throws(FileError) -> [UInt8] {
        unsafe try bytes(upTo: byteCount) { (buffer) throws(FileError) in unsafe try fill(buffer, at: byteOffset) }
    }

    /// Whether the file begins with some bytes.
    func begins(with bytes: [UInt8]) throws(FileError) -> Bool {
        let result: Result<Bool, FileError> = unsafe withUnsafeTemporaryAllocation(
            byteCount: bytes.count, alignment: 8
        ) { buffer in
            Result { () throws(FileError) in
                let count = unsafe try fill(buffer, at: 0)
                return unsafe count == bytes.count && bytes.elementsEqual(buffer)
            }
        }
        return try result.get()
    }

    /// Adds the file's words of eight bytes at some places, in the machine's order, for which there must be room; fewer at the end
    /// of the file (`pread(2)`).
    func read(_ places: Range<Int>, into words: inout OutputSpan<UInt64>) throws(FileError) {
        precondition(places.count <= words.freeCapacity, "there is room for the words")
        try unsafe words.withUnsafeMutableBufferPointer { (buffer, count) throws(FileError) in
            let target = unsafe UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(buffer)[(8 * count)..<8 * (count + places.count)])
            count += unsafe try fill(target, at: 8 * places.lowerBound) / 8
        }
    }

    /// Fills a buffer from an offset on.
    ///
    /// - Returns: how many bytes there were: fewer than there is room for at the end of the file.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, at byteOffset: Int) throws(FileError) -> Int {
        let number = rawValue
        var done = 0
        while done < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let more = try SystemCall.perform("read", path) {
                unsafe pread(number, rest.baseAddress, rest.count, byteOffset + done)
            }
            guard more > 0 else { break }
            done += more
        }
        return done
    }

    private func bytes(
        upTo capacity: Int, by read: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
    ) throws(FileError) -> [UInt8] {
        var failure: FileError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            do throws(FileError) {
                // The buffer may have room for more.
                count = unsafe try read(
                    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<capacity]))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads a whole regular file of which the size is known; what it has grown by since is left out.
    func readAll(_ byteCount: Int) throws(FileError) -> [UInt8] {
        var bytes = try read(upTo: byteCount)
        while bytes.count < byteCount {
            let more = try read(upTo: byteCount - bytes.count)
            guard !more.isEmpty else { break }
            bytes += more
        }
        return bytes
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(FileError) {
        let number = rawValue
        unsafe try writeAll(bytes) { rest, _ in unsafe Glibc.write(number, rest.baseAddress, rest.count) }
    }

    /// Writes all bytes from an offset on (`pwrite(2)`).
    func write(_ bytes: [UInt8], at byteOffset: Int) throws(FileError) {
        let number = rawValue
        unsafe try writeAll(bytes) { rest, written in
            unsafe pwrite(number, rest.baseAddress, rest.count, byteOffset + written)
        }
    }

    /// Writes all bytes by a call that is given those that are left, and how many were written before.
    private func writeAll(
        _ bytes: [UInt8], by write: (UnsafeRawBufferPointer, Int) -> Int
    ) throws(FileError) {
        unsafe try bytes.span.bytes.withUnsafeBytes { (buffer) throws(FileError) in
            var written = 0
            while written < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                written += try SystemCall.perform("write", path) { unsafe write(rest, written) }
            }
        }
    }

    /// What the file system knows of the file.
    func status() throws(FileError) -> FileStatus {
        var raw = stat()
        try SystemCall.perform("examine", path) { unsafe fstat(rawValue, &raw) }
        return FileStatus(raw)
    }

    /// Says that the file will be read from front to back, so that the system reads further ahead; only advice.
    func adviseSequentialReading() {
        _ = posix_fadvise(rawValue, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    /// Takes the file's advisory lock for this open file, or returns `false` where another holds it (`flock(2)`).
    func tryLock() throws(FileError) -> Bool {
        do throws(FileError) {
            try SystemCall.perform("lock", path) { flock(rawValue, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            guard error.errorNumber == EWOULDBLOCK else { throw error }
            return false
        }
    }
}
