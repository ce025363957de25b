import Synchronization

/// An open file, closed with the last reference to it; always opened with `O_CLOEXEC`.
package final class FileDescriptor: Sendable {
    /// Flags for opening what should be a regular file: follows no link, and does not wait for a pipe's writer.
    package static let regularFileFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY

    /// Standard input, which stays open.
    static var standardInput: FileDescriptor {
        FileDescriptor(taking: STDIN_FILENO, path: "standard input", isOwned: false)
    }

    /// The path it was opened by, for errors.
    package let path: String

    private let number: Atomic<Int32>
    private let isOwned: Bool

    /// The descriptor's number, or -1 once it is closed.
    package var rawValue: Int32 { number.load(ordering: .relaxed) }

    /// Takes over a descriptor.
    ///
    /// - Parameter isOwned: whether this object closes it.
    package init(taking number: Int32, path: String, isOwned: Bool = true) {
        self.number = Atomic(number)
        (self.path, self.isOwned) = (path, isOwned)
    }

    /// Opens a file (`open(2)`).
    ///
    /// - Parameters:
    ///   - flags: `O_…`; `O_CLOEXEC` is added.
    ///   - permissions: for a file that is created.
    package convenience init(
        opening path: String, _ flags: Int32, permissions: mode_t = 0, operation: FileError.Operation = .open
    ) throws(FileError) {
        guard !path.containsNUL else { throw FileError(operation, path, .zeroByteInPath) }
        let number = try SystemCall.perform(operation, path) {
            unsafe path.withCString { unsafe open($0, flags | O_CLOEXEC, permissions) }
        }
        self.init(taking: number, path: path)
    }

    /// Opens a file; `nil` if it does not exist.
    package convenience init?(ifPresent path: String, _ flags: Int32) throws(FileError) {
        guard !path.containsNUL else { throw FileError(.open, path, .zeroByteInPath) }
        let number = try SystemCall.perform(.open, path, unless: ENOENT) { unsafe open(path, flags | O_CLOEXEC) }
        guard let number else { return nil }
        self.init(taking: number, path: path)
    }

    deinit {
        // A failure is lost here: a caller that needs to know calls close().
        let number = number.load(ordering: .relaxed)
        if isOwned, number >= 0 { _ = Glibc.close(number) }
    }

    /// Closes the file; a second call does nothing.
    ///
    /// An interrupted `close(2)` has closed the descriptor on Linux, so it is not repeated.
    package func close() throws(FileError) {
        let number = number.exchange(-1, ordering: .relaxed)
        guard isOwned, number >= 0, Glibc.close(number) != 0, errno != EINTR else { return }
        throw FileError(.close, path, errno)
    }

    /// The file's status.
    package func status() throws(FileError) -> FileStatus {
        var raw = stat()
        try SystemCall.perform(.examine, path) { unsafe fstat(rawValue, &raw) }
        return FileStatus(raw)
    }

    /// Advises the system that the file will be read from front to back, so that it reads further ahead.
    func adviseSequentialReading() {
        _ = posix_fadvise(rawValue, 0, 0, POSIX_FADV_SEQUENTIAL)
    }
}

/// Reading.
extension FileDescriptor {
    /// Reads what is there, at most `capacity` bytes; empty at the end of the file.
    package func read(upTo capacity: Int) throws(FileError) -> [UInt8] {
        let number = rawValue
        return unsafe try bytes(upTo: capacity) { (buffer) throws(FileError) in
            try SystemCall.perform(.read, path) { unsafe Glibc.read(number, buffer.baseAddress, buffer.count) }
        }
    }

    /// Reads `byteCount` bytes from an offset on (`pread(2)`); fewer at the end of the file.
    package func read(_ byteCount: Int, at byteOffset: Int) throws(FileError) -> [UInt8] {
        unsafe try bytes(upTo: byteCount) { (buffer) throws(FileError) in unsafe try fill(buffer, at: byteOffset) }
    }

    /// Reads a whole regular file of a known size; ignores what it has grown by since.
    package func readAll(_ byteCount: Int) throws(FileError) -> [UInt8] { try read(byteCount, at: 0) }

    /// Fills a buffer from an offset on; returns the number of bytes, which is smaller at the end of the file.
    private func fill(_ buffer: UnsafeMutableRawBufferPointer, at byteOffset: Int) throws(FileError) -> Int {
        let number = rawValue
        var done = 0
        while done < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let more = try SystemCall.perform(.read, path) {
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
                // The buffer may be larger.
                count = unsafe try read(
                    UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<capacity]))
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

/// Writing.
extension FileDescriptor {
    /// Writes all bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        unsafe try write(bytes.span.bytes)
    }

    /// Writes all bytes.
    func write(_ bytes: RawSpan) throws(FileError) {
        try unsafe bytes.withUnsafeBytes { (buffer) throws(FileError) in
            let number = rawValue
            var written = 0
            while written < buffer.count {
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                written += try SystemCall.perform(.write, path) {
                    unsafe Glibc.write(number, rest.baseAddress, rest.count)
                }
            }
        }
    }

    /// Cuts the file off (`ftruncate(2)`).
    func truncate(to byteCount: Int) throws(FileError) {
        try SystemCall.perform(.write, path) { ftruncate(rawValue, byteCount) }
    }
}

/// Advisory locks. They belong to the open file, and are released with it however its process ends.
extension FileDescriptor {
    /// `F_OFD_SETLK` and `F_OFD_SETLKW` of Linux 3.15, which Swift does not import.
    private static let setOpenFileLock: Int32 = 37, awaitOpenFileLock: Int32 = 38

    /// Locks the file; `false` if another open file holds the lock (`flock(2)`).
    package func tryLock() throws(FileError) -> Bool {
        try SystemCall.perform(.lock, path, unless: EWOULDBLOCK) { flock(rawValue, LOCK_EX | LOCK_NB) } != nil
    }

    /// Locks the file, as ``tryLock()`` does; `true` if the file system has no locks either.
    package func tryLockIfPossible() -> Bool {
        do throws(FileError) {
            return try tryLock()
        } catch {
            return true
        }
    }

    /// Releases the file's lock at once, and not with the last copy of the descriptor: a child process has one from its
    /// start until it executes its program.
    func unlock() {
        _ = flock(rawValue, LOCK_UN)
    }

    /// Locks one byte, which need not exist; `false` if another open file holds the lock (`F_OFD_SETLK` of
    /// `fcntl(2)`). The same open file may lock it twice.
    func tryLock(byteAt offset: Int) throws(FileError) -> Bool {
        try SystemCall.perform(.lock, path, unless: EAGAIN, EACCES) {
            setLock(F_WRLCK, byteAt: offset, by: Self.setOpenFileLock)
        } != nil
    }

    /// Locks one byte, waiting for the other holder; returns `false` at once if the file system has no locks.
    package func lock(byteAt offset: Int) throws(FileError) -> Bool {
        try SystemCall.perform(.lock, path, unless: ENOLCK, ENOSYS, ENOTSUP) {
            setLock(F_WRLCK, byteAt: offset, by: Self.awaitOpenFileLock)
        } != nil
    }

    /// Releases one byte's lock.
    func unlock(byteAt offset: Int) throws(FileError) {
        try SystemCall.perform(.lock, path) { setLock(F_UNLCK, byteAt: offset, by: Self.setOpenFileLock) }
    }

    private func setLock(_ kind: Int32, byteAt offset: Int, by command: Int32) -> Int32 {
        var lock = flock()
        lock.l_type = Int16(kind)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = offset
        lock.l_len = 1
        return unsafe fcntl(rawValue, command, &lock)
    }
}

extension FileDescriptor {
    /// Waits until a descriptor has bytes to read, or any thread calls ``endWaiting()``.
    final class Readiness: Sendable {
        private let descriptor: FileDescriptor
        private let ended: FileDescriptor
        private let ending: FileDescriptor

        init(of descriptor: FileDescriptor) throws(FileError) {
            self.descriptor = descriptor
            // Not a pipe: Swift does not import pipe2(2), and pipe(2) does not close on exec.
            var ends: [Int32] = [-1, -1]
            try SystemCall.perform(.wait, descriptor.path) {
                unsafe socketpair(AF_UNIX, Sockets.stream | Int32(SOCK_CLOEXEC.rawValue), 0, &ends)
            }
            ended = FileDescriptor(taking: ends[0], path: descriptor.path)
            ending = FileDescriptor(taking: ends[1], path: descriptor.path)
        }

        /// Waits; `false` once the wait is ended, at every later call too.
        func wait() throws(FileError) -> Bool {
            var waits = [
                pollfd(fd: ended.rawValue, events: Int16(POLLIN), revents: 0),
                pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0),
            ]
            try SystemCall.perform(.wait, descriptor.path) { unsafe poll(&waits, 2, -1) }
            return waits[0].revents == 0
        }

        /// Ends the wait for good: a socket whose other end was shut down stays readable.
        func endWaiting() {
            Sockets.shutDown(ending.rawValue)
        }
    }
}
