import Testing

@testable import suppliergo

@Suite struct ArgumentWordsTests {
    private func words(_ line: String) throws(UsageError) -> ArgumentWords {
        let words = ArgumentWords(line.split(separator: " ").map(String.init), of: .suppliergo)
        if let error = words.error { throw error }
        return words
    }

    @Test(arguments: [
        "list -c x murphy", "list murphy -c x", "list -cx murphy", "list --catalog x murphy", "list --catalog=x murphy",
        "list murphy --catalog=x", "list --catalog=x -- murphy",
    ])
    func takesOptionsBeforeAndBehindArguments(line: String) throws {
        let words = try words(line)
        #expect(words.command is ListCommand.Type)
        #expect(words.options == [.init(name: "catalog", text: "x")])
        #expect(words.arguments == ["murphy"])
    }

    @Test func endsOptionsAtTwoDashes() throws {
        let words = try words("list -- --offline -q")
        #expect(words.arguments == ["--offline", "-q"])
        #expect(words.options.isEmpty)
    }

    @Test func takesLettersOfFlagsTogetherAndAValueBehindThem() throws {
        let words = try words("list -qvc file")
        #expect(words.options.map(\.name) == ["quiet", "verbose", "catalog"])
        #expect(words[Options.catalog.row] == "file")
        #expect(try self.words("list -vcfile")[Options.catalog.row] == "file")
    }

    @Test func takesASingleDashAsAValueAndAsAnArgument() throws {
        #expect(try words("list -c -")[Options.catalog.row] == "-")
        #expect(try words("list -").arguments == ["-"])
    }

    @Test func takesANumberBelowZeroAsAValueToBeRefused() throws {
        #expect(try words("list --timeout -5")[Options.timeout.row] == "-5")
    }

    @Test func takesAnEmptyJoinedValueAndOneThatHoldsAnEqualsSign() throws {
        #expect(try words("list --catalog=")[Options.catalog.row]?.isEmpty == true)
        #expect(try words("list --catalog=a=b")[Options.catalog.row] == "a=b")
    }

    @Test func letsTheLastOfSeveralValuesCount() throws {
        #expect(try words("list -c a --catalog b")[Options.catalog.row] == "b")
    }

    @Test func findsCommandsOfTwoWords() throws {
        #expect(try words("cache -q path").command is CachePathCommand.Type)
        #expect(try words("cache").group == "cache")
        #expect(try words("cache").command == nil)
    }

    @Test(arguments: [
        ("list --catalog", "--catalog"), ("list -c", "-c"), ("list -c --offline", "-c"), ("list -qc", "-c"),
    ])
    func missesAValue(line: String, spelling: String) {
        #expect(throws: UsageError("'\(spelling)' needs a value <location>", see: .command("list"))) {
            try words(line)
        }
    }

    @Test func refusesAValueForAFlag() {
        let sentence = "'--offline' takes no value, but 'yes' is given"
        #expect(throws: UsageError(sentence, see: .command("list"))) {
            try words("list --offline=yes")
        }
    }

    @Test(arguments: [
        ("-q list 13", "list 13 -q"), ("--cache-dir /c --color=never list", "list --cache-dir /c --color=never"),
        ("cache -v info", "cache info -v"), ("-vh show", "show -vh"),
    ])
    func letsTheOptionsOfEveryCommandStandBeforeIt(line: String, other: String) throws {
        let (words, others) = try (words(line), words(other))
        #expect(words.command.map { "\($0)" } == others.command.map { "\($0)" })
        #expect(words.options == others.options)
        #expect(words.arguments == others.arguments)
    }

    @Test(arguments: [
        ("-c x list murphy", "--catalog", "list"), ("--catalog=x show 13", "--catalog", "show"),
        ("--email open 13", "--email", "open"), ("--email a@b.example edit 13", "--email", "edit"),
        ("-qf json cache info", "--format", "cache info"), ("cache -f json info", "--format", "cache info"),
        ("--offline", "--offline", "list"), ("--email show 13", "--email", "open"),
    ])
    func saysWhereAnOptionBeforeItsCommandGoes(line: String, option: String, command: String) {
        let sentence = "'\(option)' goes after its command: 'suppliergo \(command) \(option)'"
        #expect(throws: UsageError(sentence, see: .command(command))) { try words(line) }
    }

    @Test(arguments: [
        "list --color never --nonsense", "--color=never nonsense", "show 1 --color never --email", "--color never -c",
    ])
    func knowsColourOnALineThatIsWrong(line: String) {
        #expect(Invocation.color(in: line.split(separator: " ").map(String.init), of: .suppliergo) == .never)
    }

    @Test(arguments: ["list -- --color never", "list --color nevr"])
    func takesNoOtherWordForAColour(line: String) {
        #expect(Invocation.color(in: line.split(separator: " ").map(String.init), of: .suppliergo) == .auto)
    }
}

extension ArgumentWords {
    /// The last value given for an option.
    fileprivate subscript(option: OptionDescription) -> String? { options.last { $0.name == option.name }?.text }
}
