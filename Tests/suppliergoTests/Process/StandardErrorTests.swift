import Glibc
import TestSupport
import Testing

@testable import suppliergo

@Suite(.timeLimit(.minutes(1)))
struct StandardErrorTests {
    private let pipe: Pipe
    private let errors: StandardError

    init() throws {
        pipe = try Pipe()
        errors = StandardError(descriptor: pipe.writing)
    }

    @Test func writesEachLineAtOnce() {
        errors.writeLine("one")
        #expect(pipe.readAvailable() == Array("one\n".utf8))
        errors.writeLine("")
        #expect(pipe.readAvailable() == Array("\n".utf8))
    }

    @Test func keepsTheProgressLineBelowOtherLines() async throws {
        let line = ProgressLine.erasure + Array("avatars 1/2".utf8)
        errors.draw(line)
        errors.writeLine("one")
        errors.eraseProgress()
        errors.writeLine("two")
        pipe.closeWriting()
        let read = pipe.readToEnd()
        try await read.until { $0 != nil }
        let erasure = "\r\u{1b}[J"
        #expect(
            String(decoding: read.value ?? [], as: UTF8.self)
                == "\(erasure)avatars 1/2\(erasure)one\n\(erasure)avatars 1/2\(erasure)two\n")
    }

    @Test func erasesNothingThatWasNotDrawn() {
        errors.eraseProgress()
        errors.writeLine("one")
        #expect(pipe.readAvailable() == Array("one\n".utf8))
    }

    @Test func doesNotMindAClosedReader() {
        pipe.closeReading()
        errors.writeLine("one")
        errors.eraseProgress()
    }
}
