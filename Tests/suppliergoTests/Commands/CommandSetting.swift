import FoundationEssentials
import TestSupport

/// A directory of a test's own with a cache in it, and runs of the command line over that cache.
final class CommandSetting: Sendable {
    /// The directory; the cache is in `cache`.
    let directory: TemporaryDirectory

    /// Makes the directory.
    init() throws {
        directory = try TemporaryDirectory()
    }

    /// What runs are told of their surroundings.
    var environment: [String: String] {
        ["HOME": directory.path, "SUPPLIERGO_CACHE_DIR": directory.path(of: "cache")]
    }

    /// Runs a command line, words separated by spaces, to its end.
    func run(
        _ line: String, environment: [String: String] = [:], input: CommandLineRun.Input = .none
    ) async throws -> ProcessResult {
        try await start(line, environment: environment, input: input).result()
    }

    /// Starts a command line.
    func start(
        _ line: String, environment: [String: String] = [:], input: CommandLineRun.Input = .none,
        terminal: CommandLineRun.Terminal? = nil
    ) throws -> CommandLineRun {
        try CommandLineRun(
            line.split(separator: " ").map(String.init),
            configuration: configuration(environment: environment, input: input, terminal: terminal))
    }

    /// Runs a shell's command line, in which `$0` is the program.
    func shell(_ script: String, environment: [String: String] = [:]) async throws -> ProcessResult {
        var configuration = configuration(environment: environment)
        configuration.executable = "/bin/sh"
        return try await CommandLineRun(["-c", script, CommandLineRun.builtExecutable], configuration: configuration)
            .result()
    }

    /// Starts `browse` in a terminal of its own.
    ///
    /// - Parameter answer: what the terminal answers to questions about itself.
    func browse(
        _ line: String, columns: UInt16 = 80, rows: UInt16 = 24, environment: [String: String] = [:],
        answering answer: String? = nil
    ) throws -> TerminalRun {
        var terminal = CommandLineRun.Terminal(columns: columns, isInput: true)
        terminal.rows = rows
        terminal.answer = answer.map { Array($0.utf8) }
        // A multiplexer is not asked, and its answer is not waited for.
        let own = ["TERM": answer == nil ? "screen" : "xterm-256color", "LANG": "C.UTF-8"]
        return try TerminalRun(
            ["browse"] + line.split(separator: " ").map(String.init), terminal: terminal,
            configuration: configuration(environment: own.merging(environment) { $1 }))
    }

    /// How runs are set up.
    func configuration(
        environment: [String: String] = [:], input: CommandLineRun.Input = .none,
        terminal: CommandLineRun.Terminal? = nil
    ) -> CommandLineRun.Configuration {
        var configuration = CommandLineRun.Configuration()
        configuration.environment = self.environment.merging(environment) { $1 }
        configuration.input = input
        configuration.directory = directory.path
        configuration.terminal = terminal
        return configuration
    }

    /// The avatars that the cache holds, and whatever else lies beside them.
    func avatarFiles() throws -> [String] {
        try directory.files().filter { $0.hasPrefix("cache/avatars/") }
    }
}

extension String {
    /// The text of a card with messages of several lines in one.
    var unwrappedCard: String { replacing(/\ *│\n│\ {9,}/, with: " ") }
}
