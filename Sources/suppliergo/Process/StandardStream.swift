import Glibc

/// One of the three streams that a process starts with.
enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// The file descriptor.
    var descriptor: Int32 { rawValue }

    /// Whether it is a terminal.
    var isTerminal: Bool { isatty(rawValue) == 1 }

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
