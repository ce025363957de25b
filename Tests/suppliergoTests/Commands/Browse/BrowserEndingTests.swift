import Glibc
import TestSupport
import Testing

/// The terminal is as it was before, however the browser ends.
@Suite struct BrowserEndingTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        try setting.directory.write(Array(Samples.catalog((1...40).map { Samples.record($0) }).utf8), to: "c.json")
    }

    private func start(answering answer: String? = nil) async throws -> TerminalRun {
        let run = try setting.browse("-c c.json", answering: answer)
        let screen = try await run.shows("Name 1")
        #expect(screen.modes.filter { $0.key != 2026 } == Self.taken)
        #expect(!run.mode.readsLines)
        return run
    }

    /// The private modes of a terminal that a session has, and of one that it has given back.
    private static let taken = [1049: true, 25: false, 7: false, 1000: true, 1006: true, 2004: true]
    private static let restored = taken.mapValues(!)

    private func expectRestored(_ run: TerminalRun, sourceLocation: SourceLocation = #_sourceLocation) {
        let screen = run.screen
        #expect(screen.modes.filter { $0.key != 2026 } == Self.restored, sourceLocation: sourceLocation)
        #expect(screen.modes[2026] == false, sourceLocation: sourceLocation)
        #expect(screen.style.isEmpty, sourceLocation: sourceLocation)
        #expect(run.mode == run.firstMode, sourceLocation: sourceLocation)
    }

    @Test func isRestoredAfterQ() async throws {
        let run = try await start()
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
        expectRestored(run)
        #expect(run.screen.lines.isEmpty)
    }

    /// Nothing is lost if what has no avatar is not opened.
    @Test func isLeftWithoutAnErrorWhileAnAvatarIsOpened() async throws {
        let run = try await start()
        try await run.type(String(repeating: "o", count: 20) + "q")
        #expect(try await run.result().end == .exited(0))
    }

    @Test func isRestoredAfterControlC() async throws {
        let run = try await start()
        try await run.type("\u{3}")
        #expect(try await run.result().end == .exited(130))
        expectRestored(run)
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func isRestoredAfterASignal(signal: Int32, status: Int32) async throws {
        let run = try await start()
        run.send(signal: signal)
        #expect(try await run.result().end == .exited(status))
        expectRestored(run)
    }

    @Test(arguments: [
        SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGQUIT, SIGUSR1, SIGALRM, SIGIO,
    ])
    func isRestoredAfterACrash(signal: Int32) async throws {
        let run = try await start()
        run.send(signal: signal)
        #expect(try await run.result().end == .signalled(signal))
        expectRestored(run)
        #expect(run.screen.lines.isEmpty)
    }

    @Test func isRestoredAfterAWrongAnswer() async throws {
        let run = try await start(answering: "\u{1b}P>|unfinished")
        try await run.type("\u{1b}q")
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
        expectRestored(run)
    }

    @Test func holdsFramesBackUntilAllOfThemIsIn() async throws {
        let run = try await start(answering: "\u{1b}[?62c")
        try await run.type("j")
        try await run.shows { $0.modes[2026] == false }
        try await run.type("q")
        let output = String(decoding: try await run.result().standardOutput, as: UTF8.self)
        #expect(output.contains("\u{1b}[?2026h"))
    }

    @Test(.enabled(if: InteractiveShell.path(of: "bash") != nil, "bash is not installed"))
    func comesBackAfterControlZ() async throws {
        var configuration = setting.configuration(environment: ["TERM": "xterm"])
        configuration.executable = InteractiveShell.path(of: "bash") ?? ""
        let script = #"set -m; "$0" browse -c c.json; echo stopped; read line; fg; echo "ended with $?""#
        let run = try TerminalRun(["-c", script, CommandLineRun.builtExecutable], configuration: configuration)
        try await run.shows("Name 1")
        try await run.type("j\u{1a}")
        try await run.shows("stopped")
        #expect(run.screen.modes.filter { $0.key != 2026 } == Self.restored)
        #expect(run.mode.readsLines)
        try await run.type("\n")
        try await run.shows("Name 1")
        #expect(run.screen.modes.filter { $0.key != 2026 } == Self.taken)
        #expect(!run.mode.readsLines)
        try await run.type("q")
        try await run.shows("ended with 0")
        _ = try await run.result()
        expectRestored(run)
    }

    @Test(
        .enabled(if: InteractiveShell.path(of: "bash") != nil, "bash is not installed"),
        arguments: [(#""$0" browse -c c.json; bg"#, "\u{1a}"), (#""$0" browse -c c.json &"#, "")])
    func waitsForTheTerminalInTheBackground(start: String, keys: String) async throws {
        var configuration = setting.configuration(environment: ["TERM": "xterm"])
        configuration.executable = InteractiveShell.path(of: "bash") ?? ""
        let script = """
            set -m; \(start)
            until jobs -l | grep -q 'tty output'; do sleep 0.02; done
            echo waiting; read line; fg; echo "ended with $?"
            """
        let run = try TerminalRun(["-c", script, CommandLineRun.builtExecutable], configuration: configuration)
        if !keys.isEmpty {
            try await run.shows("Name 1")
            try await run.type(keys)
        }
        let screen = try await run.shows("waiting")
        #expect(screen.modes[1049] != true && run.mode == run.firstMode)
        try await run.type("\n")
        try await run.shows("Name 1")
        try await run.type("q")
        try await run.shows("ended with 0")
        _ = try await run.result()
        expectRestored(run)
    }

    @Test(.enabled(if: InteractiveShell.path(of: "bash") != nil, "bash is not installed"))
    func endsInTheBackgroundWhereItIsAskedTo() async throws {
        var configuration = setting.configuration(environment: ["TERM": "xterm"])
        configuration.executable = InteractiveShell.path(of: "bash") ?? ""
        let script = """
            set -m; "$0" browse -c c.json &
            until jobs -l | grep -q 'tty output'; do sleep 0.02; done
            kill %1; while kill -0 $!; do sleep 0.02; done 2> errors; wait $!; echo "ended with $?"
            """
        let run = try TerminalRun(["-c", script, CommandLineRun.builtExecutable], configuration: configuration)
        try await run.shows("ended with 143")
        _ = try await run.result()
        #expect(run.mode == run.firstMode && run.screen.modes[1049] != true)
    }

    @Test func goesOnWhereNoShellCouldContinueIt() async throws {
        let run = try await start()
        try await run.type("\u{1a}")
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
        expectRestored(run)
    }

    @Test func isDrawnAgainAfterItWasStopped() async throws {
        let run = try await start()
        try await run.isDrawnAgain {
            run.send(signal: SIGSTOP)
            run.send(signal: SIGCONT)
        }
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
        expectRestored(run)
    }
}
