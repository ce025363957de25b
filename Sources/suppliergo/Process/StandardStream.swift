import Glibc

/// One of the three streams that a process is born with.
enum StandardStream: Int32, Sendable {
    case input = 0
    case output = 1
    case error = 2

    /// The file descriptor's number.
    var descriptor: Int32 { rawValue }

    /// Takes the numbers of those streams that the process was started without (`>&-`), before another file gets them, and
    /// with them what was meant for the stream.
    ///
    /// Whoever uses such a stream is refused as before (`EBADF`): it is opened for the other direction.
    static func occupyClosed() {
        for stream in [input, output, error] where fcntl(stream.descriptor, F_GETFD) == -1 {
            // The lowest number that is free is this stream's.
            _ = unsafe open("/dev/null", stream == .input ? O_WRONLY : O_RDONLY)
        }
    }
}
