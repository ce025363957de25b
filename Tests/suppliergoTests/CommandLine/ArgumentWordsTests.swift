import Testing

@testable import suppliergo

@Suite struct ArgumentWordsTests {
    private func words(_ line: String) throws(ArgumentError) -> ArgumentWords {
        try ArgumentWords(line.split(separator: " ").map(String.init))
    }

    @Test(arguments: [
        "list -c x murphy", "list murphy -c x", "-c x list murphy", "list -cx murphy", "list --catalog x murphy",
        "list --catalog=x murphy", "list murphy --catalog=x", "list --catalog=x -- murphy",
    ])
    func takesOptionsBeforeAndBehindArguments(line: String) throws {
        let words = try words(line)
        #expect(words.command == .list)
        #expect(words.options == [.init(option: .catalog, value: "x")])
        #expect(words.arguments == ["murphy"])
    }

    @Test func endsOptionsAtTwoDashes() throws {
        let words = try words("list -- --offline -q")
        #expect(words.arguments == ["--offline", "-q"])
        #expect(words.options.isEmpty)
    }

    @Test func takesLettersOfFlagsTogetherAndAValueBehindThem() throws {
        let words = try words("list -qvc file")
        #expect(words.options.map(\.option) == [.quiet, .verbose, .catalog])
        #expect(words[.catalog] == "file")
        #expect(try self.words("list -vcfile")[.catalog] == "file")
    }

    @Test func takesASingleDashAsAValueAndAsAnArgument() throws {
        #expect(try words("list -c -")[.catalog] == "-")
        #expect(try words("list -").arguments == ["-"])
    }

    @Test func takesANumberBelowZeroAsAValueToBeRefused() throws {
        #expect(try words("list --timeout -5")[.timeout] == "-5")
    }

    @Test func takesAnEmptyJoinedValueAndOneThatHoldsAnEqualsSign() throws {
        #expect(try words("list --catalog=")[.catalog]?.isEmpty == true)
        #expect(try words("list --catalog=a=b")[.catalog] == "a=b")
    }

    @Test func letsTheLastOfSeveralValuesCount() throws {
        #expect(try words("list -c a --catalog b")[.catalog] == "b")
    }

    @Test func findsCommandsOfTwoWords() throws {
        #expect(try words("cache -q path").command == .cachePath)
        #expect(try words("cache").group == "cache")
        #expect(try words("cache").command == nil)
    }

    @Test(arguments: [
        ("list --catalog", "--catalog"), ("list -c", "-c"), ("list -c --offline", "-c"), ("list -qc", "-c"),
    ])
    func missesAValue(line: String, spelling: String) {
        #expect {
            try words(line)
        } throws: { error in
            if case ArgumentError.missingValue(spelling, _, .list) = error { true } else { false }
        }
    }

    @Test func refusesAValueForAFlag() {
        #expect(throws: ArgumentError.needlessValue(spelling: "--offline", value: "yes", command: .list)) {
            try words("list --offline=yes")
        }
    }
}
