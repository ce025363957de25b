import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CommandLineRunTests {
    @Test func findsTheBuiltProgramBesideTheTests() {
        #expect(unsafe access(CommandLineRun.builtExecutable, X_OK) == 0)
        #expect(CommandLineRun.builtExecutable.hasSuffix("/suppliergo"))
    }

    @Test func givesWhatAProgramWroteAndHowItEnded() async throws {
        let result = try await shell("cat; echo bad >&2; exit 7") { $0.input = .bytes([0x61, 0x00, 0xff]) }.result()
        #expect(result.standardOutput == [0x61, 0x00, 0xff])
        #expect(result.errorOutput == "bad\n")
        #expect(result.end == .exited(7))
    }

    @Test func handsOnNothingButThePathAndWhatIsGiven() async throws {
        let run = try shell("env; pwd; ls /proc/self/fd | tr '\\n' ' '; read line || echo none") { configuration in
            configuration.environment = ["NAME": "välue"]
            configuration.directory = "/usr/bin"
        }
        let lines = try await run.result().output.split(separator: "\n")
        let names = Set(lines.prefix { $0.contains("=") }.map { $0.prefix { $0 != "=" } })
        #expect(names.subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == ["NAME", "PATH"])
        #expect(lines.contains("NAME=välue"))
        #expect(lines.contains("/usr/bin"))
        #expect(lines.last == "0 1 2 3 none", "3 is the directory that ls itself reads")
    }

    @Test func feedsInputAndSeesOutputAsItComes() async throws {
        let run = try shell("while read line; do echo \"<$line>\"; done; echo over") { $0.input = .pipe }
        try await run.write(Array("one\n".utf8))
        try await run.outputHolds("<one>")
        try await run.write(Array("two\n".utf8))
        try await run.outputHolds("<two>\n")
        run.endInput()
        #expect(try await run.result().output == "<one>\n<two>\nover\n")
        #expect(try await !run.write([0x0a]))
    }

    @Test func sendsSignalsToAProgramWhoseOwnSettingsAreTheSystems() async throws {
        let caught = try shell("trap 'echo caught; exit 3' INT; echo ready; while :; do read x || :; done") {
            $0.input = .pipe
        }
        try await caught.outputHolds("ready")
        caught.send(signal: SIGINT)
        caught.endInput()
        let result = try await caught.result()
        #expect((result.output, result.status) == ("ready\ncaught\n", 3))

        let killed = try shell("read x") { $0.input = .pipe }
        killed.send(signal: SIGTERM)
        #expect(try await killed.result().end == .signalled(SIGTERM))
    }

    @Test func stopsReadingAsHeadDoes() async throws {
        let run = try shell("exec yes")
        try await run.outputHolds("y\ny\n")
        try await run.closeOutput()
        #expect(try await run.result().end == .signalled(SIGPIPE))
    }

    @Test func killsWhatTakesTooLong() async throws {
        let run = try shell("read x") { configuration in
            configuration.input = .pipe
            configuration.limit = .milliseconds(200)
        }
        await #expect(throws: CommandLineRun.Failure.tookTooLong(output: "", errorOutput: "")) {
            try await run.result()
        }
    }

    @Test func saysWhatWasWrittenWhereWhatWasWaitedForDoesNotCome() async throws {
        let run = try shell("echo other")
        await #expect(throws: CommandLineRun.Failure.ended(output: "other\n", errorOutput: "")) {
            try await run.outputHolds("this")
        }
    }

    @Test func playsATerminalOfAGivenSize() async throws {
        let run = try shell("test -t 0 && test -t 1 && test ! -t 2 && stty size; echo separate >&2; read x") {
            $0.terminal = CommandLineRun.Terminal(columns: 133, isInput: true, isError: false)
        }
        try await run.errorOutputHolds("separate")
        try await run.write([0x03])
        let result = try await run.result()
        #expect(result.end == .signalled(SIGINT))
        #expect((result.output, result.errorOutput) == ("24 133\n", "separate\n"))
    }

    @Test func playsATerminalBehindStandardErrorOnly() async throws {
        let run = try shell("test ! -t 1 && test -t 2 && echo data && echo drawn >&2") {
            $0.terminal = CommandLineRun.Terminal(isOutput: false)
        }
        let result = try await run.result()
        #expect((result.output, result.errorOutput) == ("data\n", "drawn\n"))
    }

    private func shell(
        _ script: String, _ configure: (inout CommandLineRun.Configuration) -> Void = { _ in }
    ) throws -> CommandLineRun {
        var configuration = CommandLineRun.Configuration()
        configuration.executable = "/bin/sh"
        configure(&configuration)
        return try CommandLineRun(["-c", script], configuration: configuration)
    }
}
