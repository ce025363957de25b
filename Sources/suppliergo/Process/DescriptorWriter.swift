import Glibc

/// The one door to `write(2)`.
struct DescriptorWriter: Sendable {
    /// The file descriptor that is written to.
    let descriptor: Int32

    /// Writes bytes from an index on, until all are out or the system refuses.
    ///
    /// An interrupted call is repeated. A descriptor that somebody made non-blocking, as a shell or `ssh` may do to one
    /// that is shared, is waited for with `poll(2)`.
    ///
    /// - Returns: how many bytes went out, and the `errno` that ended it early, or 0.
    func write(_ bytes: [UInt8]) -> (written: Int, errorNumber: Int32) {
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
            case EAGAIN, EWOULDBLOCK: waitUntilWritable()
            case let errorNumber: return (written, errorNumber)
            }
        }
        return (written, 0)
    }

    /// Waits for room. Whatever else `poll(2)` finds, a closed reader among it, the next `write(2)` reports.
    private func waitUntilWritable() {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        unsafe poll(&request, 1, -1)
    }
}
