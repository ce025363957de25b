import SupplierGoKit
import SupplierGoTesting
import TestSupport
import Testing

@testable import suppliergo

/// Keys wait while a search, an order or an edit is being applied.
@Suite struct BrowserWaitingTests {
    /// A browser of suppliers of whom only the third one is found by `bo`, at the first one, whose search has no answer
    /// yet.
    private func searching(isPicker: Bool = false) throws -> BrowserTrial {
        let suppliers = try ["Ana Lima", "Cy Roe", "Bo Diaz", "Di Day"].enumerated().map {
            try Supplier.sample(id: "\($0 + 1)", fullname: $1, email: "\($0 + 1)@example.com")
        }
        var trial = try BrowserTrial(suppliers, isPicker: isPicker)
        trial.holdsAnswers = true
        try trial.press(.character("/"))
        try trial.type("bo")
        try trial.press(.enter)
        #expect(trial.state.overlay == nil)
        return trial
    }

    @Test(arguments: ["D", "e", "p", "o", "yn", "x\r", " e", "+D", "iD", "E", "j D", "GD"])
    func actOnWhatIsFound(keys: String) throws {
        var trial = try searching()
        for key in keys { try trial.press(key == "\r" ? .enter : .character(key)) }
        #expect(trial.takeEffects().isEmpty && trial.state.overlay == nil && trial.state.marked.isEmpty)
        try trial.answer()
        #expect(trial.ids == ["3"] && trial.state.waiting.isEmpty)
        switch trial.takeEffects().last {
        case .edit(let changes)?: #expect(changes.map(\.id.rawValue) == ["3"])
        case .open(_, let supplier)?: #expect(supplier.id.rawValue == "3")
        case .write(let suppliers)?: #expect(suppliers.map(\.id.rawValue) == ["3"])
        case .copy(let text)?: #expect(text == "Bo Diaz")
        case .export(let export)?: #expect(export.rows == [2])
        case nil:
            guard case .form(let form)? = trial.state.overlay else { throw TestFailure() }
            #expect(form.id.rawValue == "3")
        default: throw TestFailure()
        }
    }

    @Test func chooseWhatIsFound() throws {
        var trial = try searching(isPicker: true)
        try trial.press(.enter)
        #expect(trial.takeEffects().isEmpty)
        try trial.answer()
        guard case .leave(.chose(let suppliers))? = trial.takeEffects().last else { throw TestFailure() }
        #expect(suppliers.map(\.id.rawValue) == ["3"])
    }

    @Test func waitInTheirOrderWithWhatIsTypedAfterAKeyThatMoves() throws {
        var trial = try searching()
        try trial.press(.character("/"), .backspace, .backspace, .character("y"), .down, .enter, .character("D"))
        #expect(trial.state.search.text == "bo")
        try trial.answer()
        // Another search has begun, for which the rest waits.
        #expect(trial.state.search.text == "b" && trial.takeEffects().isEmpty)
        while !trial.requests.isEmpty { try trial.answer() }
        guard case .edit(let changes)? = trial.takeEffects().last else { throw TestFailure() }
        #expect(trial.state.search.text == "y" && changes.map(\.id.rawValue) == ["4"])
    }

    @Test func waitForAnOrder() throws {
        var trial = try searching()
        try trial.press(.escape)
        try trial.press(.character("s"), .character("n"), .character("D"))
        #expect(trial.takeEffects().isEmpty)
        try trial.answer()
        guard case .edit(let changes)? = trial.takeEffects().last else { throw TestFailure() }
        #expect(changes.map(\.id.rawValue) == ["1"])
    }

    @Test func neverHoldEscapeAndControlCBack() throws {
        var trial = try searching()
        try trial.press(.character("D"), .escape)
        // The key was for the search that is given up.
        #expect(trial.state.search.text.isEmpty && trial.ids.count == 4 && trial.currentID == "1")
        #expect(trial.takeEffects().isEmpty && trial.state.waiting.isEmpty)
        var other = try searching()
        try other.press(.character("D"), .control("c"))
        guard case .leave(.left(.interrupted))? = other.takeEffects().last else { throw TestFailure() }
    }

    @Test func takeNoClickForRowsThatAreNotThereYet() throws {
        var trial = try searching()
        try trial.send(.input(.click(column: 5, row: 3)))
        try trial.send(.input(.wheel(1, column: 5, row: 3)))
        #expect(trial.state.position == 0)
        try trial.answer()
        #expect(trial.currentID == "3")
    }

    @Test func waitForTheEndOfAnEdit() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        trial.holdsEdits = true
        try trial.press(.character("D"), .character("D"), .down, .character("e"))
        guard case .edit(let first)? = trial.takeEffects().last else { throw TestFailure() }
        #expect(first.map(\.id.rawValue) == ["1"] && trial.currentID == "1")
        let hidden = trial.state.table.replacing(0, with: nil)
        try trial.show { $0.table = hidden }
        #expect(trial.takeEffects().isEmpty)
        try trial.send(.editEnded)
        guard case .edit(let second)? = trial.takeEffects().last else { throw TestFailure() }
        #expect(second.map(\.id.rawValue) == ["2"])
    }

    @Test func keepTheCatalogsReadingWhileAnEditIsApplied() throws {
        var trial = BrowserTrial()
        var table = SupplierTable(SampleData.suppliers(3))
        try trial.arrive(table)
        try trial.press(.down, .character(" "), .up, .character("D"))
        table = table.replacing(0, with: nil)
        try trial.show { $0.table = table }
        #expect(trial.ids == ["2", "3"] && trial.state.catalog.isLoading)
        table.append([SampleData.supplier(4)])
        try trial.arrive(table)
        #expect(trial.ids == ["2", "3", "4"] && trial.currentID == "2" && trial.state.catalog.isLoading)
    }

    /// However late the answer comes: the first rows of a search may not have the current one yet.
    @Test func leaveTheCursorOnItsSupplierIfItIsFoundLater() throws {
        var trial = try BrowserTrial(SampleData.suppliers(9))
        trial.holdsAnswers = true
        try trial.press(.end, .character("/"), .character("s"))
        let request = try #require(trial.requests.last)
        try trial.send(.arranged(RowAnswer(request: request, lines: ListLines([0, 1]), isComplete: false)))
        #expect(trial.currentID == "1")
        try trial.answer()
        #expect(trial.currentID == "9")
    }

    private struct TestFailure: Error {}
}
