import Glibc
import SupplierGoKit

/// Reading and writing by file descriptor.
enum Descriptor {
    /// Writes bytes until all are written or the system refuses.
    ///
    /// An interrupted call is repeated. A descriptor that is non-blocking, as a shell or `ssh` may make one that is
    /// shared, is waited for.
    ///
    /// - Returns: the number of written bytes, and the `errno` that ended it early, or 0.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> (written: Int, errorNumber: Int32) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress.map { unsafe $0 + written }, buffer.count - written)
            }
            if count >= 0 {
                written += count
                continue
            }
            switch errno {
            case EINTR: continue
            // A closed reader wakes this too; the next write reports it.
            case EAGAIN, EWOULDBLOCK: _ = wait(for: [descriptor], events: POLLOUT, until: nil)
            case let errorNumber: return (written, errorNumber)
            }
        }
        return (written, 0)
    }

    /// Reads what is there, waiting for the first byte.
    ///
    /// - Returns: at most 16 KiB, empty at the end; `nil` if reading fails or nothing came in time.
    static func read(from descriptor: Int32, within limit: Duration) -> [UInt8]? {
        guard wait(for: [descriptor], until: .now + limit) == [true] else { return nil }
        var block = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe Glibc.read(descriptor, &block, block.count)
            if count >= 0 { return Array(block[..<count]) }
            guard errno == EINTR else { return nil }
        }
    }

    /// Tests if the process may open this many more files.
    static func areFree(_ count: Int) -> Bool {
        var copies: [Int32] = []
        defer { for copy in copies { close(copy) } }
        while copies.count < count {
            let copy = dup(StandardStream.error.descriptor)
            guard copy >= 0 else { return false }
            copies.append(copy)
        }
        return true
    }

    /// Waits by `poll(2)` until one of some descriptors is ready, or has ended; it ignores negative ones.
    ///
    /// - Returns: true for each descriptor that is ready, none at the deadline; `nil` if `poll` fails.
    static func wait(
        for descriptors: [Int32], events: Int32 = POLLIN, until deadline: ContinuousClock.Instant?
    ) -> [Bool]? {
        var requests = descriptors.map { pollfd(fd: $0, events: Int16(events), revents: 0) }
        while true {
            let rest = deadline.map { Int32(max(0, min(($0 - .now) / .milliseconds(1), 1e9)).rounded(.up)) } ?? -1
            if unsafe poll(&requests, nfds_t(requests.count), rest) >= 0 { return requests.map { $0.revents != 0 } }
            guard errno == EINTR else { return nil }
        }
    }
}

/// The two ends of a pipe; programs that are started inherit neither.
struct Pipe {
    /// The end that is read from.
    let output: FileDescriptor

    /// The end that is written to.
    let input: FileDescriptor

    /// Opens a pipe.
    ///
    /// - Parameter closesItself: true if each end is closed with the last reference to it. Default `true`.
    init(closesItself: Bool = true) throws(SystemFailure) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw SystemFailure("open a pipe", errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = FileDescriptor(taking: ends[0], path: "a pipe", isOwned: closesItself)
        input = FileDescriptor(taking: ends[1], path: "a pipe", isOwned: closesItself)
    }
}

/// One of the three streams that a process starts with.
enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// The file descriptor.
    var descriptor: Int32 { rawValue }

    var isTerminal: Bool { isatty(rawValue) == 1 }

    /// Tests if the stream is the regular file at a path, as that of `/dev/stdout` may be.
    func isFile(at path: String) -> Bool {
        var (own, other) = (stat(), stat())
        guard unsafe fstat(rawValue, &own) == 0, unsafe stat(path, &other) == 0 else { return false }
        return own.st_mode & S_IFMT == S_IFREG && (own.st_dev, own.st_ino) == (other.st_dev, other.st_ino)
    }

    /// Opens `/dev/null` for each stream that the process was started without (`>&-`), before another file gets its
    /// number and the data that was meant for the stream.
    ///
    /// It is opened for the opposite direction, so that using the stream still fails with `EBADF`.
    static func occupyClosed() {
        for stream in [input, output, error] where fcntl(stream.descriptor, F_GETFD) == -1 {
            // The lowest free number is this stream's.
            _ = unsafe open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
        }
    }
}
