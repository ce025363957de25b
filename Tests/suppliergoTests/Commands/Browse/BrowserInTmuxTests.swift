import TestSupport
import Testing

/// The browser in tmux, a terminal that others have written.
@Suite(
    .enabled(if: InteractiveShell.path(of: "tmux") != nil, "tmux is not installed: apt-get install tmux"),
    .timeLimit(.minutes(2)))
struct BrowserInTmuxTests {
    private static let size: (columns: UInt16, rows: UInt16) = (110, 30)

    private let setting: CommandSetting
    private let socket: String
    private let catalog = TestData.path("catalog.json")

    init() throws {
        setting = try CommandSetting()
        socket = setting.directory.path(of: "tmux")
    }

    /// Runs a command of tmux, and returns what it prints.
    @discardableResult
    private func tmux(_ arguments: String...) async throws -> String {
        var configuration = setting.configuration(environment: ["LANG": "C.UTF-8", "TERM": "xterm-256color"])
        configuration.executable = InteractiveShell.path(of: "tmux") ?? "tmux"
        let words = ["-u", "-S", socket, "-f", "/dev/null"] + arguments
        return try await CommandLineRun(words, configuration: configuration).result().output
    }

    /// Returns when the window shows what is wanted, asked without what only orders letters.
    private func window(shows isWanted: ([String]) -> Bool) async throws {
        while true {
            let text = try await tmux("capture-pane", "-p")
            if isWanted(Self.lines(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))) {
                return
            }
        }
    }

    /// Lines without isolates, without blanks at their ends, and without blank lines at the end.
    private static func lines(_ lines: [String]) -> [String] {
        var lines = lines.map { line in
            var line = line.replacing("\u{2068}", with: "").replacing("\u{2069}", with: "")
            while line.last == " " { line.removeLast() }
            return line
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    private func start(_ size: (columns: UInt16, rows: UInt16) = size) async throws {
        let command = "'\(CommandLineRun.builtExecutable)' browse --image none -c '\(catalog)'; echo ended with $?; cat"
        try await tmux("new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)", command)
    }

    @Test func showsWhatAnotherTerminalShows() async throws {
        try await start()
        let run = try setting.browse("--image none -c \(catalog)", columns: Self.size.columns, rows: Self.size.rows)
        let steps: [(keys: String, line: String)] = [
            ("", "24 suppliers"), ("j", "›  IG  Inês"), ("/krone", "1/2 of 24"), ("\r", "›  SÆ"), ("g", "›▾ Krone"),
            ("?", "Finding"),
        ]
        for (keys, line) in steps {
            if !keys.isEmpty {
                try await tmux("send-keys", keys == "\r" ? "Enter" : keys)
                try await run.type(keys)
            }
            let screen = try await run.shows(line)
            try await window { $0 == Self.lines(run.screen.lines) && $0.contains { $0.contains(line) } }
            #expect(Self.lines(screen.lines).count > 2)
        }
        try await tmux("kill-server")
    }

    @Test func leavesTheWindowAsItWas() async throws {
        try await start()
        try await window { $0.last?.hasPrefix("1/24 suppliers") == true }
        try await tmux("resize-window", "-x", "60", "-y", "14")
        try await window { $0.count == 14 && $0[13].hasPrefix("1/24 suppliers") && $0[13].count <= 60 }
        try await tmux("send-keys", "q")
        try await window { $0 == ["ended with 0"] }
        try await tmux("kill-server")
    }

    /// tmux keeps what is above the cursor if a window has become smaller than it was.
    @Test func leavesNothingOfACardInAWindowThatWasResized() async throws {
        try await start((40, 12))
        try await window { $0.last?.hasPrefix("1/24 suppliers") == true }
        try await tmux("send-keys", "Enter")
        try await window { $0.last?.contains("Escape: list") == true }
        for (columns, rows, line) in [("30", "8", "30 x 8"), ("110", "14", "Since")] {
            try await tmux("resize-window", "-x", columns, "-y", rows)
            try await window { $0.contains { $0.contains(line) } }
        }
        try await tmux("send-keys", "q")
        try await window { $0.last?.hasSuffix("  ?: keys") == true && $0.last?.contains("Escape") == false }
        try await tmux("send-keys", "q")
        try await window { $0.contains("ended with 0") }
        let text = try await tmux("capture-pane", "-p")
        #expect(Self.lines(text.split(separator: "\n").map(String.init)) == ["ended with 0"])
        try await tmux("kill-server")
    }
}
