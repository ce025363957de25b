import Glibc

/// A real shell in a pseudo-terminal, which completes command lines.
public struct InteractiveShell: Sendable {
    /// The shells that complete in a terminal here.
    public enum Kind: String, Sendable, CaseIterable {
        case bash
        case zsh

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

    /// Types lines, each with Tab behind it, and gives what they are then.
    ///
    /// - Parameters:
    ///   - environment: what the shell's environment has besides; the built program's directory leads its `PATH`.
    ///   - directory: where the shell is.
    public func completing(
        _ lines: [String], environment: [String: String], in directory: String
    ) async throws -> [String] {
        var configuration = CommandLineRun.Configuration()
        configuration.executable = Self.path(of: kind.rawValue) ?? "/nonexistent/\(kind.rawValue)"
        let own = [
            "COMPLETIONS": self.directory.path(of: "completions"), "ZDOTDIR": self.directory.path, "TERM": "dumb",
            "PATH": CommandLineRun.searchPath,
        ]
        configuration.environment = environment.merging(own) { $1 }
        configuration.directory = directory
        configuration.terminal = CommandLineRun.Terminal(columns: 200, isInput: true)
        let arguments = kind == .bash ? ["--noprofile", "--rcfile", self.directory.path(of: ".zshrc"), "-i"] : ["-i"]
        let run = try CommandLineRun(arguments, configuration: configuration)
        defer { run.send(signal: SIGKILL) }
        try await run.outputHolds("READY ")
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
}

extension CommandLineRun {
    /// A `PATH` on which the built program comes first.
    public static var searchPath: String {
        let directory = builtExecutable.split(separator: "/").dropLast().joined(separator: "/")
        return "/\(directory):/usr/local/bin:/usr/bin:/bin"
    }
}
