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
        #expect(pipe.available == 0)
        try output.flush()
        #expect(pipe.readAvailable() == Array("one two".utf8))
        try output.flush()
        #expect(pipe.available == 0)
    }

    @Test func writesABlockAsSoonAsItIsFull() throws {
        try output.write([UInt8](repeating: 1, count: 65_535))
        #expect(pipe.available == 0)
        try output.write([2])
        #expect(pipe.readAvailable() == [UInt8](repeating: 1, count: 65_535) + [2])
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

    @Test func keepsWhatDidNotGoOut() async throws {
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
        pipe.readOnceAndClose()
        #expect(throws: OutputError.closedByReader) { try output.write(bytes) }
        let next = try Pipe()
        try #require(dup2(next.writing, pipe.writing) == pipe.writing)
        let read = next.readToEnd()
        next.closeWriting()
        #expect(throws: Never.self) { try output.flush() }
        pipe.closeWriting()
        try await read.until { $0 != nil }
        let rest = try #require(read.value ?? nil)
        #expect(!rest.isEmpty && rest.count < bytes.count)
        #expect(rest == bytes.suffix(rest.count))
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
}
