import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

struct ChafaTests {
    private let box = CellSize(columns: 4, rows: 2)
    private let cell = PixelSize(width: 2, height: 6)

    private func header(_ name: String) throws -> ImageFormat {
        try #require(ImageFormat(try TestData.bytes("images/" + name)))
    }

    @Test func takesKittysPixels() {
        let output =
            Array("\u{1b}[?25l\u{1b}_Ga=T,f=32,s=2,v=1,c=1,r=1,m=1\u{1b}\\\u{1b}_Gm=1;AAAP/w==\u{1b}\\".utf8)
            + Array("\u{1b}_Gm=1;AQIDBP==\u{1b}\\\u{1b}_Gm=0\u{1b}\\\n\u{1b}[?25h".utf8)
        let expected = Picture.kitty(
            [0, 0, 15, 255, 1, 2, 3, 4], format: "f=32,s=2,v=1", size: PixelSize(width: 2, height: 1), in: box,
            cell: cell)
        #expect(Picture(pixels: output, in: box, cell: cell) == expected)
    }

    @Test(arguments: [
        "", "x", "\u{1b}_Gf=32,s=1,v=1;AAAAAA==", "\u{1b}_Gf=32,s=2,v=1;AAAAAA==\u{1b}\\",
        "\u{1b}_Gf=32,s=1,v=1;AAAA-A==\u{1b}\\", "\u{1b}_Gf=100,s=1,v=1;AAAAAA==\u{1b}\\",
        "\u{1b}_Gf=32,s=0,v=9;\u{1b}\\", "\u{1b}_Gf=32,s=-1,v=-1;AAAAAA==\u{1b}\\",
        "\u{1b}_Gf=32,s=9223372036854775807,v=9;AAAAAA==\u{1b}\\", "\u{1b}_Xf=32,s=1,v=1;AAAAAA==\u{1b}\\",
        "\u{1b}_Gf=32,s=1,v=1;AAAAAA==\u{1b}\\\u{1b}[2J", "\u{1b}]0;x\u{7}\u{1b}_Gf=32,s=1,v=1;AAAAAA==\u{1b}\\",
    ])
    func takesNoOtherOutputForPixels(output: String) {
        #expect(Picture(pixels: Array(output.utf8), in: box, cell: cell) == nil)
    }

    @Test func takesASixelGraphic() {
        let graphic = "\u{1b}P0;1;0q\"1;1;8;12#0;2;86;27;27#0!8~$-!8~-\u{1b}\\"
        #expect(Picture(sixels: Array((graphic + "\n").utf8), in: box, cell: cell)?.bytes == Array(graphic.utf8))
    }

    @Test(arguments: [
        "", "\u{1b}Pq\"1;1;8;12~", "\u{1b}Pq~\u{1b}\\", "\u{1b}Pq\"1;1;9;12~\u{1b}\\",
        "\u{1b}Pq\"1;1;8;13~\u{1b}\\", "\u{1b}Pq\"1;1;0;0~\u{1b}\\", "\u{1b}Pq\"1;1;8;12~\u{7}\u{1b}\\",
        "\u{1b}P>|x\u{1b}\\", "\u{1b}Pq\"1;1;8;12~\u{1b}\\\u{1b}[2J", "\u{1b}Pq\"2;1;8;12~\u{1b}\\",
        "\u{1b}P$q\"1;1;8;12~\u{1b}\\",
    ])
    func takesNoOtherOutputForAGraphic(output: String) {
        #expect(Picture(sixels: Array(output.utf8), in: box, cell: cell) == nil)
    }

    private func symbols(_ text: String) -> [StyledText]? {
        guard case .lines(let lines)? = Picture(symbols: Array(text.utf8), in: box)?.content else { return nil }
        return lines
    }

    @Test func takesCharactersAndColours() {
        let lines = symbols("\u{1b}[?25l\u{1b}[38;5;1;48;2;1;2;3m▄▀\u{1b}[0m\n\u{1b}[7mx\n\u{1b}[?25h")
        #expect(
            lines == [
                StyledText("▄▀", style: CellStyle(foreground: .palette(1), background: .rgb(1, 2, 3))),
                StyledText("x", style: CellStyle(attributes: .reversed)),
            ])
        #expect(symbols("ab\n") == ["ab"])
        let styles = symbols("\u{1b}[1;31ma\u{1b}[39;102;7mb\u{1b}[m\u{1b}[38;5mc")?.first?.spans.map(\.style)
        #expect(
            styles == [
                CellStyle(attributes: .bold, foreground: .palette(1)),
                CellStyle(attributes: [.bold, .reversed], background: .palette(10)), .plain,
            ])
    }

    @Test(arguments: [
        "", "\n", "abcde\n", "a\nb\nc\n", "a\u{7}", "a\rb", "a\tb", "\u{1b}", "\u{1b}[", "\u{1b}[2J", "\u{1b}]0;x\u{7}",
        "\u{1b}[?1049h", "\u{1b}[>1m", "\u{1b}7", "\u{9b}31m", "a\u{202e}b", "\u{1b}_Ga=T;AA\u{1b}\\", "\u{1b}c",
    ])
    func takesNoOtherOutputForCharacters(text: String) {
        #expect(symbols(text) == nil)
    }

    @Test func takesOnlyUTF8() {
        #expect(Picture(symbols: [0x61, 0xff], in: box) == nil)
    }

    @Test func isGivenNoImageThatMayBeTooLarge() throws {
        #expect(Chafa("/x", try header("palette-48x32.png"), environment: [:]) != nil)
        for name in ["plain-48x32.svg", "lossy-48x32.avif", "rgb-16x10.bmp"] {
            #expect(Chafa("/x", try header(name), environment: [:]) != nil)
        }
        func png(width: UInt8) throws -> ImageFormat {
            var bytes = Array(try TestData.bytes("images/palette-48x32.png"))
            (bytes[16], bytes[20]) = (width, width)
            return try #require(ImageFormat(bytes))
        }
        #expect(Chafa("/x", try png(width: 1), environment: [:]) == nil)
        // A picture that ends before its size.
        let unsized = try #require(ImageFormat(Array(try TestData.bytes("images/palette-48x32.png").prefix(12))))
        #expect(unsized.size == nil)
        #expect(Chafa("/x", unsized, environment: [:]) == nil)
    }
}
