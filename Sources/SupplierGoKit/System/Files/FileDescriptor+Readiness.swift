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
