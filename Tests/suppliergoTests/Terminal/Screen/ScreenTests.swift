import Testing

@testable import suppliergo

@Suite struct ScreenTests {
    private var screen = Screen(size: CellSize(columns: 10, rows: 3))

    @Test mutating func writesText() {
        #expect(screen.write("abc", row: 1, column: 2) == 5)
        #expect(screen.lines == ["", "  abc", ""])
    }

    @Test(arguments: [
        ("abcdefgh", 7, nil, "       abc", 10), ("abcdefgh", 0, 3, "abc", 3), ("漢字漢字", 5, nil, "     漢字", 10),
        ("漢字", 0, 3, "漢", 3), ("e\u{301}a", 0, 1, "e\u{301}", 1), ("abc", 10, nil, "", 10), ("abc", -1, nil, "", -1),
    ])
    mutating func leavesOutWhatDoesNotFit(text: String, column: Int, width: Int?, line: String, end: Int) {
        #expect(screen.write(text, row: 0, column: column, width: width) == end)
        #expect(screen.lines[0] == line)
    }

    @Test mutating func drawsAFewMarksOnACharacter() {
        screen.write("a" + String(repeating: "\u{301}", count: 8000) + "b👩🏽‍❤️‍💋‍👨🏽", row: 0, column: 0)
        #expect(screen.lines[0].utf8.count < 80 && screen.lines[0].hasSuffix("b👩🏽‍❤️‍💋‍👨🏽"))
    }

    @Test(arguments: [-1, 3])
    mutating func ignoresRowsThatItDoesNotHave(row: Int) {
        let blank = screen
        screen.write("abc", row: row, column: 0)
        screen.clear(rows: row..<row + 1, columns: 0..<3, style: .bold)
        #expect(screen == blank)
    }

    @Test mutating func dropsControlCharacters() {
        screen.write("a\u{1b}[31m\u{7}b", row: 0, column: 0)
        #expect(screen.lines[0] == "a[31mb")
    }

    @Test(arguments: [(0, "x 字"), (1, " x字"), (2, "漢x"), (3, "漢 x")])
    mutating func removesTheOtherHalfOfAWideCharacter(column: Int, line: String) {
        screen.write("漢字", row: 0, column: 0)
        screen.write("x", row: 0, column: column)
        #expect(screen.lines[0] == line)
    }

    @Test mutating func writesWideCharactersOverOthers() {
        screen.write("漢字漢", row: 0, column: 0)
        screen.write("字", row: 0, column: 1)
        #expect(screen.lines[0] == " 字 漢")
    }

    @Test mutating func readsStyles() {
        let text = "a\u{1b}[1;31mb\u{1b}[0mc\u{1b}[38;5;200;48;2;1;2;3md\u{1b}[39;49;92;7me\u{1b}[27mf"
        #expect(screen.write(styled: text, row: 0, column: 0, over: .dim) == 6)
        #expect(screen.lines[0] == "abcdef")
        let styles = screen[0].prefix(6).map(\.style)
        let many = CellStyle(attributes: .dim, foreground: .palette(200), background: .rgb(1, 2, 3))
        let light = CellStyle(attributes: [.dim, .reversed], foreground: .palette(10))
        #expect(styles[0] == .dim && styles[2] == .dim)
        #expect(styles[1] == CellStyle(attributes: [.dim, .bold], foreground: .palette(1)))
        #expect(styles[3] == many)
        #expect(styles[4] == light)
        #expect(styles[5] == CellStyle(attributes: .dim, foreground: .palette(10)))
    }

    @Test mutating func leavesOutLinksAndOtherSequences() {
        let text = "\u{1b}]8;id=1;http://a\u{1b}\\a\u{1b}]8;;\u{7}b\u{1b}[2Jc\u{1b}[38;5m\u{1b}["
        screen.write(styled: text, row: 0, column: 0)
        #expect(screen.lines[0] == "abc")
    }

    @Test mutating func keepsTheStylesOfTextStyle() {
        let style = TextStyle(usesColor: true, usesUnicode: true)
        let light = TextStyle(usesColor: true, usesUnicode: true, background: .light)
        for (styled, wanted) in [
            (style.bold("x"), CellStyle.bold), (style.dim("x"), CellStyle(foreground: .palette(243))),
            (style.accent("x"), .accent), (style.match("x"), .match), (style.warning("x"), .warning),
            (style.failure("x"), .failure),
            (style.tint("x", 1), .bold), (light.tint("x", 9), .tint(9)), (light.tint("x", 1), .tint(1)),
        ] {
            screen.write(styled: styled, row: 0, column: 0)
            #expect(screen[0].first?.style == wanted)
        }
    }

    @Test mutating func isolatesRightToLeftText() {
        screen.write("שלום", row: 0, column: 1)
        screen.write(styled: "a\u{2068}\u{1b}[1mב\u{1b}[0m1\u{2069}b", row: 1, column: 0)
        #expect(screen[0].map(\.isIsolated) == (0..<10).map { (1...4).contains($0) })
        #expect(screen[1].map(\.isIsolated) == (0..<10).map { (1...2).contains($0) })
        #expect(screen.lines == [" שלום", "aב1b", ""])
    }

    @Test mutating func clipsAfterTheFirstCharacterThatDoesNotFit() {
        screen.write(styled: "abcdefghi漢\u{1b}[1mj", row: 0, column: 0)
        #expect(screen.lines[0] == "abcdefghi")
    }

    @Test mutating func removesPicturesThatAreWrittenOver() {
        func picture(row: Int, column: Int) -> ScreenPicture {
            ScreenPicture(sequence: [1], box: CellSize(columns: 2, rows: 2), row: row, column: column)
        }
        screen.write("abcdefghij", row: 1, column: 0)
        for (row, column) in [(0, 0), (0, 4), (1, 8)] { screen.place(picture(row: row, column: column)) }
        #expect(screen.pictures.count == 3)
        #expect(screen.lines[1] == "  cd  gh")
        screen.write("x", row: 1, column: 5)
        #expect(screen.pictures == [picture(row: 0, column: 0), picture(row: 1, column: 8)])
        screen.clear(rows: 2..<3, columns: 0..<10)
        #expect(screen.pictures == [picture(row: 0, column: 0)])
        screen.place(picture(row: 2, column: 0))
        screen.place(picture(row: 0, column: 9))
        #expect(screen.pictures.count == 1)
    }
}

/// The styles that ``TextStyle`` has.
extension CellStyle {
    static let bold = CellStyle(attributes: .bold)
    static let dim = CellStyle(attributes: .dim)
    static let match = CellStyle(attributes: [.bold, .underlined])
    static let accent = CellStyle(foreground: .palette(6))
    static let warning = CellStyle(foreground: .palette(5))
    static let failure = CellStyle(foreground: .palette(1))

    static func tint(_ number: Int) -> CellStyle {
        CellStyle(attributes: number % 6 < 3 ? .bold : [], foreground: .palette([22, 94, 25][number % 3]))
    }
}
