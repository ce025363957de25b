import Testing

@testable import suppliergo

@Suite struct CompletionScriptTests {
    @Test(arguments: CompletionShell.allCases, Commands.visible.map(\.name))
    func knowsEveryCommandAndItsOptions(shell: CompletionShell, name: String) throws {
        let script = shell.script
        let command = try #require(Commands.named(name)).description
        for word in name.split(separator: " ") { #expect(script.contains(word)) }
        for row in command.takenOptions {
            // fish has the name without its dashes.
            let spelling = shell == .fish ? "-l \(row.name)" : row.spelling
            #expect(script.contains(spelling), "\(spelling)")
            if let short = row.short { #expect(script.contains(shell == .fish ? "-s \(short)" : "-\(short)")) }
            for choice in row.value.choices { #expect(script.contains(choice), "\(choice)") }
        }
    }

    @Test(arguments: CompletionShell.allCases)
    func leavesOutWhatIsHidden(shell: CompletionShell) {
        let script = shell.script
        #expect(!script.contains(BackgroundFetchCommand.description.name))
        #expect(!script.contains("@valued@") && !script.contains("@groups@"))
        #expect(script.hasSuffix("\n") && !script.hasSuffix("\n\n"))
    }

    @Test func describesEveryGroup() {
        #expect(Set(Commands.groupOverviews.keys) == Set(Commands.groups))
    }

    @Test(arguments: [
        ("plain", "plain"), (#"Matteo\ H"#, "Matteo H"), (#""a b"#, "a b"), ("'it'\\''s'", "it's"),
        ("~/x", "/home/ann/x"), ("'a\\b'", "a\\b"), ("x~/y", "x~/y"),
    ])
    func readsWordsAsTheShellHasThem(word: String, text: String) {
        #expect(CompletionRequest.unquoted(word, home: "/home/ann") == text)
    }
}
