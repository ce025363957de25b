import Testing

@testable import suppliergo

@Suite struct CompletionScriptTests {
    @Test(arguments: CompletionShell.allCases, Command.visible)
    func knowsEveryCommandAndItsOptions(shell: CompletionShell, command: Command) {
        let script = shell.script
        for word in command.words { #expect(script.contains(word)) }
        for row in OptionDescription.belonging(to: command) {
            // fish has the name without its dashes.
            let spelling = shell == .fish ? "-l \(row.option.rawValue)" : row.option.spelling
            #expect(script.contains(spelling), "\(spelling)")
            if let short = row.short { #expect(script.contains(shell == .fish ? "-s \(short)" : "-\(short)")) }
            for choice in row.choices { #expect(script.contains(choice), "\(choice)") }
        }
    }

    @Test(arguments: CompletionShell.allCases)
    func leavesOutWhatIsHidden(shell: CompletionShell) {
        let script = shell.script
        #expect(!script.contains(Command.backgroundFetch.rawValue))
        #expect(!script.contains("@valued@") && !script.contains("@groups@"))
        #expect(script.hasSuffix("\n") && !script.hasSuffix("\n\n"))
    }

    @Test func describesEveryGroup() {
        #expect(Set(CommandDescription.groupOverviews.keys) == Set(Command.groups))
    }

    @Test(arguments: [
        ("plain", "plain"), (#"Matteo\ H"#, "Matteo H"), (#""a b"#, "a b"), ("'it'\\''s'", "it's"),
        ("~/x", "/home/ann/x"), ("'a\\b'", "a\\b"), ("x~/y", "x~/y"),
    ])
    func readsWordsAsTheShellHasThem(word: String, text: String) {
        #expect(CompletionRequest.unquoted(word, home: "/home/ann") == text)
    }
}
