import SupplierGoKit
import SupplierGoTesting
import Testing

@testable import suppliergo

/// The card in front of the list, and the cards of the elements of its arrays.
struct BrowserCardTests {
    private static let sarah = #"""
        "clients":12,"custodians":[\#((1...30).map { "{\"name\":\"Custodian \($0)\"}" }.joined(separator: ","))],\
        "at":{"home":{"accounts":[{"id":"a1","kind":"Traditional IRA","holdings":[{"ticker":"SPY","lots":[{"n":1},\
        {"n":2}]},{"ticker":"BND"}]},{"id":"a2","of":{"id":"x","kind":"Roth IRA"}},{"id":"a3","value":3}]}}
        """#.replacing("\\\n", with: "")

    private static let suppliers = [
        Self.supplier("1", "Sarah Taylor", sarah), Self.supplier("2", "Tom Fox", #""custodians":[{"name":"LPL"}]"#),
        Self.supplier("3", "Zoë Hoff", ""),
    ].compactMap(\.self)

    private static func supplier(_ id: String, _ name: String, _ others: String) -> Supplier? {
        try? Supplier.sample(id: id, fullname: name, others: others)
    }

    private static let sizes = [(40, 12), (80, 24), (130, 30), (200, 50)]

    /// The text of the line that is chosen in the card; `nil` if none is on the screen.
    private static func chosen(_ trial: BrowserTrial) throws -> String? {
        let area = try #require(trial.state.layout.card)
        let screen = trial.state.draw()
        let rows = (area.row..<area.row + area.rows).map { row in
            screen[row].dropFirst(area.column).prefix(area.columns).dropFirst().dropLast()
        }
        let reversed = rows.filter { $0.allSatisfy { $0.style == .current } }.map { $0.map(\.text).joined() }
        return reversed.first { $0.hasPrefix(" › ") }.map { String($0.dropFirst(3)).trimmed }
    }

    @Test(arguments: sizes)
    func choosesEachElementAndScrollsAlong(columns: Int, rows: Int) throws {
        var trial = try BrowserTrial(Self.suppliers, columns: columns, rows: rows)
        try trial.press(.enter)
        for number in 1...30 {
            #expect(try Self.chosen(trial) == "Custodian \(number)")
            try trial.press(.down)
        }
        // The next table, and then the card's end.
        for name in ["a1", "a2", "a3", "a3"] {
            while try Self.chosen(trial)?.hasPrefix(name) != true { try trial.press(.down) }
        }
        for _ in 0..<60 { try trial.press(.down) }
        #expect(try Self.chosen(trial)?.hasPrefix("a3") == true && trial.state.position == 0)
        let last = trial.screen[trial.state.layout.failureRows.lowerBound - 1]
        #expect(columns < 200 ? last.contains("╰") : trial.screen.contains { $0.contains("╰") })
        for _ in 0..<120 { try trial.press(.up) }
        #expect(trial.state.level.chosen == 0 && trial.state.level.top == 0 && trial.state.position == 0)
        try trial.press(.end)
        #expect(trial.state.level.chosen == 32)
        try trial.press(.home, .down)
        #expect(trial.state.level.top <= 1 && trial.state.position == 0)
    }

    @Test(arguments: sizes)
    func goesDownToAnElementAndBackToWhereOneWas(columns: Int, rows: Int) throws {
        var trial = try BrowserTrial(Self.suppliers, columns: columns, rows: rows)
        try trial.press(.enter)
        #expect(trial.screen[0] == "Sarah Taylor")
        try trial.press(.end)
        while trial.state.level.chosen > 30 { try trial.press(.up) }
        let first = (trial.state.level, trial.screen)
        try trial.press(.enter)
        let way = "at.home.accounts › Traditional IRA"
        #expect(trial.screen[0] == (columns == 40 ? "… › " : "Sarah Taylor › ") + way)
        #expect(try Self.chosen(trial)?.hasPrefix("SPY") == true)
        try trial.press(.right)
        #expect(trial.screen[0].hasSuffix((columns == 40 ? "… › Traditional IRA" : way) + " › holdings › SPY"))
        try trial.press(.down, .enter)
        #expect(trial.screen[0].hasSuffix(" › lots › 2"))
        try trial.press(.enter)
        #expect(trial.state.levels.count == 4 && trial.state.message?.text == "nothing to open: Escape goes back")
        try trial.press(.escape)
        #expect(try Self.chosen(trial) == "2")
        try trial.press(.left, .escape)
        #expect(trial.state.level.top == first.0.top && trial.state.level.chosen == 30)
        try trial.expire(.message)
        #expect(trial.screen == first.1)
        try trial.press(.escape)
        #expect(!trial.state.isCardOpen && trial.state.position == 0)
        try trial.press(.enter, .enter, .character("q"))
        #expect(!trial.state.isCardOpen && trial.state.levels.count == 1)
    }

    @Test(arguments: [(30, "Traditional IRA"), (31, "Roth IRA"), (32, "3")])
    func namesAnElementByItsFirstTextButIDOrByItsNumber(number: Int, name: String) throws {
        var trial = try BrowserTrial(Self.suppliers, columns: 80, rows: 60)
        try trial.press(.enter)
        for _ in 0..<number { try trial.press(.down) }
        try trial.press(.enter)
        #expect(trial.screen[0] == "Sarah Taylor › at.home.accounts › " + name)
    }

    @Test(arguments: sizes, [false, true])
    func framesTheCardInFrontAsTheCurrentRow(size: (Int, Int), usesColor: Bool) throws {
        let style = TextStyle(usesColor: usesColor, usesUnicode: true)
        var trial = try BrowserTrial(Self.suppliers, columns: size.0, rows: size.1, style: style)
        let corner = { (trial: BrowserTrial) in
            trial.state.draw()[1].first { "╭│".contains($0.text) }?.style
        }
        #expect(size.0 < 100 || corner(trial) == style.dim("x").spans[0].style)
        try trial.press(.enter)
        #expect(corner(trial) == .current)
        try trial.press(.enter)
        #expect(corner(trial) == .current)
    }

    @Test func staysInACardWithoutArrays() throws {
        var trial = try BrowserTrial(Self.suppliers, columns: 40, rows: 12)
        try trial.press(.end, .enter, .down, .down)
        #expect(trial.state.position == 2 && trial.state.level.top == 2)
        try trial.press(.up, .up, .up)
        #expect(trial.state.position == 2 && trial.state.level.top == 0)
        try trial.press(.enter)
        #expect(trial.state.levels.count == 1 && trial.state.isCardOpen)
    }

    @Test func hasNoLevelsInAPicker() throws {
        var trial = try BrowserTrial(Self.suppliers, columns: 40, rows: 12, isPicker: true)
        try trial.press(.right, .down)
        #expect(try Self.chosen(trial) == nil && trial.state.level.top == 1 && trial.state.position == 0)
        try trial.press(.end, .up, .right, .left)
        #expect(trial.state.levels.count == 1 && !trial.state.isCardOpen)
        try trial.press(.right, .enter)
        #expect(trial.takeEffects().map(\.name) == ["choose"])
    }

    @Test func meansTheSupplierByItsKeys() throws {
        var trial = try BrowserTrial(Self.suppliers)
        try trial.press(.enter, .enter, .character("e"), .character(" "))
        guard case .open(.email, let supplier)? = trial.takeEffects().last else { return #expect(Bool(false)) }
        #expect(supplier.id.rawValue == "1" && trial.state.marked == [0] && trial.state.levels.count == 2)
        try trial.press(.character("S"))
        #expect(trial.currentID == "1" && trial.state.levels.count == 2)
        try trial.press(.character("/"))
        #expect(!trial.state.isCardOpen)
    }

    @Test func keepsTheChosenElementOnTheScreen() throws {
        var trial = try BrowserTrial(Self.suppliers, columns: 80, rows: 40)
        try trial.press(.enter)
        for _ in 0..<14 { try trial.press(.down) }
        for (columns, rows) in [(40, 12), (130, 12), (200, 50), (40, 5)] {
            try trial.send(.resized(CellSize(columns: columns, rows: rows)))
            #expect(try Self.chosen(trial) == "Custodian 15")
        }
        try trial.send(.resized(CellSize(columns: 40, rows: 12)))
        try trial.press(.pageDown)
        let later = trial.state.level.chosen
        #expect(try Self.chosen(trial) != nil && later > 14)
        try trial.send(.input(.wheel(-4, column: 3, row: 5)))
        #expect(try Self.chosen(trial) != nil && trial.state.level.chosen < later)
    }

    // MARK: A catalog that is read again

    @Test func followsAnElementByItsID() throws {
        var trial = try BrowserTrial(Self.suppliers, columns: 80, rows: 60)
        try trial.press(.enter, .end, .enter)
        #expect(trial.screen[0].hasSuffix("accounts › 3"))
        let others = #""at":{"home":{"accounts":[{"id":"a3","value":4},{"id":"a1","kind":"x"}]}}"#
        let changed = [Self.supplier("1", "Sarah Taylor", others)].compactMap(\.self)
        try trial.refresh(changed + Self.suppliers.dropFirst())
        #expect(trial.screen[0].hasSuffix("accounts › 1") && trial.screen.contains { $0.contains("value  4") })
        try trial.press(.escape)
        #expect(try Self.chosen(trial)?.hasPrefix("a3") == true)
    }

    @Test func goesBackToAnElementThatHasGotOthersBeforeIt() throws {
        var trial = try BrowserTrial(Self.suppliers, columns: 80, rows: 60)
        try trial.press(.enter, .end, .up, .enter)
        let longer = Self.sarah.replacing(#"accounts":["#, with: #"accounts":[{"id":"new"},"#)
        try trial.refresh([Self.supplier("1", "Sarah Taylor", longer)].compactMap(\.self) + Self.suppliers.dropFirst())
        #expect(trial.screen[0].hasSuffix("accounts › Roth IRA"))
        try trial.press(.escape)
        #expect(try Self.chosen(trial)?.hasPrefix("a2") == true)
    }

    @Test(arguments: [
        (sarah.replacing(#""SPY""#, with: #""QQQ""#), 2), (sarah.replacing(#""a1""#, with: #""a9""#), 1),
        (sarah.replacing("accounts", with: "funds"), 1), (#""at":7"#, 1), ("", 1), (sarah + #","new":1"#, 3),
    ])
    func closesTheLevelsThatAreGone(others: String, count: Int) throws {
        var trial = try BrowserTrial(Self.suppliers, columns: 80, rows: 60)
        try trial.press(.enter, .end, .up, .up, .enter, .enter)
        #expect(trial.screen[0].hasSuffix("holdings › SPY"))
        let changed = [Self.supplier("1", "Sarah Taylor", others)].compactMap(\.self)
        try trial.refresh(changed + Self.suppliers.dropFirst())
        #expect(trial.state.levels.count == count && trial.state.isCardOpen && trial.currentID == "1")
        try trial.press(.down, .up, .enter, .escape, .pageDown)
    }

    @Test(arguments: [false, true])
    func closesTheCardOfASupplierThatIsGone(isSorted: Bool) throws {
        var trial = try BrowserTrial(Self.suppliers, columns: 80, rows: 24)
        if isSorted { try trial.press(.character("s"), .character("n")) }
        try trial.press(.enter, .enter)
        #expect(trial.state.levels.count == 2 && trial.currentID == "1")
        try trial.refresh(Array(Self.suppliers.dropFirst()))
        #expect(!trial.state.isCardOpen && trial.state.levels.count == 1 && trial.currentID == "2")
    }

    @Test func staysInALevelWhileSuppliersArrive() throws {
        var trial = BrowserTrial()
        var table = SupplierTable(Self.suppliers)
        try trial.arrive(table)
        try trial.press(.enter, .down, .enter)
        table.append(try Supplier.sample(id: "4"))
        try trial.arrive(table)
        try trial.end(with: CatalogEnd(source: .location))
        #expect(trial.screen[0] == "Sarah Taylor › custodians › Custodian 2")
    }
}
