import Glibc
import TestSupport
import Testing

@testable import suppliergo

@Suite(.timeLimit(.minutes(1)))
struct StandardOutputTests {
    private let pipe: Pipe
    private let output: StandardOutput

    init() throws {
        pipe = try Pipe()
        output = StandardOutput(descriptor: pipe.writing)
    }

    @Test func waitsUntilItIsFlushed() throws {
        try output.write("one ")
        try output.write(Array("two".utf8))
        #expect(available() == 0)
        try output.flush()
        #expect(pipe.read() == Array("one two".utf8))
        try output.flush()
        #expect(available() == 0)
    }

    @Test func writesABlockAsSoonAsItIsFull() throws {
        try output.write([UInt8](repeating: 1, count: 65_535))
        #expect(available() == 0)
        try output.write([2])
        #expect(pipe.read() == [UInt8](repeating: 1, count: 65_535) + [2])
    }

    @Test(arguments: [false, true])
    func losesAndDoublesNothingWhereTheReaderIsSlow(isNonblocking: Bool) async throws {
        if isNonblocking { pipe.makeWritingNonblocking() }
        let read = pipe.readToEnd()
        var expected: [UInt8] = []
        for index in 0..<2000 {
            let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: index % 700)
            expected += piece
            try output.write(piece)
        }
        try output.flush()
        pipe.closeWriting()
        try await read.until { $0 != nil }
        #expect(read.value == expected)
    }

    @Test func saysThatTheReaderHasClosed() throws {
        pipe.closeReading()
        try output.write("one")
        #expect(throws: OutputError.closedByReader) { try output.flush() }
        #expect(throws: OutputError.closedByReader) { try output.flush() }
    }

    @Test func saysWhatElseWentWrong() throws {
        let full = unsafe open("/dev/full", O_WRONLY | O_CLOEXEC)
        defer { close(full) }
        let output = StandardOutput(descriptor: full)
        try output.write("one")
        let error = #expect(throws: OutputError.self) { try output.flush() }
        #expect(error == .failed(errorNumber: ENOSPC))
        #expect(error?.description == "standard output cannot be written: No space left on device")
    }

    /// How many bytes can be read now.
    private func available() -> Int32 {
        var count: Int32 = 0
        _ = unsafe ioctl(pipe.reading, UInt(FIONREAD), &count)
        return count
    }
}
