import FoundationEssentials
import SupplierGoKit
import SupplierGoTesting
import Testing

@testable import suppliergo

struct BrowserCatalogTests {
    private let failure = Failure(.unavailable, "suppliers.example cannot be reached: try again later")

    @Test func keepsTheLineAsSuppliersArrive() throws {
        var trial = BrowserTrial()
        #expect(trial.screen.contains { $0.contains("loading...") })
        var table = SupplierTable(SampleData.suppliers(3))
        try trial.arrive(table)
        try trial.press(.down)
        let first = try #require(trial.state.cellWidths[.name]?.longest)
        // Columns stay where they are once the screen is full.
        table.append((10...50).map { SampleData.supplier($0) })
        try trial.arrive(table)
        let widths = trial.state.cellWidths
        #expect(widths[.name]?.longest == first + 1)
        table.append((1000...1159).map { SampleData.supplier($0) })
        try trial.arrive(table)
        #expect(trial.state.position == 1 && trial.state.cellWidths == widths)
        #expect(trial.screen.last?.contains("2/204 suppliers · loading…") == true)
        try trial.end(with: CatalogEnd(source: .location, skippedCount: 2))
        #expect(trial.screen.last?.contains("204 suppliers · 2 records skipped") == true)
    }

    @Test func marksWhatIsNewOrChangedForAMoment() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.press(.down, .down, .character(" "), .up)
        #expect(trial.currentID == "3")
        let changed = try Supplier.sample(id: "4", fullname: "Changed to a name that is longer")
        let widths = trial.state.cellWidths
        try trial.refresh([SampleData.supplier(9), SampleData.suppliers(3)[1], SampleData.suppliers(3)[2], changed])
        #expect(trial.ids == ["9", "2", "3", "4"] && trial.currentID == "3")
        // Columns stay where they are.
        #expect(trial.state.marked == [2] && trial.state.cellWidths == widths)
        #expect(trial.screen[2].hasPrefix(" + ") && trial.screen[5].hasPrefix(" ~ "))
        #expect(trial.screen[4].hasPrefix("›● "))
        #expect(trial.screen.last?.contains("1 new, 1 changed, 2 gone") == true)
        // A timer of an earlier reading is ignored.
        let number = try #require(trial.state.timers[.changes])
        try trial.send(.expired(BrowserTimer(kind: .changes, number: number - 1)))
        #expect(trial.state.markedChanges != nil)
        try trial.expire(.changes)
        #expect(trial.screen[2].hasPrefix("   ") && trial.screen[5].hasPrefix("   "))
    }

    /// Its rows are those that are shown.
    @Test func saysThatNothingIsNewInASortedList() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.press(.character("S"))
        for _ in 0..<2 {
            try trial.show { ($0.changes, $0.isLoading) = (CatalogChanges([]), false) }
            #expect(trial.ids.first == "5" && trial.screen.last?.contains("nothing new") == true)
            try trial.expire(.changes)
        }
    }

    @Test func showsTheLastChanges() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.press(.character("c"))
        #expect(trial.screen.last?.hasPrefix("the catalog has not changed while it was shown") == true)
        let changed = try Supplier.sample(id: "4", fullname: "Zoë")
        try trial.expire(.message)
        let suppliers = SampleData.suppliers(3) + [changed]
        try trial.refresh(suppliers)
        #expect(trial.screen.last?.hasSuffix("c: changes  ?: keys") == true)
        // A reading that finds nothing leaves them.
        try trial.refresh(suppliers)
        try trial.press(.character("c"))
        for line in ["4  Zoë  changed", "    fullname  Supplier 4 → Zoë", "5  Supplier 5  removed"] {
            #expect(trial.screen.contains { $0.contains(line) }, "\(line)")
        }
        try trial.press(.escape)
        #expect(trial.state.overlay == nil)
        // No more lines than fit are shown, and they are scrolled.
        try trial.refresh(SampleData.suppliers(1500))
        try trial.press(.character("c"), .end)
        #expect(trial.screen.contains { $0.contains("and 497 more") })
    }

    @Test func editsAreNoChanges() throws {
        var trial = try BrowserTrial(SampleData.suppliers(3))
        let edited = trial.state.table.replacing(1, with: try .sample(id: "2", fullname: "Zoë"))
        try trial.show { $0.table = edited }
        #expect(trial.screen[3].hasPrefix("   ") && trial.screen.last?.contains("changed") == false)
    }

    @Test func goesToTheNeighbourOfASupplierThatIsGone() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.press(.down, .down)
        try trial.refresh(SampleData.suppliers(5).filter { $0.id.rawValue != "3" })
        #expect(trial.currentID == "4")
        // If the supplier after it is gone too, to the nearest one that is there.
        try trial.refresh(SampleData.suppliers(2))
        #expect(trial.currentID == "2")
        try trial.refresh([])
        #expect(trial.currentID == nil && trial.screen.contains { $0.contains("No suppliers") })
    }

    @Test func showsAnotherTableOnceItsRowsAreArranged() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5), query: "company")
        try trial.press(.down)
        trial.holdsAnswers = true
        try trial.refresh(SampleData.suppliers(2))
        #expect(trial.ids == ["1", "2", "3", "4", "5"] && trial.currentID == "2")
        // Another reading ends before the first one's rows are arranged.
        try trial.refresh(SampleData.suppliers(3))
        #expect(trial.currentID == "2")
        try trial.answer()
        #expect(trial.ids == ["1", "2", "3"] && trial.currentID == "2" && !trial.state.isArranging)
    }

    @Test func asksForTheCatalogAgain() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.press(.character("R"))
        #expect(trial.takeEffects().isEmpty)
        try trial.press(.character("r"), .character("r"))
        #expect(trial.takeEffects().map(\.name) == ["reload"])
        try trial.end(with: CatalogEnd(failure: failure))
        #expect(trial.state.layout.failureRows == 22..<23)
        #expect(trial.screen[22].hasPrefix("error: suppliers.example cannot be reached"))
        #expect(trial.ids.count == 5)
        try trial.press(.character("R"))
        try trial.expire(.message)
        #expect(trial.takeEffects().map(\.name) == ["reload"] && trial.screen.last?.contains("reading…") == true)
        // Nothing is advised that does nothing now.
        #expect(trial.screen[22].hasPrefix("error: ") && !trial.screen[22].contains("R tries again"))
        try trial.end(with: CatalogEnd(source: .location))
        #expect(trial.state.layout.failureRows.isEmpty)
    }

    @Test func saysThatACatalogCannotBeRead() throws {
        var trial = BrowserTrial()
        try trial.end(with: CatalogEnd(failure: failure))
        let text = trial.screen.joined(separator: "\n")
        #expect(text.contains("No catalog") && text.contains("cannot be reached") && text.contains("R tries again"))
        try trial.press(.down, .enter, .character("e"), .character("x"), .character("y"))
        #expect(trial.takeEffects().isEmpty)
        try trial.press(.character("R"))
        #expect(trial.takeEffects().map(\.name) == ["reload"])
        try trial.load(SupplierTable(SampleData.suppliers(1)))
        #expect(trial.ids == ["1"])
    }

    @Test func saysWhyASnapshotIsShown() throws {
        var trial = BrowserTrial()
        let reason = CatalogError.status(SampleData.catalogURL, HTTPStatus(503))
        let source = SupplierBatch.Source.snapshot(storedAt: .now, reason: reason)
        try trial.arrive(SupplierTable(SampleData.suppliers(9)), from: source)
        try trial.end(with: CatalogEnd(source: source))
        #expect(trial.screen[21].hasPrefix("error: https://suppliers.example/catalog.json returned status 503"))
        #expect(trial.screen[22].hasSuffix("(R tries again)"))
        #expect(trial.screen[23].contains("as of "))
        try trial.press(.character("R"))
        #expect(trial.takeEffects().map(\.name) == ["reload"])
        try trial.refresh(SampleData.suppliers(9))
        #expect(trial.state.failure == nil)
    }

    @Test func keepsTheRowOneIsOnWhereMoreArrivesThanBefore() throws {
        var trial = BrowserTrial()
        try trial.arrive(SupplierTable(SampleData.suppliers(9)))
        try trial.end(with: CatalogEnd(failure: failure))
        try trial.press(.end, .character(" "), .up, .character("R"))
        #expect(trial.takeEffects().map(\.name) == ["reload"])
        try trial.arrive(SupplierTable(SampleData.suppliers(12)))
        #expect(trial.ids.count == 12 && trial.currentID == "8" && trial.state.marked == [8])
    }

    @Test func beginsAgainWhereAnotherSourceDelivers() throws {
        var trial = BrowserTrial()
        try trial.arrive(SupplierTable(SampleData.suppliers(9)))
        try trial.press(.end, .character(" "))
        try trial.arrive(SupplierTable(SampleData.suppliers(2)))
        #expect(trial.ids == ["1", "2"] && trial.currentID == "2" && trial.state.marked.isEmpty)
    }
}

extension BrowserEffect {
    /// The case's name, and the ways of leaving apart.
    var name: String {
        switch self {
        case .leave(.chose): "choose"
        case .leave(.left(.interrupted)): "interrupt"
        default: String(String(describing: self).prefix { $0 != "(" })
        }
    }
}
