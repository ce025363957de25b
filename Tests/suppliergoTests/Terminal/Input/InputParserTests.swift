import TestSupport
import Testing

@testable import suppliergo

@Suite struct InputParserTests {
    /// Bytes of terminals, and their meaning.
    static let table: [(text: String, inputs: [TerminalInput])] = [
        ("a", [.key(.character("a"))]), ("/é漢👍", "/é漢👍".map { .key(.character($0)) }),
        ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]), (" ", [.key(.character(" "))]),
        ("\u{7f}", [.key(.backspace)]), ("\u{8}", [.key(.backspace)]), ("\u{1}", [.key(.control("a"))]),
        ("\u{1a}", [.key(.control("z"))]), ("\u{0}", [.key(.control("@"))]), ("\u{1c}", [.key(.control("\\"))]),
        ("\u{1b}[A\u{1b}[B\u{1b}[C\u{1b}[D", [.key(.up), .key(.down), .key(.right), .key(.left)]),
        ("\u{1b}OA\u{1b}OB\u{1b}OC\u{1b}OD", [.key(.up), .key(.down), .key(.right), .key(.left)]),
        ("\u{1b}[H\u{1b}[F\u{1b}OH\u{1b}OF", [.key(.home), .key(.end), .key(.home), .key(.end)]),
        ("\u{1b}[1~\u{1b}[4~\u{1b}[7~\u{1b}[8~", [.key(.home), .key(.end), .key(.home), .key(.end)]),
        ("\u{1b}[2~\u{1b}[3~\u{1b}[5~\u{1b}[6~", [.key(.delete), .key(.pageUp), .key(.pageDown)]),
        ("\u{1b}[Z", [.key(.backTab)]), ("\u{1b}OM", [.key(.enter)]),
        ("\u{1b}[1;2A\u{1b}[1;5D\u{1b}[1;3H\u{1b}[5;5~", [.key(.up), .key(.left), .key(.home), .key(.pageUp)]),
        ("\u{1b}\u{1b}[A", [.key(.escape), .key(.up)]), ("\u{1b}\r", [.key(.escape), .key(.enter)]),
        ("\u{1b}[<0;1;1M\u{1b}[<0;1;1m", [.click(column: 0, row: 0)]),
        ("\u{1b}[<4;200;50M", [.click(column: 199, row: 49)]),
        ("\u{1b}[<64;3;4M\u{1b}[<65;1;4M", [.wheel(-1, column: 2, row: 3), .wheel(1, column: 0, row: 3)]),
        ("\u{1b}[<81;3;4M", [.wheel(1, column: 2, row: 3)]), ("\u{1b}[M !\"", [.click(column: 0, row: 1)]),
        ("\u{1b}[M`!!x", [.wheel(-1, column: 0, row: 0), .key(.character("x"))]),
        ("\u{1b}[200~a b\u{1b}[201~c", [.pasted("a b"), .key(.character("c"))]),
        ("\u{1b}[200~é\r\nx\ty\u{1b}[A\u{7}z\u{1b}[201~", [.pasted("é x y[Az")]),
        ("\u{1b}[200~\u{1b}[201~", [.pasted("")]),
    ]

    /// Bytes that mean nothing here, before a key that does.
    static let others = [
        "\u{1b}[<0;1;1m", "\u{1b}[<2;1;1M", "\u{1b}[<35;9;9M", "\u{1b}[<0;1M", "\u{1b}[<0;0;0M", "\u{1b}[99~",
        "\u{1b}[E", "\u{1b}[12;34R", "\u{1b}[I", "\u{1b}[O", "\u{1b}[27;5;106~", "\u{1b}[?1;2h", "\u{1b}[>0;1;2c",
        "\u{1b}[3 q", "\u{1b}OP", "\u{1b}[11~", "\u{1b}[24~", "\u{1b}[[A", "\u{1b}[1;5P", "\u{1b}b", "\u{1b}é",
        "\u{1b}Oj", "\u{1b}\\", "\u{1b}]11;rgb:0/0/0\u{7}", "\u{1b}]11;rgb:0/0/0\u{1b}\\", "\u{1b}^x\u{1b}\\",
        "\u{1b}[?2026;2$y", "\u{1b}_Gi=31;OK\u{1b}\\", "\u{1b}P>|kitty\u{1b}\\", "\u{1b}[[Z", "\u{85}",
        "\u{1b}[" + String(repeating: "9;", count: 2100) + "H",
        "\u{1b}P" + String(repeating: "q", count: 4200) + "\u{1b}\\",
    ]

    private func inputs(of bytes: [UInt8], inPiecesOf size: Int) -> [TerminalInput] {
        var parser = InputParser()
        return stride(from: 0, to: bytes.count, by: size).flatMap { start in
            parser.parse(Array(bytes[start..<min(bytes.count, start + size)]))
        }
    }

    @Test(arguments: table.indices)
    func readsWhatTerminalsSendInAnyPieces(index: Int) {
        let (text, expected) = Self.table[index]
        let bytes = Array(text.utf8)
        for split in 0...bytes.count {
            var parser = InputParser()
            let read = parser.parse(Array(bytes[..<split])) + parser.parse(Array(bytes[split...]))
            #expect(read == expected, "\(text.visibleText) split at \(split)")
        }
        #expect(inputs(of: bytes, inPiecesOf: 1) == expected)
    }

    @Test(arguments: others)
    func dropsWhatMeansNothing(text: String) {
        let bytes = Array((text + "x").utf8)
        #expect(inputs(of: bytes, inPiecesOf: bytes.count) == [.key(.character("x"))])
        #expect(inputs(of: bytes, inPiecesOf: 1) == [.key(.character("x"))])
    }

    @Test func dropsBytesThatAreNotUTF8() {
        let bytes: [UInt8] = [0xff, 0xc0, 0xaf, 0xe2, 0x28, 0xed, 0xa0, 0x80, 0xf4, 0x90, 0x80, 0x80, 0x80, 0x78]
        #expect(inputs(of: bytes, inPiecesOf: bytes.count) == [.key(.character("(")), .key(.character("x"))])
        #expect(inputs(of: bytes, inPiecesOf: 1) == [.key(.character("(")), .key(.character("x"))])
    }

    @Test func takesEscapeForAKeyAfterAPause() {
        var parser = InputParser()
        #expect(parser.patience == nil && parser.pause().isEmpty)
        #expect(parser.parse([0x1b]).isEmpty)
        #expect(parser.patience != nil)
        #expect(parser.pause() == [.key(.escape)])
        #expect(parser.patience == nil)
        #expect(parser.parse(Array("A".utf8)) == [.key(.character("A"))])
    }

    @Test func dropsTheBeginningOfAControlStringAfterAPause() {
        var parser = InputParser()
        #expect(parser.parse(Array("\u{1b}P".utf8)).isEmpty)
        #expect(parser.pause() == [])
        #expect(parser.parse(Array("x".utf8)) == [.key(.character("x"))])
    }

    @Test func waitsForTheRestOfASequenceThroughAPause() {
        var parser = InputParser()
        #expect(parser.parse(Array("\u{1b}[1;".utf8)).isEmpty)
        #expect(parser.patience == nil && parser.pause().isEmpty)
        #expect(parser.parse(Array("2B".utf8)) == [.key(.down)])
        #expect(parser.parse(Array("\u{1b}[200~\u{1b}".utf8)).isEmpty)
        #expect(parser.parse(Array("[201~".utf8)) == [.pasted("")])
    }

    @Test(arguments: ["\r", "\u{1b}[A", "\u{3}"])
    func leavesAControlStringWithoutAnEnd(key: String) {
        var parser = InputParser()
        #expect(parser.parse(Array("\u{1b}]0;abc".utf8)).isEmpty)
        #expect(parser.parse(Array(key.utf8)).count == 1)
    }

    @Test func keepsOfAPasteWhatIsShortEnough() {
        let text = String(repeating: "abcdefgh", count: 20_000)
        let bytes = Array("\u{1b}[200~\(text)\u{1b}[201~q".utf8)
        let read = inputs(of: bytes, inPiecesOf: 4093)
        #expect(read == [.pasted(String(text.prefix(65_536))), .key(.character("q"))])
    }

    @Test func collectsTheAnswers() {
        let text = "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}P>|kitty(0.35)\u{1b}\\\u{1b}[?62;4cq"
        let expected = TerminalAnswers(Array(text.utf8))
        #expect(expected.takesKittyGraphics)
        for size in 1...text.utf8.count {
            let read = inputs(of: Array(text.utf8), inPiecesOf: size)
            #expect(read == [.answered(expected), .key(.character("q"))])
        }
    }

    @Test func endsWithEveryRandomInput() {
        var random = SeededRandom()
        for _ in 0..<2000 {
            let bytes = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? Array("\u{1b}[O;<M~0123456789_P\\".utf8).randomElement(using: &random) ?? 0
                    : UInt8.random(in: 0...255, using: &random)
            }
            // Enter ends whatever has begun, but a paste and the three bytes of an old mouse event.
            let end = Array("\u{1b}[201~\r\r\r\r\r".utf8)
            let read = inputs(of: bytes + end, inPiecesOf: Int.random(in: 1...9, using: &random))
            #expect(read.last == .key(.enter), "seed \(random.seed)")
        }
    }

    @Test func endsAPasteWhoseEndIsLost() {
        for end in ["", "\u{1b}[20"] {
            var parser = InputParser()
            #expect(parser.parse(Array("\u{1b}[200~a long pasteq\(end)".utf8)).isEmpty)
            #expect(parser.patience == .seconds(1))
            #expect(parser.pause() == [.pasted("a long pasteq")])
            #expect(parser.parse(Array("q".utf8)) == [.key(.character("q"))])
        }
    }
}
