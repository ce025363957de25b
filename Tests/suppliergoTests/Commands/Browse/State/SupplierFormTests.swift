import SupplierGoKit
import SupplierGoTesting
import Testing

@testable import suppliergo

/// Editing a supplier in the browser.
struct SupplierFormTests {
    private struct TestFailure: Error {}

    private func edits(_ effects: [BrowserEffect]) -> [SupplierChange] {
        effects.compactMap { if case .edit(let changes) = $0 { changes.first } else { nil } }
    }

    private func form(_ trial: BrowserTrial) throws -> SupplierForm {
        guard case .form(let form)? = trial.state.overlay else { throw TestFailure() }
        return form
    }

    @Test func asksForWhatWasChangedToBeKept() throws {
        let suppliers = SampleData.suppliers(3)
        var trial = try BrowserTrial(suppliers)
        trial.holdsEdits = true
        try trial.press(.down, .character("E"), .tab, .down, .control("u"))
        try trial.type(" 1234 ")
        try trial.press(.up, .backTab, .up, .end)
        try trial.type("!")
        try trial.press(.enter)
        // Once more before the result is known.
        try trial.press(.enter)
        let id = Supplier.ID(2)
        #expect(
            edits(trial.takeEffects()) == [
                .init(id: id, original: suppliers[1], values: [.phone: "1234", .fullname: "Supplier 2!"], row: 1)
            ])
        #expect(try form(trial).position == 0)
        try trial.send(.editKept(id, "edited '2'; u undoes this"))
        #expect(trial.state.overlay == nil)
        #expect(trial.screen.last?.hasPrefix("edited '2'; u undoes this") == true)
        try trial.send(.editEnded)
        try trial.press(.character("u"))
        guard case .undo? = trial.takeEffects().last else { throw TestFailure() }
    }

    @Test func keepsNothingWhereNothingWasChanged() throws {
        var trial = try BrowserTrial([try .sample(company: "A\tB\u{1b}[2J")])
        try trial.press(.character("E"))
        #expect(try form(trial).lines[1].text == "A\\tB\\u{1b}[2J")
        try trial.press(.enter)
        #expect(trial.takeEffects().isEmpty && trial.state.overlay == nil)
        try trial.press(.character("E"))
        try trial.type("x")
        try trial.press(.escape)
        #expect(trial.takeEffects().isEmpty && trial.state.overlay == nil)
    }

    @Test func addsASupplier() throws {
        var trial = try BrowserTrial(SampleData.suppliers(3))
        try trial.press(.character("a"))
        #expect(trial.screen.contains { $0.contains("Add a supplier") })
        try trial.type("Ana Lima")
        try trial.press(.tab)
        try trial.type("Lima")
        try trial.press(.enter)
        let edit = try #require(edits(trial.takeEffects()).first)
        #expect(edit.kind == .add && edit.row == 3 && edit.original == nil)
        #expect(edit.values == [.fullname: "Ana Lima", .company: "Lima"])
        try trial.send(.editKept(edit.id, "added 'Ana Lima'; u undoes this"))
        #expect(trial.state.overlay == nil && trial.screen.last?.hasPrefix("added 'Ana Lima'; u undoes this") == true)
    }

    @Test func storesANameOfOneWordByTheSecondEnter() throws {
        let warning = "fullname '王' has no first and last name; Enter saves it"
        var trial = try BrowserTrial(SampleData.suppliers(3))
        try trial.press(.character("a"))
        try trial.type("王")
        try trial.press(.tab, .tab)
        try trial.type("x")
        try trial.press(.enter)
        #expect(edits(trial.takeEffects()).isEmpty && trial.screen.contains { $0.contains(warning) })
        #expect(try form(trial).position == 0)
        try trial.press(.enter)
        #expect(edits(trial.takeEffects()).first?.values == [.fullname: "王", .phone: "x"])
        // Another mistake does not bring the warning back, another name does.
        let id = try form(trial).id
        try trial.send(.editRefused(id, [SupplierEdits.Edit.FieldError(.phone, "is not a number")]))
        try trial.press(.backspace, .enter)
        #expect(edits(trial.takeEffects()).first?.values == [.fullname: "王"])
        try trial.press(.up, .up)
        try trial.type("小")
        try trial.press(.enter)
        #expect(edits(trial.takeEffects()).isEmpty)
    }

    @Test func staysOpenWithTheMistakeNamed() throws {
        var trial = try BrowserTrial(SampleData.suppliers(3))
        try trial.press(.character("E"))
        try trial.type("x")
        let fault = SupplierEdits.Edit.FieldError(.phone, "is not a number: '\u{1b}[2J'")
        try trial.send(.editRefused(Supplier.ID(2), [fault]))
        #expect(try form(trial).faults.isEmpty)
        try trial.send(.editRefused(Supplier.ID(1), [fault]))
        #expect(try form(trial).faults == [fault])
        #expect(try form(trial).position == 2)
        #expect(trial.screen.contains { $0.contains("phone is not a number: '\\u{1b}[2J'") })
        #expect(trial.screen.contains { $0.contains("fullname  Supplier 1x") })
    }

    @Test func namesEveryMistake() throws {
        var trial = try BrowserTrial(SampleData.suppliers(3))
        try trial.press(.character("E"))
        let reasons: [Supplier.Field: String] = [.fullname: "is short", .phone: "is not a number", .email: "has no @"]
        let faults = reasons.map { SupplierEdits.Edit.FieldError($0.key, $0.value) }
        try trial.send(.editRefused(Supplier.ID(1), faults))
        for fault in faults { #expect(trial.screen.contains { $0.contains("\(fault)") }, "\(fault)") }
    }

    @Test func remembersWhatTheCatalogHasOfAnEditedOne() throws {
        let original = SampleData.supplier(1)
        var edits = SupplierEdits()
        let time = try #require(Timestamp("2026-11-23T09:00:00Z"))
        try edits.change([.phone: "1234"], of: original.id, original: original, at: time)
        let edited = try #require(edits[original.id]).applied(to: original)
        var trial = try BrowserTrial([try #require(edited.supplier)], columns: 120)
        try trial.press(.character("E"))
        try trial.type("x")
        try trial.press(.enter)
        #expect(self.edits(trial.takeEffects()).isEmpty && trial.state.message?.isFailure == true)
        try trial.show { $0.edited = [original.id: edited] }
        try trial.press(.enter)
        #expect(self.edits(trial.takeEffects()).first?.original == original)
        try trial.press(.escape)
        #expect(trial.screen.contains { $0.contains("phone (was 1-555-1)") })
    }

    @Test(arguments: [40, 80, 200])
    func fitsEveryWindow(columns: Int) throws {
        let long = String(repeating: "Ω", count: 300)
        var trial = try BrowserTrial([try .sample(fullname: long)], columns: columns, rows: 12)
        try trial.press(.character("E"))
        let screen = trial.state.draw()
        #expect(screen.lines.contains { $0.contains("Enter: save") } && screen.lines.contains { $0.contains("avatar") })
        let cursor = try #require(screen.cursor)
        #expect(cursor.column < columns && cursor.row == 3)
    }

    @Test func aTableWithAnotherSupplierSharesTheRest() throws {
        let suppliers = SampleData.suppliers(10_000)
        let table = SupplierTable(suppliers)
        for (row, name) in [(0, "A"), (255, ""), (1000, String(repeating: "ß", count: 500)), (9999, "Z")] {
            var other = suppliers
            other[row] = try .sample(id: "\(row + 1)", fullname: name)
            let replaced = table.replacing(row, with: other[row])
            #expect(replaced.suppliers == other)
            #expect(!table.isContinued(by: replaced) && table.suppliers == suppliers)
            #expect(replaced.row(of: Supplier.ID(10_000)) == 9999)
        }
        #expect(table.row(of: Supplier.ID(10_001)) == nil)
    }

    @Test func aTableKeepsWhichFieldsAreEdited() throws {
        var supplier = try Supplier.sample()
        supplier.editedFields = [.phone, .avatar]
        #expect(SupplierTable([supplier, try .sample()]).suppliers == [supplier, try .sample()])
    }
}
