import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

/// What the shells offer for two dashes behind each command: all options that the table has for it, and no other.
@Suite(.timeLimit(.minutes(2)))
struct CompletedOptionsTests {
    private static let expected = Dictionary(
        uniqueKeysWithValues: CommandTable.suppliergo.visible.map { command in
            (command.name, Set(CommandTable.suppliergo.options(of: command).map(\.spelling)))
        })

    private static let commands = CommandTable.suppliergo.visible.map { "'\($0.name)'" }.joined(separator: " ")

    /// The options by command, from lines such as `cache info: --color --help`.
    private func offered(by program: String, _ options: [String], _ script: String) async throws
        -> [String: Set<String>]
    {
        let directory = try TemporaryDirectory()
        try directory.write(Array(script.utf8), to: "script")
        var configuration = CommandLineRun.Configuration()
        configuration.environment = ["HOME": directory.path, "PATH": CommandLineRun.searchPath]
        configuration.executable = InteractiveShell.path(of: program) ?? program
        let result = try await CommandLineRun(options + [directory.path(of: "script")], configuration: configuration)
            .result()
        #expect(result.errorOutput.isEmpty)
        let parts = result.output.split(separator: "\n").map { $0.split(separator: ":") }
        return Dictionary(
            uniqueKeysWithValues: parts.filter { $0.count == 2 }.map { part in
                (String(part[0]), Set(part[1].split(separator: " ").map(String.init)))
            })
    }

    @Test(.enabled(if: InteractiveShell.path(of: "bash") != nil, "bash is not installed: apt-get install bash"))
    func areTheTablesInBash() async throws {
        let script = """
            for command in \(Self.commands); do
                COMP_LINE="suppliergo $command --"
                COMP_WORDS=($COMP_LINE) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                COMP_POINT=${#COMP_LINE}
                _suppliergo
                printf '%s: %s\\n' "$command" "${COMPREPLY[*]}"
            done
            """
        #expect(try await offered(by: "bash", ["--norc"], CompletionShell.bash.script + script) == Self.expected)
    }

    @Test(.enabled(if: InteractiveShell.path(of: "fish") != nil, "fish is not installed: apt-get install fish"))
    func areTheTablesInFish() async throws {
        let script = """
            for command in \(Self.commands)
                echo $command: (complete -C "suppliergo $command --" | string split --fields 1 \\t)
            end
            """
        let offered = try await offered(by: "fish", ["--no-config"], CompletionShell.fish.script + script)
        #expect(offered == Self.expected)
    }

    @Test(arguments: CommandTable.suppliergo.visible.map(\.name))
    func areTheTablesForEveryShell(name: String) throws {
        let words = name.split(separator: " ").map(String.init)
        guard case .words(let offered) = PartialCommandLine("--", after: words, of: .suppliergo).candidates else {
            Issue.record("\(name) has no words")
            return
        }
        let command = try #require(CommandTable.suppliergo.command(named: name)).description
        #expect(Set(offered.map(\.word)) == Set(CommandTable.suppliergo.options(of: command).flatMap(\.spellings)))
        #expect(offered.allSatisfy { !$0.meaning.isEmpty })
    }

    @Test(arguments: [
        ("fetch --shard", ["auto"]), ("fetch --format", ["ndjson"]), ("cache info --format", ["text", "json"]),
        ("cache verify --format", []), ("cache verify --offline", []),
    ])
    func haveTheValuesOfTheCommand(words: String, values: [String]) {
        let words = words.split(separator: " ").map(String.init)
        let candidates = PartialCommandLine("", after: words, of: .suppliergo).candidates
        #expect(candidates == (values.isEmpty ? .nothing : .choices(values)))
    }
}
