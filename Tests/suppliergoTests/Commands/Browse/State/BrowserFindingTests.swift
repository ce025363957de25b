import SupplierGoKit
import SupplierGoTesting
import Testing

@testable import suppliergo

struct BrowserFindingTests {
    @Test func searchesWhileItIsTypedAndClears() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog())
        try trial.press(.end, .character("/"))
        #expect(trial.state.overlay == .search)
        try trial.type("zoe")
        #expect(trial.ids == ["13", "21"] && trial.state.position == 0)
        try trial.press(.down)
        #expect(trial.currentID == "21")
        // A letter is text there, and Enter keeps the search.
        try trial.type("q")
        #expect(trial.ids.isEmpty && trial.takeEffects().isEmpty)
        try trial.press(.backspace, .enter)
        #expect(trial.state.overlay == nil && trial.ids == ["13", "21"])
        try trial.press(.end, .escape)
        #expect(trial.state.search.text.isEmpty && trial.ids.count == 24 && trial.currentID == "21")
        // A second Escape does nothing.
        try trial.press(.escape)
        #expect(trial.currentID == "21" && trial.takeEffects().isEmpty)
    }

    @Test func searchesForWhatThePreviousSearchHeldAndForPastedText() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), query: "company:blue")
        #expect(trial.ids == ["9", "10", "11"])
        try trial.press(.character("/"))
        try trial.send(.input(.pasted(" jorg")))
        #expect(trial.ids == ["10"] && trial.state.search.text == "company:blue jorg")
        try trial.press(.escape)
        #expect(trial.ids.count == 24 && trial.currentID == "10")
    }

    @Test func ignoresAnswersToAnOlderSearch() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog())
        trial.holdsAnswers = true
        try trial.press(.character("/"))
        try trial.type("z")
        let older = try #require(trial.requests.last)
        try trial.type("oe")
        let lines = ListLines([1])
        let late = RowAnswer(request: older, lines: lines, isComplete: true)
        try trial.send(.arranged(late))
        #expect(trial.ids.count == 24 && trial.state.isArranging)
        try trial.answer()
        #expect(trial.ids == ["13", "21"] && !trial.state.isArranging)
    }

    @Test func sortsByTheOrderThatIsChosenAndReverses() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog())
        try trial.press(.character("s"))
        try trial.press(.character("c"))
        #expect(trial.state.overlay == nil && trial.state.arrangement.order == .company)
        // At the first line, one is at the first line of the new order.
        #expect(trial.state.position == 0 && trial.currentID == "13")
        try trial.press(.down, .down)
        let id = trial.currentID
        try trial.press(.character("S"))
        #expect(trial.currentID == id && trial.ids.last == "13")
        // The menu begins with the present order.
        try trial.press(.character("s"), .up, .enter)
        #expect(trial.state.arrangement.order == .name && trial.currentID == id)
        try trial.press(.character("s"), .escape)
        #expect(trial.state.arrangement.order == .name && trial.state.overlay == nil)
    }

    @Test func groupsByCompanyAndFolds() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog())
        try trial.press(.character("g"))
        #expect(trial.ids.prefix(7) == ["-", "9", "10", "11", "-", "90071992547409931234", "20"])
        try trial.press(.down, .down, .left)
        #expect(trial.state.position == 0 && trial.ids.prefix(3) == ["-", "-", "90071992547409931234"])
        // A heading has no supplier to open or copy.
        try trial.press(.character("e"), .character("y"))
        #expect(trial.takeEffects().isEmpty && trial.state.overlay == nil && trial.state.marked.isEmpty)
        try trial.press(.left)
        #expect(trial.state.position == 0)
        // Enter and a click do both.
        try trial.press(.enter)
        #expect(trial.ids.prefix(2) == ["-", "9"])
        try trial.send(.input(.click(column: 5, row: 2)))
        #expect(trial.ids.prefix(2) == ["-", "-"] && !trial.state.isCardOpen)
        try trial.press(.right, .down)
        #expect(trial.currentID == "9")
        try trial.press(.character("g"))
        #expect(trial.ids.count == 24 && trial.currentID == "9")
    }

    @Test func keepsFoldsWhileItSearches() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog())
        try trial.press(.character("g"), .left, .character("/"))
        try trial.type("blue")
        #expect(trial.ids == ["-"])
        try trial.press(.enter, .right)
        #expect(trial.ids == ["-", "9", "10", "11"])
    }

    @Test func staysOnItsSupplierAsOthersArriveBeforeIt() throws {
        var trial = BrowserTrial()
        var table = SupplierTable(SampleData.suppliers(30))
        try trial.arrive(table)
        try trial.press(.character("S"), .down, .down)
        #expect(trial.currentID == "28")
        let line = trial.state.position - trial.state.top
        table.append((31...60).map { SampleData.supplier($0) })
        try trial.arrive(table)
        try trial.end(with: CatalogEnd(source: .location))
        #expect(trial.ids.first == "60" && trial.currentID == "28")
        #expect(trial.state.position == 32 && trial.state.position - trial.state.top == line)
    }

    @Test func goesOnSearchingAsSuppliersArrive() throws {
        var trial = BrowserTrial(query: "s1")
        var table = SupplierTable(SampleData.suppliers(5))
        try trial.arrive(table)
        #expect(trial.ids == ["1"])
        table.append((6...12).map { SampleData.supplier($0) })
        try trial.arrive(table)
        #expect(trial.ids == ["1", "10", "11", "12"])
    }
}
