import Glibc

/// Reads a pipe or a terminal on one thread, and can be stopped from another.
final class DescriptorReader: Sendable {
    private let descriptor: Int32
    private let stopEvent: Int32
    private let stopSignal: Int32

    /// Takes a descriptor over; ``next()`` closes it at its end, or when the reading is stopped.
    init(_ descriptor: Int32) throws(SystemError) {
        guard let (event, signal) = Socket.pair() else { throw SystemError(operation: "socketpair") }
        self.descriptor = descriptor
        stopEvent = event
        stopSignal = signal
    }

    deinit {
        close(stopEvent)
        close(stopSignal)
    }

    /// Makes ``next()`` close the descriptor and give `nil`, also if it is waiting already.
    func stop() {
        _ = Socket.send([0], to: stopSignal)
    }

    /// Waits for the next bytes, or gives `nil` at the end; then it must not be called again.
    func next() -> [UInt8]? {
        var entries = [
            pollfd(fd: stopEvent, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&entries, 2, -1) < 0 && errno == EINTR {}
        if entries[0].revents == 0, let bytes = read() { return bytes }
        close(descriptor)
        return nil
    }

    private func read() -> [UInt8]? {
        unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
            while true {
                let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                if count < 0 && errno == EINTR { continue }
                // A terminal whose last user is gone fails with EIO; a pipe ends.
                return unsafe count > 0 ? Array(UnsafeRawBufferPointer(rebasing: buffer[..<count])) : nil
            }
        }
    }
}
