import SupplierGoKit
import SupplierGoTesting
import Testing

@testable import suppliergo

struct BrowserMovingTests {
    @Test func movesByLinesAndPagesAndStaysInTheList() throws {
        var trial = try BrowserTrial(SampleData.suppliers(100), rows: 24)
        #expect(trial.state.position == 0 && trial.state.pageHeight == 21)
        try trial.press(.up, .pageUp)
        #expect(trial.state.position == 0)
        try trial.press(.down, .character("j"))
        #expect(trial.state.position == 2 && trial.state.top == 0)
        try trial.press(.pageDown)
        #expect(trial.state.position == 22 && trial.state.top == 2)
        try trial.press(.character("k"), .end)
        #expect(trial.state.position == 99 && trial.state.top == 79)
        try trial.press(.down, .pageDown)
        #expect(trial.state.position == 99)
        try trial.press(.home)
        #expect(trial.state.position == 0 && trial.state.top == 0)
    }

    @Test func scrollsByTheWheelAndKeepsTheLineOnTheScreen() throws {
        var trial = try BrowserTrial(SampleData.suppliers(100), rows: 24)
        try trial.press(.down, .down, .down, .down, .down)
        try trial.send(.input(.wheel(1, column: 3, row: 5)))
        #expect(trial.state.top == 3 && trial.state.position == 5)
        try trial.send(.input(.wheel(1, column: 3, row: 5)))
        #expect(trial.state.top == 6 && trial.state.position == 6)
        try trial.send(.input(.wheel(-9, column: 3, row: 5)))
        #expect(trial.state.top == 0 && trial.state.position == 6)
        try trial.send(.input(.wheel(99, column: 3, row: 5)))
        #expect(trial.state.top == 79)
    }

    @Test func goesToTheLineThatIsClickedAndOpensTheOneItIsOn() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        try trial.send(.input(.click(column: 3, row: 4)))
        #expect(trial.state.position == 2 && !trial.state.isCardOpen)
        // Outside the lines nothing happens.
        for row in [0, 1, 7, 23] { try trial.send(.input(.click(column: 3, row: row))) }
        #expect(trial.state.position == 2 && !trial.state.isCardOpen)
        try trial.send(.input(.click(column: 70, row: 4)))
        #expect(trial.state.isCardOpen)
        try trial.send(.input(.click(column: 3, row: 2)))
        #expect(trial.state.position == 2)
    }

    @Test(arguments: [Key.escape, .left, .character("q"), .character("h")])
    func goesBackFromTheCardToTheList(key: Key) throws {
        var trial = try BrowserTrial(SampleData.suppliers(5))
        for opening in [Key.enter, .right, .character("l")] {
            try trial.press(.down, opening)
            #expect(trial.state.isCardOpen && trial.state.layout.list == nil)
            try trial.press(key)
            #expect(!trial.state.isCardOpen && trial.takeEffects().isEmpty)
        }
        #expect(trial.state.position == 3)
    }

    @Test func scrollsACardThatIsLongerThanTheWindow() throws {
        var trial = try BrowserTrial(SampleData.suppliers(5), columns: 40, rows: 12)
        try trial.press(.enter)
        let whole = trial.screen
        #expect(whole[1].hasPrefix("╭"))
        for _ in 1...5 { try trial.press(.pageDown) }
        #expect(trial.screen[10].hasPrefix("╰"))
        // Up and Down stay in the card.
        try trial.press(.home, .down, .down, .up)
        #expect(trial.state.level.top == 1 && trial.state.position == 0)
        try trial.send(.input(.wheel(1, column: 3, row: 5)))
        #expect(trial.state.level.top == 4)
        // In a larger window nothing is scrolled out that there is room for.
        try trial.send(.resized(CellSize(columns: 40, rows: 30)))
        #expect(trial.state.level.top == 0 && trial.screen[1] == whole[1])
    }

    @Test func scrollsByTheWheelWhatThatIsOver() throws {
        var trial = try BrowserTrial(SampleData.suppliers(50), columns: 120, rows: 12)
        let card = try #require(trial.state.layout.card)
        try trial.send(.input(.wheel(1, column: card.column, row: card.row)))
        #expect(trial.state.level.top == 3 && trial.state.top == 0)
        try trial.send(.input(.wheel(1, column: card.column - 1, row: card.row)))
        #expect(trial.state.top == 3)
    }

    @Test func takesNoKeyThatActsUnseenInASmallWindow() throws {
        var trial = try BrowserTrial(SampleData.suppliers(50))
        try trial.press(.enter)
        try trial.send(.resized(CellSize(columns: 39, rows: 12)))
        let always: [Key] = [.character("q"), .control("l"), .control("z"), .control("c")]
        for key in KeyTable.sections.flatMap(\.bindings).flatMap(\.keys) where !always.contains(key) {
            try trial.press(key)
        }
        try trial.send(.input(.wheel(1, column: 3, row: 5)))
        try trial.send(.input(.click(column: 3, row: 5)))
        #expect(trial.takeEffects().isEmpty && trial.state.overlay == nil && trial.state.marked.isEmpty)
        #expect(trial.state.position == 0 && trial.state.isCardOpen)
        try trial.press(.control("l"), .control("z"), .character("q"), .control("c"))
        #expect(trial.takeEffects().map(\.name) == ["redraw", "suspend", "leave", "interrupt"])
    }

    @Test func bringsACardBesideTheListToTheFront() throws {
        var trial = try BrowserTrial(SampleData.suppliers(50), columns: 120, rows: 12)
        try trial.press(.down, .enter, .pageDown)
        #expect(trial.state.isCardOpen && trial.state.position == 1)
        #expect(trial.screen[10].hasSuffix("╯"))
        // A click on the list is back in it, on the current line too.
        try trial.send(.input(.click(column: 3, row: 3)))
        #expect(!trial.state.isCardOpen && trial.state.position == 1)
        try trial.send(.input(.click(column: 3, row: 3)))
        #expect(trial.state.isCardOpen)
        try trial.send(.input(.click(column: 3, row: 5)))
        #expect(!trial.state.isCardOpen && trial.state.position == 3)
        try trial.press(.right, .character("q"), .character("q"))
        #expect(trial.takeEffects().map(\.name) == ["leave"])
    }

    @Test func staysOnItsSupplierAtEverySize() throws {
        var trial = try BrowserTrial(SampleData.suppliers(1000), columns: 200, rows: 50)
        for _ in 1...40 { try trial.press(.down) }
        for (columns, rows) in [(40, 12), (10, 3), (1, 1), (120, 30), (99, 24)] {
            try trial.send(.resized(CellSize(columns: columns, rows: rows)))
            #expect(trial.currentID == "41")
            #expect((trial.state.top..<trial.state.top + trial.state.pageHeight).contains(trial.state.position))
            #expect(trial.screen.count == rows)
        }
    }

    @Test func asksForThePicturesOnTheScreenTheChosenOneFirst() throws {
        var trial = BrowserTrial(columns: 120, rows: 12)
        let table = SupplierTable(SampleData.suppliers(100))
        var state = trial.state
        let first = try #require(Self.pictures(state.update(.catalog(ShownCatalog(table: table)))))
        #expect(first.first?.endpoint == "1.png" && first.first?.box == Picture.cardBox)
        #expect(first.dropFirst().map(\.endpoint) == (1...9).map { "\($0).png" })
        #expect(Self.pictures(state.update(.catalog(ShownCatalog(table: table)))) == nil)
        // Avatars that are there or have failed are not requested again.
        _ = state.update(.painted(endpoint: "100.png", BrowserLayout.rowPictureBox, nil))
        _ = state.update(.avatar(endpoint: "99.png", .failed(reason: "")))
        let last = try #require(Self.pictures(state.update(.input(.key(.end)))))
        #expect(last.map(\.endpoint) == (["100"] + (92...98).map(String.init)).map { $0 + ".png" })
        let again = try #require(Self.pictures(state.update(.input(.key(.character("R"))))))
        #expect(again.contains { $0.endpoint == "99.png" })
        try trial.send(.resized(CellSize(columns: 30, rows: 12)))
        #expect(trial.state.shownPictures.isEmpty)
    }

    @Test func asksForThePicturesAgainWhereTheCatalogHasOthers() throws {
        let trial = try BrowserTrial(SampleData.suppliers(3))
        let suppliers = try (1...3).map { try Supplier.sample(id: "\($0)", avatar: "new.png") }
        var state = trial.state
        let effects = state.update(.catalog(ShownCatalog(table: SupplierTable(suppliers))))
        #expect(Self.pictures(effects)?.map(\.supplier) == suppliers)
        #expect(Self.pictures(state.update(.avatarsPending(1))) == nil)
    }

    private static func pictures(_ effects: [BrowserEffect]) -> [PictureRequest]? {
        effects.compactMap { if case .showPictures(let requests) = $0 { requests } else { nil } }.last
    }
}
