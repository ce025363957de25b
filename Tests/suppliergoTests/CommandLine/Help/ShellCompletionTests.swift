import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

/// The completions in the shells that they are for.
@Suite(.timeLimit(.minutes(2)))
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
        ("suppliergo -c ~/c.json show Zo", "suppliergo -c ~/c.json show Zoë\\ O\\'Neill "),
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

    @Test(.enabled(if: InteractiveShell.path(of: "zsh") != nil, "zsh is not installed: apt-get install zsh"))
    func zshCompletes() async throws {
        try await expectCompletions(by: .zsh, CompletionShell.zsh.script)
    }

    @Test(.enabled(if: InteractiveShell.path(of: "bash") != nil, "bash is not installed: apt-get install bash"))
    func bashObeysNothingThatACatalogSays() async throws {
        let shell = try InteractiveShell(.bash, completions: CompletionShell.bash.script)
        let result = try await shell.completing(
            ["suppliergo show -c c.json \\$"], environment: setting.environment, in: setting.directory.path)
        #expect(result == ["suppliergo show -c c.json \\$\\(touch\\ oops\\) "])
        #expect(try !setting.directory.files().contains("oops"))
    }

    @Test(
        .enabled(if: InteractiveShell.path(of: "fish") != nil, "fish is not installed: apt-get install fish"),
        arguments: [
            ("suppliergo sh", "show\tPrint one supplier"), ("suppliergo cache cl", "clear\tRemove"),
            ("suppliergo list --offl", "--offline\tNever touch"), ("suppliergo list --format nd", "ndjson\t"),
            ("suppliergo list --format=nd", "--format=ndjson\t"), ("suppliergo -c x list -", "--sort\t"),
            ("suppliergo cache info --format t", "text\t"), ("suppliergo list -c w", "work\t"),
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
