import Testing

@testable import suppliergo

struct SymbolImageTests {
    private func image(_ text: String, columns: Int = 4, rows: Int = 2) -> SymbolImage? {
        SymbolImage(Array(text.utf8), fitting: CellSize(columns: columns, rows: rows))
    }

    @Test func takesCharactersAndColours() {
        let image = image("\u{1b}[?25l\u{1b}[38;5;1;48;2;1;2;3m▄▀\u{1b}[0m\n\u{1b}[7mx\n\u{1b}[?25h")
        #expect(
            image?.lines == [
                StyledLine(text: "\u{1b}[38;5;1;48;2;1;2;3m▄▀\u{1b}[0m\u{1b}[0m", width: 2),
                StyledLine(text: "\u{1b}[7mx\u{1b}[0m", width: 1),
            ])
        #expect(self.image("ab\n")?.lines == [StyledLine(text: "ab", width: 2)])
    }

    @Test(arguments: [
        "", "\n", "abcde\n", "a\nb\nc\n", "a\u{7}", "a\rb", "a\tb", "\u{1b}", "\u{1b}[", "\u{1b}[2J", "\u{1b}]0;x\u{7}",
        "\u{1b}[?1049h", "\u{1b}[>1m", "\u{1b}7", "\u{9b}31m", "a\u{202e}b", "\u{1b}_Ga=T;AA\u{1b}\\", "\u{1b}c",
    ])
    func takesNothingElse(text: String) {
        #expect(image(text) == nil)
    }

    @Test func takesOnlyUTF8() {
        #expect(SymbolImage([0x61, 0xff], fitting: CellSize(columns: 4, rows: 2)) == nil)
    }
}
