import Glibc

/// Waits until a descriptor has bytes to read, or somebody calls ``wake()``, from any thread.
final class Readiness: Sendable {
    private let descriptor: FileDescriptor
    private let wakened: FileDescriptor
    private let waker: FileDescriptor

    init(of descriptor: FileDescriptor) throws(FileError) {
        self.descriptor = descriptor
        // Sockets, because the C library's pipe2(2) is out of Swift's sight, and pipe(2) is not closed on exec.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        var ends: [Int32] = [-1, -1]
        try SystemCall.perform("wait for", descriptor.path) { unsafe socketpair(AF_UNIX, kind, 0, &ends) }
        wakened = FileDescriptor(taking: ends[0], path: descriptor.path)
        waker = FileDescriptor(taking: ends[1], path: descriptor.path)
    }

    /// Waits; `false` where it was woken, at every call from then on.
    func wait() throws(FileError) -> Bool {
        var waits = [
            pollfd(fd: wakened.rawValue, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0),
        ]
        try SystemCall.perform("wait for", descriptor.path) { unsafe poll(&waits, 2, -1) }
        return waits[0].revents == 0
    }

    /// Ends the wait for good: a socket whose other end was shut down stays ready.
    func wake() {
        _ = shutdown(waker.rawValue, Int32(SHUT_RDWR))
    }
}
