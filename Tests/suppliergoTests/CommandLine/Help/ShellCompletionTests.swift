import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

/// The completions in the shells that they are for.
@Suite(.timeLimit(.minutes(5)))
struct ShellCompletionTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let names = ["Matteo Hamill", "Zoë O'Neill", "$(touch oops)"]
        let records = names.indices.map { Samples.record($0 + 41, name: names[$0]) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        try setting.directory.write(Array("[work]\ncatalog = ~/c.json\n".utf8), to: ".config/suppliergo/config")
    }

    /// Lines, and what Tab makes of them: a command, an option, values of several kinds, and suppliers.
    private static let lines = [
        ("suppliergo sh", "suppliergo show "), ("suppliergo cache cl", "suppliergo cache clear "),
        ("suppliergo list --offl", "suppliergo list --offline "),
        ("suppliergo -q fetch --ref", "suppliergo -q fetch --refresh "),
        ("suppliergo list --format nd", "suppliergo list --format ndjson "),
        ("suppliergo list --format=nd", "suppliergo list --format=ndjson "),
        ("suppliergo cache info --format js", "suppliergo cache info --format json "),
        ("suppliergo list --catalog wo", "suppliergo list --catalog work "),
        ("suppliergo list --cacert c.js", "suppliergo list --cacert c.json "),
        ("suppliergo list --cache-dir .conf", "suppliergo list --cache-dir .config/"),
        ("suppliergo show -c work 4", "suppliergo show -c work 4"),
        ("suppliergo show -c work 42", "suppliergo show -c work 42 "),
        ("suppliergo show --catalog=c.json Matt", "suppliergo show --catalog=c.json Matteo\\ Hamill "),
        ("suppliergo show zo -c c.json", "suppliergo show zo -c c.json "),
        ("suppliergo show -c ~/c.json Zo", "suppliergo show -c ~/c.json Zoë\\ O\\'Neill "),
        ("suppliergo completions z", "suppliergo completions zsh "), ("suppliergo help cach", "suppliergo help cache "),
    ]

    /// One shell completes all lines: starting it takes longer than all the rest.
    private func expectCompletions(by kind: InteractiveShell.Kind, _ script: String) async throws {
        let shell = try InteractiveShell(kind, completions: script)
        let completed = try await shell.completing(
            Self.lines.map(\.0), environment: setting.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 },
            in: setting.directory.path)
        #expect(completed == Self.lines.map(\.1))
    }

    @Test(.enabled(if: InteractiveShell.path(of: "bash") != nil, "bash is not installed: apt-get install bash"))
    func bashCompletes() async throws {
        try await expectCompletions(by: .bash, CompletionShell.bash.script)
    }

    @Test(.enabled(if: InteractiveShell.path(of: "bash") != nil, "bash is not installed: apt-get install bash"))
    func bashShowsWhatWordsMeanAndInsertsOnlyWords() async throws {
        let script = """
            \(CompletionShell.bash.script)
            COMP_LINE='suppliergo show -c c.json 4' COMP_WORDS=($COMP_LINE) COMP_CWORD=4 COMP_POINT=${#COMP_LINE}
            for COMP_TYPE in 9 37 63; do _suppliergo; printf '%s\\n' "${COMPREPLY[@]}"; done
            COLUMNS=20 _suppliergo; echo "${COMPREPLY[0]}"
            COMP_LINE+=2 COMP_WORDS[4]=42 COMP_POINT=${#COMP_LINE}; _suppliergo; echo "${COMPREPLY[@]}"
            """
        try setting.directory.write(Array(script.utf8), to: "script")
        var configuration = setting.configuration(
            environment: ["PATH": CommandLineRun.searchPath, "LC_ALL": "C.UTF-8", "COLUMNS": ""])
        configuration.executable = InteractiveShell.path(of: "bash") ?? "bash"
        let result = try await CommandLineRun(
            ["--norc", setting.directory.path(of: "script")], configuration: configuration
        )
        .result()
        #expect(
            result.output == """
                41
                42
                43
                41
                42
                43
                41  -- Matteo Hamill
                42  -- Zoë O'Neill
                43  -- $(touch oops)
                41  -- Matteo Hamil
                42

                """)
    }

    @Test(.enabled(if: InteractiveShell.path(of: "zsh") != nil, "zsh is not installed: apt-get install zsh"))
    func zshCompletes() async throws {
        try await expectCompletions(by: .zsh, CompletionShell.zsh.script)
    }

    @Test func namesTheFilesThatTheShellsRead() async throws {
        let result = try await setting.run("completions")
        #expect(result.status == 0)
        for shell in CompletionShell.allCases {
            let path = setting.directory.path(of: Self.files[shell, default: ""])
            #expect(result.output.contains("  \(shell.rawValue)  ") && result.output.contains(path))
        }
    }

    private static let files: [CompletionShell: String] = [
        .bash: ".local/share/bash-completion/completions/suppliergo",
        .zsh: ".local/share/zsh/site-functions/_suppliergo",
        .fish: ".config/fish/completions/suppliergo.fish",
    ]

    @Test(arguments: CompletionShell.allCases)
    func writesTheFileThatTheShellReads(shell: CompletionShell) async throws {
        let named = try await setting.run("completions \(shell.rawValue) --install")
        #expect(named.status == 0)
        #expect(named.output.isEmpty && named.errorOutput.hasPrefix("suppliergo: the completions are in "))
        let file = Self.files[shell, default: ""]
        #expect(String(decoding: try setting.directory.read(file), as: UTF8.self) == shell.script)
        let own = try await setting.run("completions --install", environment: ["SHELL": "/bin/" + shell.rawValue])
        #expect(own.errorOutput == named.errorOutput)
    }

    @Test(arguments: [
        (nil, "~/.local/share/zsh/site-functions"), ("/tmp/no such/data", "/tmp/no\\ such/data/zsh/site-functions"),
    ])
    func namesTheDirectoryThatZshHasToRead(dataHome: String?, directory: String) throws {
        let environment = Environment(
            variables: ["HOME": "/home/ann", "XDG_DATA_HOME": dataHome ?? ""], directory: "/there")
        let path = try #require(CompletionShell.zsh.path(in: environment))
        #expect(
            CompletionShell.zsh.need(for: path, in: environment)
                == "Put 'fpath+=(\(directory))' before compinit in ~/.zshrc.")
    }

    @Test func saysWhyNoCompletionsAreWritten() async throws {
        let unset = try await setting.run("completions --install")
        #expect(unset.errorOutput == "suppliergo: error: the environment variable SHELL is not set: name a shell\n")
        let other = try await setting.run("completions --install", environment: ["SHELL": "/bin/tcsh"])
        #expect(other.status == 78)
        #expect(other.errorOutput.contains("names the shell 'tcsh', which is not one of bash, zsh, fish"))
        try setting.directory.write([], to: ".local")
        let blocked = try await setting.run("completions bash --install")
        #expect(blocked.status == 74)
        #expect(blocked.errorOutput.hasSuffix("cannot be written: Not a directory\n"))
    }

    /// Names and ids that a shell would obey outside or within one of its quotes, told apart by their first letters.
    private static let hostileNames = [
        "A $(touch hacked)", "B `touch hacked`", "C\";touch hacked;#", "D';touch hacked;'", "E !! !e", "F ends with \"",
        "G ends with !", "H #&*()[]{}<>?|~^;:,=%+@\\ \"'$x`-_/.z", "I\"\u{301};touch hacked;#",
        "J'\u{301};touch hacked;'", "K$\u{301}(touch other)", "~L", "Mé 東京\u{3000}x",
    ]

    /// A text as JSON writes it, without its quotes.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }.joined()
    }

    @Test(
        arguments: InteractiveShell.Kind.allCases.filter { InteractiveShell.path(of: $0.rawValue) != nil },
        ["fullname", "id"])
    func shellsObeyNothingThatACatalogSays(kind: InteractiveShell.Kind, field: String) async throws {
        let names = Self.hostileNames
        let records = names.indices.map { index in
            let (number, name) = (index + 41, Self.escaped(names[index]))
            guard field == "id" else { return Samples.record(number, name: name) }
            return Samples.record(number).replacing("\"id\":\"\(number)\"", with: "\"id\":\"\(name)\"")
        }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let completions = try #require(CompletionShell(rawValue: kind.rawValue))
        let shell = try InteractiveShell(kind, completions: completions.script)
        var lines: [String] = []
        let quotes = RandomWalk.isLong || field == "fullname" ? ["", "\"", "'"] : [""]
        for quote in quotes {
            for (index, name) in names.enumerated() {
                // Without quotes a shell would look for a user of that name.
                let start = quote.isEmpty && name.hasPrefix("~") ? "\\~" : String(name.prefix(1))
                lines.append("suppliergo show -c c.json --format tsv -o out-\(lines.count)-\(index) \(quote)\(start)")
            }
        }
        try await shell.running(
            lines, environment: setting.environment.merging(["LC_ALL": "C.UTF-8"]) { $1 },
            in: setting.directory.path)
        let files = try setting.directory.files()
        for position in lines.indices {
            let index = position % names.count
            let text = String(decoding: try setting.directory.read("out-\(position)-\(index)"), as: UTF8.self)
            #expect(text.contains("Company \(index + 41)\t"), "\(lines[position]): \(text)")
        }
        #expect(!files.contains("hacked") && !files.contains("other"))
    }

    @Test(
        .enabled(if: InteractiveShell.path(of: "fish") != nil, "fish is not installed: apt-get install fish"),
        arguments: [
            ("suppliergo sh", "show\tPrint one supplier"), ("suppliergo cache cl", "clear\tRemove"),
            ("suppliergo list --offl", "--offline\tNever use"), ("suppliergo list --format nd", "ndjson"),
            ("suppliergo list --format=nd", "--format=ndjson"), ("suppliergo -q list -", "--sort\t"),
            ("suppliergo cache info --format t", "text"), ("suppliergo list -c w", "work\t"),
            ("suppliergo list --cacert c.j", "c.json"), ("suppliergo list --cache-dir .conf", ".config/\t"),
            ("suppliergo show -c work 4", "42\tZoë O'Neill"),
            ("suppliergo show -c c.json mat", "Matteo Hamill\tCompany 41"),
            ("suppliergo completions z", "zsh"), ("suppliergo help sta", "status"),
        ])
    func fishCompletes(line: String, candidate: String) async throws {
        try setting.directory.write(Array(CompletionShell.fish.script.utf8), to: "completions")
        var configuration = setting.configuration(environment: ["PATH": CommandLineRun.searchPath, "LINE": line])
        configuration.executable = InteractiveShell.path(of: "fish") ?? "fish"
        let arguments = ["--no-config", "--command", "source completions; complete -C \"$LINE\""]
        let result = try await CommandLineRun(arguments, configuration: configuration).result()
        #expect(result.errorOutput.isEmpty)
        let hasCandidate = result.output.split(separator: "\n").contains { $0.hasPrefix(candidate) }
        #expect(hasCandidate, "\(result.output)")
    }
}
