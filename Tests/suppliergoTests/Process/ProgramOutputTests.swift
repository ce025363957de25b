import SupplierGoKit
import Testing

@testable import suppliergo

struct ProgramOutputTests {
    private func output(
        _ words: [String], limit: Duration = .seconds(20), byteLimit: Int = 100_000
    ) async -> [UInt8]? {
        let program = Program(words: words, environment: ["PATH": "/usr/bin:/bin", "A": "b c"])
        return await BlockingThreads(threadCount: 1).run { program.readOutput(within: limit, byteLimit: byteLimit) }
    }

    @Test func readsWhatAProgramPrints() async {
        #expect(await output(["printf", "%s|", "a b", "$HOME; *"]) == Array("a b|$HOME; *|".utf8))
        #expect(await output(["sh", "-c", "echo $A"]) == Array("b c\n".utf8))
        #expect(await output(["head", "-c", "99999", "/dev/zero"])?.count == 99_999)
    }

    @Test func givesItNothingToReadAndNoTerminal() async {
        #expect(await output(["cat"]) == [])
        #expect(
            await output(["sh", "-c", "exec 2>/dev/null; (true </dev/tty) && echo open || echo none"])
                == Array("none\n".utf8))
    }

    @Test func hasNothingOfAProgramThatFailsOrIsNotThere() async {
        #expect(await output(["sh", "-c", "echo a; exit 1"]) == nil)
        #expect(await output(["suppliergo-no-such-program"]) == nil)
    }

    @Test func killsAProgramThatGoesBeyondALimit() async {
        let start = ContinuousClock.now
        #expect(await output(["sleep", "60"], limit: .milliseconds(50)) == nil)
        #expect(await output(["sh", "-c", "exec >&-; sleep 60"], limit: .milliseconds(50)) == nil)
        #expect(await output(["cat", "/dev/zero"]) == nil)
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}
