import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

struct ChafaTests {
    private let room = PixelSize(width: 8, height: 12)

    private func header(_ name: String) throws -> Picture {
        try #require(Picture(try TestData.bytes("images/" + name)))
    }

    @Test func takesKittysPixels() {
        let pixels = KittyPixels(
            Array("\u{1b}[?25l\u{1b}_Ga=T,f=32,s=2,v=1,c=1,r=1,m=1\u{1b}\\\u{1b}_Gm=1;AAAP/w==\u{1b}\\".utf8)
                + Array("\u{1b}_Gm=1;AQIDBP==\u{1b}\\\u{1b}_Gm=0\u{1b}\\\n\u{1b}[?25h".utf8))
        #expect(pixels?.size == PixelSize(width: 2, height: 1))
        #expect(pixels.map { Array($0.bytes) } == [0, 0, 15, 255, 1, 2, 3, 4])
    }

    @Test(arguments: [
        "", "x", "\u{1b}_Gf=32,s=1,v=1;AAAAAA==", "\u{1b}_Gf=32,s=2,v=1;AAAAAA==\u{1b}\\",
        "\u{1b}_Gf=32,s=1,v=1;AAAA-A==\u{1b}\\", "\u{1b}_Gf=100,s=1,v=1;AAAAAA==\u{1b}\\",
        "\u{1b}_Gf=32,s=0,v=9;\u{1b}\\", "\u{1b}_Gf=32,s=-1,v=-1;AAAAAA==\u{1b}\\",
        "\u{1b}_Gf=32,s=9223372036854775807,v=9;AAAAAA==\u{1b}\\", "\u{1b}_Xf=32,s=1,v=1;AAAAAA==\u{1b}\\",
        "\u{1b}_Gf=32,s=1,v=1;AAAAAA==\u{1b}\\\u{1b}[2J", "\u{1b}]0;x\u{7}\u{1b}_Gf=32,s=1,v=1;AAAAAA==\u{1b}\\",
    ])
    func takesNoOtherOutputForPixels(output: String) {
        #expect(KittyPixels(Array(output.utf8)) == nil)
    }

    @Test func takesASixelGraphic() {
        let graphic = "\u{1b}P0;1;0q\"1;1;8;12#0;2;86;27;27#0!8~$-!8~-\u{1b}\\"
        #expect(SixelGraphic(Array((graphic + "\n").utf8), fitting: room)?.bytes == Array(graphic.utf8))
    }

    @Test(arguments: [
        "", "\u{1b}Pq\"1;1;8;12~", "\u{1b}Pq~\u{1b}\\", "\u{1b}Pq\"1;1;9;12~\u{1b}\\",
        "\u{1b}Pq\"1;1;8;13~\u{1b}\\", "\u{1b}Pq\"1;1;0;0~\u{1b}\\", "\u{1b}Pq\"1;1;8;12~\u{7}\u{1b}\\",
        "\u{1b}P>|x\u{1b}\\", "\u{1b}Pq\"1;1;8;12~\u{1b}\\\u{1b}[2J", "\u{1b}Pq\"2;1;8;12~\u{1b}\\",
        "\u{1b}P$q\"1;1;8;12~\u{1b}\\",
    ])
    func takesNoOtherOutputForAGraphic(output: String) {
        #expect(SixelGraphic(Array(output.utf8), fitting: room) == nil)
    }

    @Test func isGivenNoImageThatMayBeTooLarge() throws {
        #expect(Chafa("/x", try header("palette-48x32.png"), environment: [:]) != nil)
        for name in ["plain-48x32.svg", "lossy-48x32.avif", "rgb-16x10.bmp"] {
            #expect(Chafa("/x", try header(name), environment: [:]) != nil)
        }
        func png(width: UInt8) throws -> Picture {
            var bytes = Array(try TestData.bytes("images/palette-48x32.png"))
            (bytes[16], bytes[20]) = (width, width)
            return try #require(Picture(bytes))
        }
        #expect(Chafa("/x", try png(width: 1), environment: [:]) == nil)
        // A picture that ends before its size.
        let unsized = try #require(Picture(Array(try TestData.bytes("images/palette-48x32.png").prefix(12))))
        #expect(unsized.size == nil)
        #expect(Chafa("/x", unsized, environment: [:]) == nil)
    }
}
