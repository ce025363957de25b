import Testing

@testable import suppliergo

@Suite struct ScreenTests {
    private var screen = Screen(size: CellSize(columns: 10, rows: 3))

    @Test mutating func writesText() {
        screen.write("abc", row: 1, column: 2)
        #expect(screen.lines == ["", "  abc", ""])
    }

    @Test(arguments: [
        ("abcdefgh", 7, nil, "       abc"), ("abcdefgh", 0, 3, "abc"), ("漢字漢字", 5, nil, "     漢字"),
        ("漢字", 0, 3, "漢"), ("e\u{301}a", 0, 1, "e\u{301}"), ("abc", 10, nil, ""), ("abc", -1, nil, ""),
    ])
    mutating func leavesOutWhatDoesNotFit(text: String, column: Int, width: Int?, line: String) {
        screen.write(StyledText(text), row: 0, column: column, width: width)
        #expect(screen.lines[0] == line)
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

    @Test(arguments: [(0, "x  字"), (1, " x 字"), (2, "  x字"), (3, "र्माx")])
    mutating func removesTheRestOfASyllableOfThreeColumns(column: Int, line: String) {
        screen.write("र्मा字", row: 0, column: 0)
        screen.write("x", row: 0, column: column)
        #expect(screen.lines[0] == line)
    }

    @Test mutating func writesWideCharactersOverOthers() {
        screen.write("漢字漢", row: 0, column: 0)
        screen.write("字", row: 0, column: 1)
        #expect(screen.lines[0] == " 字 漢")
    }

    @Test mutating func writesStylesOverAnother() {
        let text =
            "a" + StyledText("b", style: CellStyle(attributes: .bold, foreground: .palette(1)))
            + StyledText("c", style: CellStyle(background: .rgb(1, 2, 3))).linked(to: "http://a")
        let base = CellStyle(attributes: .reversed, foreground: .palette(2))
        screen.write(text, row: 0, column: 0, over: base)
        #expect(screen.lines[0] == "abc")
        #expect(
            screen[0].prefix(4).map(\.style) == [
                base, CellStyle(attributes: [.reversed, .bold], foreground: .palette(1)),
                CellStyle(attributes: .reversed, foreground: .palette(2), background: .rgb(1, 2, 3)), .plain,
            ])
    }

    @Test mutating func keepsTheStylesOfTextStyle() {
        let style = TextStyle(usesColor: true, usesUnicode: true)
        let light = TextStyle(usesColor: true, usesUnicode: true, background: .light)
        for (styled, wanted) in [
            (style.bold("x"), CellStyle.bold), (style.dim("x"), .dim),
            (style.accent("x"), .accent), (style.match("x"), .match), (style.warning("x"), .warning),
            (style.failure("x"), .failure),
            (style.tint("x", 1), .bold), (light.tint("x", 9), .tint(9)), (light.tint("x", 1), .tint(1)),
        ] {
            screen.write(styled, row: 0, column: 0)
            #expect(screen[0].first?.style == wanted)
        }
    }

    @Test mutating func isolatesRightToLeftText() {
        screen.write("שלום", row: 0, column: 1)
        screen.write("a\u{2068}" + StyledText("ב", style: .bold) + "1\u{2069}b", row: 1, column: 0)
        #expect(screen[0].map(\.isIsolated) == (0..<10).map { (1...4).contains($0) })
        #expect(screen[1].map(\.isIsolated) == (0..<10).map { (1...2).contains($0) })
        #expect(screen.lines == [" שלום", "aב1b", ""])
    }

    @Test mutating func clipsAfterTheFirstCharacterThatDoesNotFit() {
        screen.write("abcdefghi漢" + StyledText("j", style: .bold), row: 0, column: 0)
        #expect(screen.lines[0] == "abcdefghi")
    }

    @Test mutating func removesPicturesThatAreWrittenOver() {
        func picture(row: Int, column: Int) -> ScreenPicture {
            let picture = Picture(content: .bytes([1]), box: CellSize(columns: 2, rows: 2))
            return ScreenPicture(picture: picture, row: row, column: column)
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
    static let dim = CellStyle(foreground: .palette(243))
    static let match = CellStyle(attributes: [.bold, .underlined])
    static let accent = CellStyle(foreground: .palette(6))
    static let warning = CellStyle(foreground: .palette(5))
    static let failure = CellStyle(foreground: .palette(1))

    static func tint(_ number: Int) -> CellStyle {
        CellStyle(attributes: number % 6 < 3 ? .bold : [], foreground: .palette([22, 94, 25][number % 3]))
    }
}

extension Screen {
    /// The rows as text, without spaces at their ends.
    var lines: [String] {
        (0..<size.rows).map { row in
            String(self[row].map(\.text).joined().reversed().drop { $0 == " " }.reversed())
        }
    }
}
