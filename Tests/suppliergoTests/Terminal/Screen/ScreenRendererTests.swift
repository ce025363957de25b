import TestSupport
import Testing

@testable import suppliergo

@Suite struct ScreenRendererTests {
    private static let style = TextStyle(usesColor: true, usesUnicode: true)
    private static let texts = [
        "Alice Example", "Ångström", "漢字かな", "👩‍👩‍👧 family", "🇩🇪👍🏽", "שלום 12", "e\u{301}e\u{301}", "❤️ x", "    ",
        "|", "مرحبا",
    ]
    private static let styles: [CellStyle] = [
        .plain, .plain, .bold, .dim, .accent, .match.over(CellStyle(attributes: .reversed)),
        CellStyle(background: .palette(12)),
        CellStyle(foreground: .rgb(1, 2, 3), background: .palette(200)), .tint(3),
    ]

    /// A terminal as a session leaves it to the renderer.
    private func terminal(of size: CellSize, joinsEmoji: Bool = true) -> TerminalScreen {
        TerminalScreen(Array("\u{1b}[?7l".utf8), columns: size.columns, rows: size.rows, joinsEmoji: joinsEmoji)
    }

    private func picture(row: Int, column: Int, _ random: inout SeededRandom) -> ScreenPicture {
        let name = Int.random(in: 0...2, using: &random)
        let box = CellSize(columns: Int.random(in: 1...6, using: &random), rows: Int.random(in: 1...3, using: &random))
        let extent = Bool.random(using: &random) ? "c=\(box.columns),r=\(box.rows)" : nil
        let sequence =
            extent.map { "\u{1b}_Ga=T,\($0),q=2;\(name)\u{1b}\\" }
            ?? "\u{1b}]1337;File=inline=1;width=\(box.columns);height=\(box.rows):\(name)\u{7}"
        let picture = Picture(content: .bytes(Array(sequence.utf8)), box: box, kittyExtent: extent)
        return ScreenPicture(picture: picture, row: row, column: column)
    }

    private func change(_ screen: inout Screen, _ random: inout SeededRandom) {
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            let row = Int.random(in: 0..<screen.size.rows, using: &random)
            let column = Int.random(in: 0..<screen.size.columns, using: &random)
            let style = Self.styles.randomElement(using: &random) ?? .plain
            switch Int.random(in: 0..<8, using: &random) {
            case 0: screen.clear(rows: row..<row + 2, columns: column..<column + 9)
            case 1: screen.place(picture(row: row, column: column, &random))
            case 2: screen.clear(rows: row..<row + 1, columns: column..<column + 7, style: style)
            case 3: screen.cursor = ScreenPosition(row: row, column: column)
            case 4: screen.cursor = nil
            default:
                let text = Self.texts.randomElement(using: &random) ?? ""
                screen.write(StyledText(text, style: style), row: row, column: column)
            }
        }
    }

    @Test(arguments: [true, false])
    func showsTheSameAsAFullRedraw(joinsEmoji: Bool) throws {
        var random = SeededRandom()
        var screen = Screen(size: CellSize(columns: 30, rows: 8))
        var renderer = ScreenRenderer(style: Self.style)
        var shown = terminal(of: screen.size, joinsEmoji: joinsEmoji)
        for step in 0..<1500 {
            change(&screen, &random)
            if step % 100 == 99 {
                let (columns, rows) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...9, using: &random))
                let size = CellSize(columns: columns, rows: rows)
                screen = Screen(size: size)
                change(&screen, &random)
                shown.resize(columns: size.columns, rows: size.rows)
            }
            shown.take(renderer.render(screen))
            var other = terminal(of: screen.size, joinsEmoji: joinsEmoji)
            var whole = ScreenRenderer(style: Self.style)
            other.take(whole.render(screen))
            try requireSame(shown, other, screen, "seed \(random.seed), step \(step)")
            guard joinsEmoji else { continue }
            let texts = (0..<screen.size.rows).map { screen[$0].map(\.text) }
            let isShown = shown.cells.map { $0.map(\.text) } == texts
            try #require(isShown, "seed \(random.seed), step \(step)")
        }
    }

    private func requireSame(
        _ shown: TerminalScreen, _ other: TerminalScreen, _ screen: Screen, _ comment: Comment
    ) throws {
        // Not the cells themselves: a message would compare them letter by letter.
        let rows = shown.cells.indices.filter { shown.cells[$0] != other.cells[$0] }
        try #require(rows == [], comment)
        try #require(Set(shown.pictures) == Set(other.pictures), comment)
        try #require(shown.pictures.count == screen.pictures.count, comment)
        try #require(shown.modes[25] == (screen.cursor != nil), comment)
        if let cursor = screen.cursor {
            try #require([shown.row, shown.column] == [cursor.row, cursor.column], comment)
        }
        try #require(shown.history.isEmpty, comment)
    }

    @Test func writesNothingForTheSameScreen() {
        var screen = Screen(size: CellSize(columns: 30, rows: 8))
        screen.write("abc", row: 0, column: 0)
        var renderer = ScreenRenderer(style: Self.style)
        #expect(!renderer.render(screen).isEmpty)
        #expect(renderer.render(screen).isEmpty)
        renderer.forget()
        #expect(!renderer.render(screen).isEmpty)
    }

    @Test func writesOnlyWhatDiffers() {
        var screen = Screen(size: CellSize(columns: 80, rows: 24))
        for row in 0..<24 { screen.write(StyledText(String(repeating: "abc ", count: 20)), row: row, column: 0) }
        var renderer = ScreenRenderer(style: Self.style)
        _ = renderer.render(screen)
        screen.write("X", row: 5, column: 7, over: .bold)
        #expect(String(decoding: renderer.render(screen), as: UTF8.self) == "\u{1b}[6;8H\u{1b}[0;1mX\u{1b}[0m")
        screen.clear(rows: 5..<6, columns: 40..<80)
        #expect(String(decoding: renderer.render(screen), as: UTF8.self) == "\u{1b}[6;41H\u{1b}[K")
    }

    @Test func fitsAFullFrameInto20Kilobytes() {
        var screen = Screen(size: CellSize(columns: 200, rows: 50))
        for row in 0..<50 {
            for column in stride(from: 0, to: 200, by: 25) {
                let style = Self.styles[2 + column / 25 % 3]
                let text = StyledText("Supplier \(row * column) & Sons Ltd.", style: style)
                screen.write(text, row: row, column: column, width: 24)
            }
        }
        var renderer = ScreenRenderer(style: Self.style)
        #expect(renderer.render(screen).count < 20_000)
    }

    @Test func leavesColorsOutWhereThereAreNone() {
        var screen = Screen(size: CellSize(columns: 10, rows: 1))
        let style = CellStyle(attributes: .reversed, foreground: .palette(9), background: .rgb(1, 2, 3))
        screen.write("a", row: 0, column: 0, over: style)
        var plain = ScreenRenderer(style: .plain)
        #expect(String(decoding: plain.render(screen), as: UTF8.self).contains("\u{1b}[0;7ma"))
        var colorful = ScreenRenderer(style: Self.style)
        #expect(String(decoding: colorful.render(screen), as: UTF8.self).contains("\u{1b}[0;7;91;48;2;1;2;3ma"))
    }

    @Test func isolatesAsAWhole() {
        var screen = Screen(size: CellSize(columns: 20, rows: 1))
        screen.write("שלום", row: 0, column: 2)
        screen.write("x", row: 0, column: 12)
        var renderer = ScreenRenderer(style: Self.style)
        #expect(String(decoding: renderer.render(screen), as: UTF8.self).contains("  \u{2068}שלום\u{2069}      x"))
        screen.write("y", row: 0, column: 12)
        #expect(String(decoding: renderer.render(screen), as: UTF8.self).contains("  \u{2068}שלום\u{2069}      y"))
        var ascii = ScreenRenderer(style: .plain)
        #expect(String(decoding: ascii.render(screen), as: UTF8.self).contains("  שלום      y"))
    }

    @Test func sendsAPictureOfKittysOnce() {
        let size = CellSize(columns: 20, rows: 5)
        let sequence = "\u{1b}_Ga=T,f=32,c=4,q=2;AAAA\u{1b}\\"
        let box = CellSize(columns: 4, rows: 2)
        let picture = Picture(content: .bytes(Array(sequence.utf8)), box: box, kittyExtent: "c=4")
        var renderer = ScreenRenderer(style: Self.style)
        func frame(_ places: [(row: Int, column: Int)], _ text: String = "") -> String {
            var screen = Screen(size: size)
            for (row, column) in places {
                screen.place(ScreenPicture(picture: picture, row: row, column: column))
            }
            screen.write(StyledText(text), row: 1, column: 10)
            return String(decoding: renderer.render(screen), as: UTF8.self)
        }
        let sent = "\u{1b}_Gi=1397161985,p=4100,a=T,f=32,c=4,q=2;AAAA\u{1b}\\"
        #expect(frame([(1, 3)]).hasSuffix(sent))
        #expect(frame([(1, 3)], "x") == "\u{1b}[2;11Hx")
        let erased = "\u{1b}_Ga=d,d=i,i=1397161985,p=4100,q=2\u{1b}\\"
        let placed = "\u{1b}_Ga=p,i=1397161985,p=8196,c=4,C=1,q=2\u{1b}\\"
        let moved = frame([(2, 3)], "x")
        #expect(moved.hasPrefix(erased) && moved.hasSuffix("\u{1b}[4G" + placed))
        renderer.forget()
        let redrawn = frame([(1, 3)])
        #expect(redrawn.contains("\u{1b}_Ga=d,d=A,q=2\u{1b}\\") && redrawn.contains("p=4100,a=T,"))
    }

    @Test func letsTheTerminalForgetPicturesThatAreNotShown() {
        var kitty = KittyPictures()
        let pictures = (0..<100).map { number in
            let sequence = "\u{1b}_Ga=T,c=4,q=2;\(number)" + String(repeating: "A", count: 100_000) + "\u{1b}\\"
            let box = CellSize(columns: 4, rows: 2)
            let picture = Picture(content: .bytes(Array(sequence.utf8)), box: box, kittyExtent: "c=4")
            return ScreenPicture(picture: picture, row: 1, column: 3)
        }
        var forgotten = 0
        for picture in pictures {
            #expect(kitty.draw(picture).count > 100_000)
            let bytes = kitty.forgetOthers(than: [picture])
            forgotten += String(decoding: bytes, as: UTF8.self).split(separator: "a=d,d=I,i=").dropFirst().count
            #expect(kitty.draw(picture).count < 100)
        }
        #expect((40..<100).contains(forgotten))
        #expect(kitty.draw(pictures[0]).count > 100_000)
    }
}
