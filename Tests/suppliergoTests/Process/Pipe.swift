import Dispatch
import Glibc
import TestSupport
import Testing

/// A pipe that a test writes into on one end and reads from at the other.
final class Pipe: Sendable {
    /// The end to read from.
    let reading: Int32

    /// The end to write into.
    let writing: Int32

    /// Opens a pipe that no child inherits. `SIGPIPE` is ignored from then on, as in the program itself.
    init() throws {
        signal(SIGPIPE, SIG_IGN)
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        for end in ends { try #require(fcntl(end, F_SETFD, FD_CLOEXEC) == 0) }
        reading = ends[0]
        writing = ends[1]
    }

    /// Makes writing fail if it would wait, as another process may do to a descriptor that is shared.
    func makeWritingNonblocking() {
        _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    }

    /// Closes the end to read from.
    func closeReading() { close(reading) }

    /// Closes the end to write into.
    func closeWriting() { close(writing) }

    /// How many bytes can be read now.
    var available: Int {
        var count: Int32 = 0
        _ = unsafe ioctl(reading, UInt(FIONREAD), &count)
        return Int(count)
    }

    /// Reads what is there now, at most 65,536 bytes, and never waits.
    func readAvailable() -> [UInt8] {
        available > 0 ? read() : []
    }

    /// Reads once, at most 65,536 bytes, and waits for the first.
    private func read() -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, unsafe Glibc.read(reading, buffer.baseAddress, buffer.count))
        }
    }

    /// Reads once, on a thread that may wait, and closes the end to read from.
    func readOnceAndClose() {
        DispatchQueue.global().async {
            _ = self.read()
            self.closeReading()
        }
    }

    /// Reads until the other end is closed, on a thread that may block, and beside one that does.
    ///
    /// - Returns: what was read, `nil` until the end.
    func readToEnd() -> Watched<[UInt8]?> {
        let result = Watched<[UInt8]?>(nil)
        DispatchQueue.global().async {
            var all: [UInt8] = []
            while case let bytes = self.read(), !bytes.isEmpty { all += bytes }
            result.update { $0 = all }
        }
        return result
    }
}
