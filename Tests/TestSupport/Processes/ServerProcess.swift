/// A server that ends with its last reference, and with this process in whatever way that ends.
///
/// A shell starts it and waits for it. Another one, started first, reads from a pipe that only this process writes to,
/// and never does: at its end, which the system sees to even if this process is killed, it ends them all, a group of
/// their own.
public final class ServerProcess: Sendable {
    private static let script = """
        exec 3<&0
        { read -r _ <&3; kill 0; } &
        watcher=$!
        "$@" &
        wait "$!"
        status=$?
        kill "$watcher" 2>/dev/null
        exit "$status"
        """

    private let run: CommandLineRun

    /// Starts it, and returns once it says that it is ready.
    ///
    /// - Parameters:
    ///   - command: the program's path, and its arguments; it must stay in the foreground.
    ///   - readiness: the text that it writes to standard error once it listens.
    /// - Throws: ``CommandLineRun/Failure``, with what it wrote, if it ends instead.
    public init(_ command: [String], readyWith readiness: String) async throws {
        var configuration = CommandLineRun.Configuration()
        configuration.executable = "/bin/sh"
        configuration.input = .pipe
        // No test takes so long; what hangs is ended by the tests' own limits.
        configuration.limit = .seconds(600)
        run = try CommandLineRun(["-c", Self.script, "sh"] + command, configuration: configuration)
        try await run.errorOutputHolds(readiness)
    }

    deinit {
        run.endInput()
    }

    /// Ends it, and returns when it has.
    public func end() async throws {
        run.endInput()
        _ = try await run.result()
    }
}
