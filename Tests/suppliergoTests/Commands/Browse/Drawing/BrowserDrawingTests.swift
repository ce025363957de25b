import SupplierGoKit
import SupplierGoTesting
import TestSupport
import Testing

@testable import suppliergo

struct BrowserDrawingTests {
    private static let hostile = "\u{1b}[31m\u{202e}evil\u{7}\n\t\u{9b}2J\u{0}"

    @Test(arguments: [40, 80, 120, 200])
    func showsHostileTextAndNeverObeysIt(columns: Int) throws {
        let supplier = try Supplier.sample(
            id: Self.hostile, fullname: Self.hostile, phone: Self.hostile, company: Self.hostile, email: Self.hostile)
        var trial = try BrowserTrial([supplier, supplier], columns: columns)
        try expectHarmless(trial)
        try trial.press(.enter)
        try trial.send(.avatar(endpoint: "https://example.com/1.png", .failed(reason: Self.hostile)))
        try expectHarmless(trial)
        for key in ["g", "y", "x", "/"] as [Character] {
            try trial.press(.character(key))
            try trial.send(.input(.pasted(Self.hostile)))
            try expectHarmless(trial)
            try trial.press(.escape)
        }
        try trial.send(.fileExists(Export(path: Self.hostile, format: .csv, table: trial.state.table, rows: [0])))
        try expectHarmless(trial)
        try trial.press(.escape, .escape)
        try trial.send(.done(Self.hostile))
        try expectHarmless(trial)
        try trial.end(with: CatalogEnd(failure: Failure(.unavailable, Self.hostile)))
        try expectHarmless(trial)
    }

    private func expectHarmless(_ trial: BrowserTrial, at location: SourceLocation = #_sourceLocation) throws {
        let screen = trial.state.draw()
        for line in screen.lines {
            #expect(!line.unicodeScalars.contains { $0.mayBeHidden }, sourceLocation: location)
        }
        #expect(screen.lines.contains { $0.contains("u{202e}") || $0.contains("u{1b}") }, sourceLocation: location)
    }

    @Test(arguments: [60, 120, 200])
    func keepsColumnsInPlaceBesideRightToLeftText(columns: Int) throws {
        let trial = try BrowserTrial(try BrowserTrial.catalog(), columns: columns, rows: 30)
        let screen = trial.state.draw()
        // Every id begins in the column of its heading.
        let heading = try #require(screen[1].firstIndex { $0.text == "I" }) - screen[1].startIndex
        for row in 2..<26 {
            let cells = Array(screen[row])
            #expect(cells[heading].text != " " && cells[heading - 1].text == " ", "row \(row)")
        }
        #expect(screen[13].contains { $0.isIsolated } && !screen[14].contains { $0.isIsolated })
    }

    /// A terminal that takes a row's direction from its first letter would draw the card's frame on the wrong side.
    @Test(arguments: [40, 120])
    func keepsTheCardsFrameInPlaceAroundRightToLeftText(columns: Int) throws {
        let supplier = try Supplier.sample(fullname: "נועה לוי", company: "ספקי הגליל", email: "נועה@example.co.il")
        var trial = try BrowserTrial([supplier], columns: columns, rows: 24)
        try trial.press(.enter)
        let screen = trial.state.draw()
        let cells = (0..<24).flatMap { Array(screen[$0]) }
        #expect(cells.contains { $0.isIsolated })
        for cell in cells where cell.text.hasRightToLeftLetters { #expect(cell.isIsolated) }
        for cell in cells where "╭│╮├─┤╰╯".contains(cell.text) { #expect(!cell.isIsolated) }
    }

    @Test(arguments: [false, true])
    func marksTheCurrentRowByMoreThanASign(usesColor: Bool) throws {
        let style = TextStyle(usesColor: usesColor, usesUnicode: true)
        let trial = try BrowserTrial(SampleData.suppliers(3), columns: 120, style: style)
        let screen = trial.state.draw()
        let list = try #require(trial.state.layout.list)
        for (row, isCurrent) in [(2, true), (3, false)] {
            let cells = screen[row].prefix(list.columns)
            #expect(cells.allSatisfy { $0.style.attributes.contains(.reversed) == isCurrent })
        }
    }

    @Test func tintsInitialsOnceTheBackgroundIsKnown() throws {
        let style = TextStyle(usesColor: true, usesUnicode: true)
        var trial = try BrowserTrial(SampleData.suppliers(3), columns: 80, style: style)
        func initials(_ trial: BrowserTrial) -> CellStyle? { trial.state.draw()[3].dropFirst(3).first?.style }
        #expect(initials(trial) == .bold)
        try trial.send(.backgroundKnown(.light))
        #expect(initials(trial) == .tint(Initials(of: SampleData.supplier(2)).tint))
    }

    private static let row = BrowserLayout.rowPictureBox

    private static func picture(_ bytes: [UInt8], in box: CellSize) -> Picture {
        Picture(content: .bytes(bytes), box: box)
    }

    @Test func drawsPicturesWhereTheyBelong() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), columns: 120)
        let endpoint = "avatars/matteo.png"
        try trial.send(.painted(endpoint: endpoint, Self.row, Self.picture([1], in: Self.row)))
        try trial.send(.painted(endpoint: endpoint, Picture.cardBox, Self.picture([2], in: Picture.cardBox)))
        let pictures = trial.state.draw().pictures
        let card = try #require(trial.state.layout.card)
        #expect(
            pictures == [
                ScreenPicture(picture: Self.picture([1], in: Self.row), row: 2, column: 3),
                ScreenPicture(
                    picture: Self.picture([2], in: Picture.cardBox), row: card.row + 1, column: card.column + 2),
            ])
        // A box over a picture removes it.
        try trial.press(.character("?"))
        #expect(trial.state.draw().pictures.map(\.picture.bytes) == [[1]])
        try trial.press(.escape, .end)
        #expect(trial.state.draw().pictures.isEmpty)
    }

    @Test func drawsInitialsWhileItScrolls() throws {
        var trial = try BrowserTrial(SampleData.suppliers(50), columns: 120, rows: 24)
        for number in 1...5 {
            for box in [Self.row, Picture.cardBox] {
                try trial.send(.painted(endpoint: "\(number).png", box, Self.picture([1], in: box)))
            }
        }
        try trial.press(.down)
        #expect(trial.state.draw().pictures.count == 6)
        let first = try #require(trial.state.timers[.moving])
        try trial.press(.down)
        #expect(trial.state.draw().pictures.isEmpty && trial.screen[4].hasPrefix("›  S3  "))
        // The first move's timer runs out while the list still moves.
        try trial.send(.expired(BrowserTimer(kind: .moving, number: first)))
        #expect(trial.state.draw().pictures.isEmpty)
        try trial.expire(.moving)
        #expect(trial.state.draw().pictures.count == 6)
        // A reload does not scroll the list.
        try trial.refresh(SampleData.suppliers(60))
        #expect(trial.state.timers[.moving] == nil)
    }

    @Test func leavesAPictureOutThatIsScrolledAway() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), columns: 40, rows: 12)
        try trial.send(
            .painted(endpoint: "avatars/matteo.png", Picture.cardBox, Self.picture([2], in: Picture.cardBox)))
        try trial.press(.enter)
        #expect(trial.state.draw().pictures.map(\.row) == [2])
        try trial.press(.pageDown)
        #expect(trial.state.draw().pictures.isEmpty)
    }

    @Test func keepsPicturesInBoundedMemory() throws {
        var trial = try BrowserTrial(SampleData.suppliers(2000))
        for number in 1...2000 {
            let picture = Self.picture(Array(repeating: 1, count: 100_000), in: Self.row)
            try trial.send(.painted(endpoint: "\(number).png", Self.row, picture))
            try trial.send(.avatar(endpoint: "\(number).png", .failed(reason: "")))
            #expect(trial.state.pictureByteCount <= 17 << 20)
        }
        #expect(trial.state.avatars.count < 200)
        // Those on the screen are still there.
        #expect(trial.state.avatars["1.png"]?.pictures[Self.row] != nil)
    }

    @Test func saysWhereNothingMatchesAndWhatIsTooSmall() throws {
        var trial = try BrowserTrial(SampleData.suppliers(9), query: "compny:x")
        let text = trial.screen.joined(separator: "\n")
        #expect(text.contains("No supplier matches 'compny:x': did you mean 'company:x'?"))
        #expect(text.contains("Escape shows all 9 suppliers."))
        try trial.send(.resized(CellSize(columns: 39, rows: 12)))
        #expect(trial.screen.contains { $0.contains("39 x 12") })
        try trial.press(.character("q"))
        #expect(trial.takeEffects().map(\.name) == ["leave"])
    }

    /// Whatever happens in whatever order, one is on a line of the list that is on the screen, and it can be drawn.
    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func survivesAnyEvents(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var trial = try BrowserTrial(try BrowserTrial.catalog())
        let failure = Failure(.unavailable, "suppliers.example cannot be reached: check the address")
        let keys = KeyTable.sections.flatMap(\.bindings).flatMap(\.keys) + [.backspace, .control("w"), .delete, .tab]
        for _ in 0..<200 {
            trial.holdsAnswers = Int.random(in: 0..<4, using: &random) == 0
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                let size = CellSize(
                    columns: .random(in: 1...130, using: &random), rows: .random(in: 1...40, using: &random))
                try trial.send(.resized(size))
            case 1:
                let (column, row) = (Int.random(in: 0..<130, using: &random), Int.random(in: 0..<40, using: &random))
                try trial.send(.input(.wheel(.random(in: -3...3, using: &random), column: column, row: row)))
            case 2:
                let cell = (Int.random(in: 0..<130, using: &random), Int.random(in: 0..<40, using: &random))
                try trial.send(.input(.click(column: cell.0, row: cell.1)))
            case 3: try trial.refresh(try BrowserTrial.catalog().filter { _ in .random(using: &random) })
            case 4: try trial.answer()
            case 5:
                let text = ["e", "zoë", "company:", "שלום"].randomElement(using: &random) ?? ""
                try trial.send(.input(.pasted(text)))
            case 6 where !trial.state.isTableAwaited:
                var table = trial.state.table
                table.append(try BrowserTrial.catalog().filter { _ in .random(using: &random) })
                try trial.arrive(table)
            case 7: try trial.show { $0.isLoading = true }
            case 8: try trial.end(with: CatalogEnd(failure: failure))
            default: try trial.press(keys.randomElement(using: &random) ?? .up)
            }
            for case .export(let export) in trial.takeEffects() where !export.overwrites {
                try trial.send(.fileExists(export))
            }
            let state = trial.state
            #expect(state.position == 0 || state.position < state.lines.lineCount, "seed \(seed)")
            #expect((state.top..<state.top + state.pageHeight).contains(state.position), "seed \(seed)")
            #expect(state.draw().size == state.size, "seed \(seed)")
        }
    }
}
