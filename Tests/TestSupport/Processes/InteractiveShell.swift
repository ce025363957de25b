import Glibc

/// A real shell in a pseudo-terminal, which completes command lines.
public struct InteractiveShell: Sendable {
    /// The shells that complete in a terminal here.
    public enum Kind: String, Sendable, CaseIterable {
        case bash
        case zsh
        case fish

        /// The settings under which the shell says when it is ready, and shows its line at Ctrl-X.
        fileprivate var settings: String {
            switch self {
            case .bash:
                """
                bind 'set enable-bracketed-paste off'
                bind 'set bell-style none'
                show_line() { : $((++number)); printf "LINE$number<%s>END$number" "$READLINE_LINE"; READLINE_LINE=''; }
                bind -x '"\\C-x": show_line'
                source "$COMPLETIONS"
                PS1='READY '
                """
            case .zsh:
                """
                autoload -Uz compinit
                compinit -u -D
                source "$COMPLETIONS"
                setopt no_beep
                show-line() { : $((++number)); print -rn -- "LINE$number<$BUFFER>END$number"; BUFFER='' }
                zle -N show-line
                bindkey '^I' complete-word
                bindkey '^X' show-line
                PS1='READY '
                """
            case .fish:
                """
                source "$COMPLETIONS"
                set number 0
                function show_line
                    set number (math $number + 1)
                    printf "LINE$number<%s>END$number" (commandline)
                    commandline ''
                end
                bind \\cx show_line
                function fish_greeting; end
                function fish_prompt; printf 'READY '; end
                """
            }
        }

        /// The words that start the shell with a file of its settings.
        fileprivate func arguments(settings path: String) -> [String] {
            switch self {
            case .bash: ["--noprofile", "--rcfile", path, "-i"]
            case .zsh: ["-i"]
            case .fish: ["--no-config", "--init-command", "source \(path)", "-i"]
            }
        }
    }

    private let kind: Kind
    private let directory: TemporaryDirectory

    /// The paths of a shell's program, of which the first one that exists is run.
    public static func path(of name: String) -> String? {
        ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + name }.first { unsafe access($0, X_OK) == 0 }
    }

    /// Makes a shell that has loaded a script of completions.
    public init(_ kind: Kind, completions: String) throws {
        self.kind = kind
        directory = try TemporaryDirectory()
        try directory.write(Array(completions.utf8), to: "completions")
        try directory.write(Array((kind.settings + "\n").utf8), to: ".zshrc")
    }

    /// Types lines, each with Tab after it, and gives what they are then.
    ///
    /// - Parameters:
    ///   - environment: what the shell's environment has besides; the built program's directory leads its `PATH`.
    ///   - directory: where the shell is.
    public func completing(
        _ lines: [String], environment: [String: String], in directory: String
    ) async throws -> [String] {
        let run = try await start(environment: environment, in: directory)
        defer { run.send(signal: SIGKILL) }
        var completed: [String] = []
        for (index, line) in lines.enumerated() {
            try await run.write(Array("\(line)\t\u{18}".utf8))
            let (start, end) = ("LINE\(index + 1)<", ">END\(index + 1)")
            try await run.outputHolds(end)
            let output = String(decoding: run.standardOutput, as: UTF8.self)
            guard let start = output.firstRange(of: start), let end = output.firstRange(of: end) else { continue }
            completed.append(String(output[start.upperBound..<end.lowerBound]))
        }
        return completed
    }

    /// Types lines, each with Tab and Enter after it, and returns when the shell has run them all.
    public func running(_ lines: [String], environment: [String: String], in directory: String) async throws {
        let run = try await start(environment: environment, in: directory)
        defer { run.send(signal: SIGKILL) }
        for (index, line) in lines.enumerated() {
            try await run.write(Array("\(line)\t\r".utf8))
            try await run.write(Array("echo DO''NE\(index)\r".utf8))
            try await run.outputHolds("DONE\(index)")
        }
    }

    private func start(environment: [String: String], in directory: String) async throws -> CommandLineRun {
        var configuration = CommandLineRun.Configuration()
        configuration.executable = Self.path(of: kind.rawValue) ?? "/nonexistent/\(kind.rawValue)"
        let own = [
            "COMPLETIONS": self.directory.path(of: "completions"), "ZDOTDIR": self.directory.path, "TERM": "dumb",
            "PATH": CommandLineRun.searchPath,
        ]
        configuration.environment = environment.merging(own) { $1 }
        configuration.directory = directory
        // A shell starts the program for each of up to forty lines, some of them beside tests that take all processors.
        configuration.limit = .seconds(280)
        configuration.terminal = CommandLineRun.Terminal(columns: 200, isInput: true)
        let run = try CommandLineRun(
            kind.arguments(settings: self.directory.path(of: ".zshrc")), configuration: configuration)
        try await run.outputHolds("READY ")
        return run
    }
}

extension CommandLineRun {
    /// A `PATH` on which the built program comes first.
    public static var searchPath: String {
        let directory = builtExecutable.split(separator: "/").dropLast().joined(separator: "/")
        return "/\(directory):/usr/local/bin:/usr/bin:/bin"
    }
}
