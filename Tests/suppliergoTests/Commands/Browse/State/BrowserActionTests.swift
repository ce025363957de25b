import SupplierGoKit
import SupplierGoTesting
import Testing

@testable import suppliergo

struct BrowserActionTests {
    private func expect(
        _ effects: [BrowserEffect], are names: String..., at location: SourceLocation = #_sourceLocation
    ) {
        #expect(effects.map(\.name) == names, sourceLocation: location)
    }

    @Test func leavesTheListAndTheWholeAtOnce() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.press(.character("q"))
        expect(trial.takeEffects(), are: "leave")
        // Whatever covers the list.
        for key in ["/", "s", "y", "x", "?"] as [Character] {
            try trial.press(.character(key), .control("c"))
            expect(trial.takeEffects(), are: "interrupt")
            try trial.press(.control("z"), .control("l"), .escape)
            expect(trial.takeEffects(), are: "suspend", "redraw")
            #expect(trial.state.overlay == nil)
        }
    }

    @Test func choosesWhatIsMarkedOrTheLineOneIsOn() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5), isPicker: true)
        try trial.press(.down, .enter)
        #expect(trial.takeEffects().last?.chosen == ["2"])
        try trial.press(.character(" "), .up, .up, .character(" "), .end, .enter)
        #expect(trial.takeEffects().last?.chosen == ["1", "2"])
        #expect(!trial.state.isCardOpen)
        try trial.press(.right)
        #expect(trial.state.isCardOpen)
        try trial.press(.character("q"), .character("q"))
        expect(trial.takeEffects(), are: "interrupt")
    }

    @Test func opensAndCopiesWhatIsAskedFor() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.press(.down, .character("e"), .character("p"), .character("o"))
        let opened = trial.takeEffects().compactMap { effect in
            if case .open(let field, let supplier) = effect, supplier.id.rawValue == "2" { field } else { nil }
        }
        #expect(opened == [.email, .phone, .avatar])
        try trial.press(.character("y"), .character("p"))
        try trial.press(.character("y"), .down, .down, .enter)
        let copied = trial.takeEffects().compactMap { if case .copy(let text) = $0 { text } else { nil } }
        #expect(copied == ["1-555-2", "s2@example.com"] && trial.state.overlay == nil)
        try trial.send(.done("copied s2@example.com"))
        #expect(trial.screen.last?.hasPrefix("copied s2@example.com") == true)
        try trial.expire(.message)
        #expect(trial.screen.last?.hasPrefix("2/5 suppliers") == true)
    }

    @Test func copiesNothingThatATerminalWouldObey() throws {
        let supplier = try Supplier.sample(email: "a\u{1b}]52;c;x\u{7}@example.com\nrm -rf")
        var trial = try BrowserTrial([supplier])
        try trial.press(.character("y"), .character("e"))
        guard case .copy(let text)? = trial.takeEffects().last else { throw TestFailure() }
        #expect(text == #"a\u{1b}]52;c;x\u{7}@example.com\nrm -rf"#)
    }

    @Test func offersOnlyFieldsThatHoldSomething() throws {
        var trial = try BrowserTrial([try Supplier.sample(phone: "", company: "")])
        try trial.press(.character("y"))
        guard case .menu(let menu)? = trial.state.overlay else { throw TestFailure() }
        #expect(menu.items.map(\.letter) == ["n", "e", "i"])
        try trial.press(.character("p"))
        #expect(trial.takeEffects().isEmpty && trial.state.overlay != nil)
    }

    @Test func exportsWhatIsMarkedOrElseAllThatAreListed() throws {
        var trial = try BrowserTrial(SampleData.suppliers(12), query: "s1")
        #expect(trial.ids == ["1", "10", "11", "12"])
        try trial.press(.character("x"), .enter)
        let all = try #require(trial.takeEffects().last?.export)
        let table = trial.state.table
        #expect(
            all == Export(path: "suppliers.vcf", format: .vcard, table: table, rows: [0, 9, 10, 11], source: .location))
        try trial.press(.down, .character(" "), .escape, .character("x"))
        try trial.press(.control("u"))
        try trial.type("some.html")
        try trial.press(.enter)
        let marked = try #require(trial.takeEffects().last?.export)
        #expect(marked == Export(path: "some.html", format: .html, table: table, rows: [9], source: .location))
    }

    @Test(arguments: [1, 50, 51]) func writesToAllThatAreMarkedUnlessTheyAreTooMany(count: Int) throws {
        var trial = try BrowserTrial(SampleData.suppliers(60))
        for _ in 0..<count { try trial.press(.character(" ")) }
        try trial.press(.character("e"))
        guard count <= 50 else {
            #expect(trial.takeEffects().isEmpty)
            #expect(trial.state.message?.text == "51 are marked: a message goes to at most 50")
            return
        }
        guard case .write(let suppliers)? = trial.takeEffects().last else { throw TestFailure() }
        #expect(suppliers.map(\.id.rawValue) == (1...count).map(String.init))
        // These are about the current one.
        try trial.press(.character("p"), .character("o"))
        let opened = trial.takeEffects().map {
            if case .open(_, let supplier) = $0 { supplier.id.rawValue } else { "" }
        }
        #expect(opened == ["\(count + 1)", "\(count + 1)"])
    }

    @Test func marksCompaniesAndAllThatAreListed() throws {
        let suppliers = try ["A", "B", "B", "C"].enumerated().map { try Supplier.sample(id: "\($0)", company: $1) }
        var trial = try BrowserTrial(suppliers)
        try trial.press(.character("g"), .home, .character(" "))
        #expect(trial.state.marked == [1, 2])
        try trial.press(.home, .character(" "))
        #expect(trial.state.marked.isEmpty)
        try trial.press(.character("g"), .home, .character(" "), .character("i"))
        #expect(trial.state.marked == [1, 2, 3])
        try trial.press(.character("+"))
        #expect(trial.state.marked == [0, 1, 2, 3])
        try trial.press(.character("-"))
        #expect(trial.state.marked.isEmpty)
    }

    @Test func copiesAndHidesTheMarkedTogether() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.press(.character(" "), .character(" "), .character("y"), .character("e"))
        guard case .copy("s1@example.com\ns2@example.com")? = trial.takeEffects().last else { throw TestFailure() }
        try trial.press(.character("d"))
        guard case .edit(let changes)? = trial.takeEffects().last else { throw TestFailure() }
        #expect(changes.map(\.kind) == [.hide, .hide] && changes.map(\.row) == [0, 1])
        #expect(changes.map(\.original) == SampleData.suppliers(2))
    }

    @Test(arguments: [
        (Key.character("z"), "the key z does nothing here: ? shows the keys"), (.escape, "q leaves"),
        (.character("R"), "nothing has failed"), (.character("C"), "no conflict: "),
        (.character("c"), "the catalog has not changed"),
    ])
    func saysWhyAKeyDoesNothing(key: Key, reason: String) throws {
        var trial = try BrowserTrial(SampleData.suppliers(5), columns: 120, rows: 40)
        try trial.press(key)
        #expect(trial.state.message?.text.hasPrefix(reason) == true)
        try trial.press(.character("g"), .home, .character("e"))
        #expect(trial.state.message?.text == "this is a company: choose one of its suppliers")
    }

    @Test func settlesAConflict() throws {
        let original = SampleData.supplier(1)
        var edits = SupplierEdits()
        let time = try #require(Timestamp("2026-11-23T09:00:00Z"))
        try edits.change([.phone: "1234"], of: original.id, original: original, at: time)
        let changed = try Supplier.sample(id: "1", phone: "999")
        let edited = try #require(edits[original.id]).applied(to: changed)
        var trial = try BrowserTrial([try #require(edited.supplier)])
        try trial.show { $0.edited = [original.id: edited] }
        #expect(trial.screen[2].hasPrefix("›!"))
        try trial.press(.character("C"))
        #expect(trial.screen.contains { $0.contains("t  take phone 999") })
        #expect(trial.screen.contains { $0.contains("k  keep phone 1234") })
        try trial.press(.character("t"))
        guard case .edit(let changes)? = trial.takeEffects().last else { throw TestFailure() }
        #expect(changes.map(\.kind) == [.takeCatalogs] && changes[0].original == changed)
    }

    @Test func keepsTheBoxOfAnExportThatFails() throws {
        var trial = try BrowserTrial(SampleData.suppliers(2))
        try trial.press(.character("x"))
        try trial.type("out.csv")
        try trial.press(.enter)
        let export = try #require(trial.takeEffects().last?.export)
        #expect(export.path == "out.csv")
        let failure = Failure(.inputOutput, "'out.csv' cannot be written: no space left")
        try trial.send(.exportFailed(export, failure))
        #expect(trial.screen.contains { $0.contains("│ out.csv ") })
        #expect(trial.screen.contains { $0.contains("│ 'out.csv' cannot be written: no space left") })
        #expect(trial.state.message?.text == failure.sentence)
        try trial.type("x")
        #expect(trial.state.overlay == .fileName(LineEditor("out.csvx"), failure: failure.sentence))
        try trial.press(.backspace, .enter)
        #expect(trial.takeEffects().last?.export == export)
    }

    @Test(arguments: [false, true]) func leavesOnceTheExportHasEnded(isPicker: Bool) throws {
        var trial = try BrowserTrial(SampleData.suppliers(2), isPicker: isPicker)
        let leave: Key = isPicker ? .enter : .character("q")
        try trial.press(.character("x"), .enter, leave)
        let export = try #require(trial.takeEffects().last?.export)
        #expect(trial.state.message?.text == "finishing the export; Ctrl-C gives it up")
        // A question is answered first.
        try trial.send(.fileExists(export))
        try trial.send(.exportEnded)
        try trial.press(.character("y"), leave)
        expect(trial.takeEffects(), are: "export")
        // So is what another key shows.
        try trial.press(.down)
        try trial.send(.exportEnded)
        #expect(trial.takeEffects().isEmpty)
        try trial.press(.character("x"), .enter, leave, .control("c"))
        expect(trial.takeEffects(), are: "export", "interrupt")
        try trial.press(leave)
        try trial.send(.done("exported 2 suppliers"))
        try trial.send(.exportEnded)
        expect(trial.takeEffects(), are: isPicker ? "choose" : "leave")
    }

    @Test func asksForAnExtensionThatNamesAFormat() throws {
        var trial = try BrowserTrial(SampleData.suppliers(2))
        try trial.press(.character("x"), .control("w"))
        try trial.type("suppliers.doc")
        try trial.press(.enter)
        #expect(trial.takeEffects().isEmpty && trial.state.message?.isFailure == true)
        #expect(trial.state.overlay == .fileName(LineEditor("suppliers.doc")))
        try trial.press(.escape)
        #expect(trial.state.overlay == nil && trial.takeEffects().isEmpty)
    }

    @Test func neverReplacesAFileUnasked() throws {
        var trial = try BrowserTrial(SampleData.suppliers(2))
        try trial.press(.character("x"), .enter)
        let export = try #require(trial.takeEffects().last?.export)
        #expect(!export.overwrites)
        for no in [Key.character("n"), .enter, .escape] {
            try trial.send(.fileExists(export))
            try trial.press(no)
            #expect(trial.takeEffects().isEmpty && trial.state.overlay == .fileName(LineEditor("suppliers.vcf")))
        }
        try trial.send(.fileExists(export))
        try trial.press(.character("y"))
        #expect(trial.takeEffects().last?.export?.overwrites == true && trial.state.overlay == nil)
    }

    @Test func exportsWhatWasThereWhenItWasAskedFor() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.press(.character("x"), .enter)
        let export = try #require(trial.takeEffects().last?.export)
        try trial.send(.fileExists(export))
        try trial.refresh(Array(SampleData.suppliers(3).dropFirst()))
        try trial.press(.character("y"))
        let replacing = try #require(trial.takeEffects().last?.export)
        #expect(replacing.rows.map { replacing.table.supplier(at: $0) } == SampleData.suppliers(5))
        // A name is taken for what is there then, if anything is.
        try trial.press(.character("x"))
        try trial.refresh([])
        try trial.press(.enter)
        #expect(trial.takeEffects().isEmpty && trial.state.overlay == nil)
    }

    @Test func copiesWhatTheMenuShows() throws {
        var trial = try BrowserTrial(SampleData.suppliers(3))
        try trial.press(.character("y"))
        try trial.refresh(Array(SampleData.suppliers(3).dropFirst()))
        try trial.press(.character("e"))
        guard case .copy("s1@example.com")? = trial.takeEffects().last else { throw TestFailure() }
    }

    @Test(arguments: ["/", "s", "y", "x", "E", "?"] as [Character], [0, 1, 40])
    func isReadAgainUnderWhateverCoversTheList(key: Character, count: Int) throws {
        for end in [Key.enter, .escape, .character("i")] {
            var trial = try BrowserTrial(SampleData.suppliers(20))
            try trial.press(.end, .character(key))
            try trial.refresh(SampleData.suppliers(count))
            try trial.press(.down, end)
            #expect(trial.screen.count == 24)
            try trial.press(.escape, .escape)
            #expect(trial.ids.count == count)
        }
    }

    @Test func triesAvatarsAgainThatFailed() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.send(.avatar(endpoint: "1.png", .failed(reason: "no answer")))
        try trial.press(.character("R"), .character("R"))
        expect(trial.takeEffects(), are: "retryAvatars")
        #expect(trial.state.avatars.isEmpty)
    }

    @Test func callsAnOrderByOneName() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5), columns: 120)
        for order in SupplierOrder.named where order != .catalog {
            try trial.press(.character("s"))
            guard case .menu(let menu)? = trial.state.overlay else { throw TestFailure() }
            let item = try #require(menu.items.first { $0.choice == .sort(order) })
            try trial.press(.character(try #require(item.letter)))
            #expect(trial.screen[0].hasSuffix("by " + item.title))
        }
    }

    @Test func exportsNoHalfOfASearch() throws {
        var trial = try BrowserTrial(SampleData.suppliers(12))
        trial.holdsAnswers = true
        try trial.press(.character("/"))
        try trial.type("s1")
        try trial.press(.enter, .character("x"), .enter)
        #expect(trial.state.overlay == nil && trial.takeEffects().isEmpty)
        try trial.answer()
        #expect(trial.takeEffects().last?.export?.rows == [0, 9, 10, 11])
    }

    private struct TestFailure: Error {}
}

extension BrowserEffect {
    /// The ids of the suppliers that are chosen.
    fileprivate var chosen: [String]? {
        if case .leave(.chose(let suppliers)) = self { suppliers.map(\.id.rawValue) } else { nil }
    }

    /// The export that is asked for.
    fileprivate var export: Export? {
        if case .export(let export) = self { export } else { nil }
    }
}
