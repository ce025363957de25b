import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

@Suite struct ManualPageTests {
    private let page = ManualPage(of: .suppliergo).description

    @Test(arguments: CommandTable.suppliergo.visible.map(\.name))
    func describesEveryCommandWithItsExamples(name: String) throws {
        let description = try #require(CommandTable.suppliergo.command(named: name)).description
        #expect(page.contains(".It Xo\n.Cm \(name)\n"))
        #expect(page.contains(".Nm\n.Cm \(name)\n"))
        for example in description.examples { #expect(page.contains(".Dl " + Mdoc.argument(example.line))) }
    }

    @Test(arguments: CommandTable.suppliergo.options.indices)
    func describesEveryOption(index: Int) throws {
        let row = CommandTable.suppliergo.options[index]
        let value = row.value.name.map { " Ar \($0)" } ?? ""
        #expect(page.contains("Fl -\(row.name)\(value)\n"))
        if let short = row.short { #expect(page.contains("Fl \(short)\(value) , Fl -\(row.name)")) }
        func text(_ words: String) -> String { Mdoc.lines(of: words).joined(separator: " ") }
        let entries = page.split(separator: "\n.It ").map { $0.split(separator: "\n").joined(separator: " ") }
        let entry = try #require(entries.first { $0.contains(text(row.meaning)) })
        #expect(entry.contains("Fl -\(row.name)"))
        if let shown = row.defaultText { #expect(entry.contains(text("Default: \(shown)."))) }
        for choice in row.value.choices { #expect(entry.contains(Mdoc.escaped(choice.replacing("=", with: "")))) }
        for variable in row.environment { #expect(entry.contains(".Ev \(variable.rawValue) .")) }
        let commands = CommandTable.suppliergo.owners(of: row).map(\.name).joined(separator: ", ")
        #expect(entry.contains(text("Commands: \(commands).")) == !row.isCommon)
    }

    @Test func namesEveryVariableAndStatus() {
        for variable in EnvironmentVariable.allNames { #expect(page.contains(variable)) }
        for status in ExitStatus.allCases { #expect(page.contains(".It \(status.rawValue)\n")) }
        for signal in EndingSignal.allCases { #expect(page.contains(".It \(signal.exitStatus)\n")) }
    }

    @Test func namesEveryKeyOfTheSettings() throws {
        let start = try #require(page.firstRange(of: ".Ss Settings")).upperBound
        let end = try #require(page.firstRange(of: ".Sh ENVIRONMENT")).lowerBound
        let settings = page[start..<end].replacing("\\-", with: "-")
        let words = Set(settings.split { !$0.isLetter && $0 != "-" }.map(String.init))
        let commands = CommandTable.suppliergo
        for option in commands.settings + Options.settingsOnly { #expect(words.contains(option.name)) }
    }

    @Test func leavesOutWhatIsHidden() {
        for command in CommandTable.suppliergo.all.map({ $0.description }) where command.isHidden {
            #expect(!page.contains(command.name))
        }
    }

    @Test(.enabled(if: InteractiveShell.path(of: "mandoc") != nil, "mandoc is not installed: apt-get install mandoc"))
    func hasNothingThatMandocComplainsOf() async throws {
        var configuration = CommandLineRun.Configuration()
        configuration.executable = InteractiveShell.path(of: "mandoc") ?? "mandoc"
        configuration.input = .bytes(Array(page.utf8))
        let lint = try await CommandLineRun(["-T", "lint"], configuration: configuration).result()
        #expect(lint.output.isEmpty)
        #expect(lint.errorOutput.isEmpty)
        #expect(lint.status == 0)
        let shown = try await CommandLineRun(["-T", "utf8"], configuration: configuration).result()
        let text = shown.output.replacing(#/.\u{8}/#, with: "")
        #expect(text.contains("-c location, --catalog location"))
        #expect(text.contains("suppliergo list -c - --format tsv") || text.contains("| suppliergo list"))
    }

    @Test(arguments: [
        ("One. Two (and three). v1.2 x", ["One.", "Two (and three).", "v1.2 x"]),
        ("'a' --b ~ \\", ["\\(aqa\\(aq \\-\\-b \\(ti \\e"]), (".x", ["\\&.x"]),
    ])
    func writesTextThatIsNotObeyed(text: String, lines: [String]) {
        #expect(Mdoc.lines(of: text) == lines)
    }

    @Test(arguments: ["man", "completions bash", "help"])
    func isPrintedWithoutAnySurroundings(line: String) async throws {
        let result = try await CommandLineRun.result(of: line.split(separator: " ").map(String.init))
        #expect(result.status == 0)
        #expect(result.errorOutput.isEmpty)
        if line == "man" { #expect(result.output == page) }
        if line == "completions bash" { #expect(result.output == CompletionShell.bash.script) }
    }
}
