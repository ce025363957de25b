import FoundationEssentials
import Glibc
import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

struct ProgramTests {
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

    @Test func limitsWhatTheProgramAndItsChildrenMayUse() async {
        let limits = await output(["sh", "-c", "ulimit -t; ulimit -d; ulimit -f; ulimit -n"], limit: .seconds(20))
        #expect(limits.map { String(decoding: $0, as: UTF8.self) } == "20\n1048576\n0\n32\n")
    }

    @Test(.timeLimit(.minutes(1)), arguments: ["", "; kill -9 $$"])
    func killsWhatTheProgramHasStarted(end: String) async throws {
        let directory = try TemporaryDirectory()
        // A directory's name holds the id: the program may write no file.
        let script = "sleep 100 >/dev/null & mkdir '\(directory.path)/'$!\(end)"
        #expect(await output(["sh", "-c", script]) == (end.isEmpty ? [] : nil))
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: directory.path).first)
        let id = try #require(Int32(name))
        try await poll { kill(id, 0) != 0 || Self.isZombie(id) }
    }

    /// A process has ended and was not waited for.
    private static func isZombie(_ id: Int32) -> Bool {
        let status = FileManager.default.contents(atPath: "/proc/\(id)/stat") ?? Data()
        return status.isEmpty || String(decoding: status, as: UTF8.self).contains(") Z ")
    }

    @Test func killsAProgramThatGoesBeyondALimit() async {
        let start = ContinuousClock.now
        #expect(await output(["sleep", "60"], limit: .milliseconds(50)) == nil)
        #expect(await output(["sh", "-c", "exec >&-; sleep 60"], limit: .milliseconds(50)) == nil)
        #expect(await output(["cat", "/dev/zero"]) == nil)
        #expect(ContinuousClock.now - start < .seconds(20))
    }
}
