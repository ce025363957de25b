import Testing

@testable import suppliergo

struct LineEditorTests {
    @Test func insertsAndDeletesAtTheCursor() {
        var line = LineEditor("krne")
        for _ in 0..<2 { line.press(.left) }
        line.insert("o")
        #expect(line.text == "krone" && line.cursor == 3)
        line.press(.backspace)
        line.press(.delete)
        #expect(line.text == "kre" && line.cursor == 2)
        line.press(.home)
        line.press(.backspace)
        line.press(.left)
        #expect(line.text == "kre" && line.cursor == 0)
        line.press(.end)
        line.press(.delete)
        line.press(.right)
        #expect(line.text == "kre" && line.cursor == 3)
    }

    @Test(arguments: [("blue water  ", "blue "), ("blue", ""), ("  ", ""), ("a b", "a ")])
    func deletesTheWordBeforeTheCursor(text: String, rest: String) {
        var line = LineEditor(text)
        line.press(.control("w"))
        #expect(line.text == rest && line.cursor == rest.count)
    }

    @Test func deletesOnlyWhatIsBeforeTheCursor() {
        var line = LineEditor("company:krone")
        for _ in 0..<5 { line.press(.left) }
        line.press(.control("u"))
        #expect(line.text == "krone" && line.cursor == 0)
    }

    @Test func takesCombiningCharactersAndPastedLines() {
        var line = LineEditor("ze")
        line.insert("\u{308}")
        #expect(line.text == "zë" && line.cursor == 2)
        line.insert("\tä\r\nb")
        #expect(line.text == "zë ä  b" && line.cursor == 7)
        line.press(.home)
        line.insert("\u{301}")
        #expect(line.cursor <= line.text.count)
    }

    @Test func takesNoMoreThanFits() {
        var line = LineEditor("ab")
        line.press(.home)
        line.insert(String(repeating: "x ", count: 30_000))
        #expect(line.text.count == LineEditor.limit && line.text.hasSuffix("x ab"))
        line.insert("y")
        #expect(!line.text.contains("y"))
    }

    @Test(arguments: [(0, "abcde", 0), (4, "abcde", 4), (5, "bcdef", 4), (8, "efgh", 4)])
    func showsThePartAroundTheCursor(cursor: Int, text: String, column: Int) {
        var line = LineEditor("abcdefgh")
        for _ in cursor..<8 { line.press(.left) }
        let shown = line.shown(inWidth: 5)
        #expect(shown.text == text && shown.cursorColumn == column)
    }

    @Test func writesOutWhatATerminalWouldObey() {
        let shown = LineEditor("a\u{202e}b").shown(inWidth: 20)
        #expect(shown.text == "a\\u{202e}b" && shown.cursorColumn == 10)
    }

    @Test func neverSplitsAWideCharacter() {
        let shown = LineEditor("株式会社").shown(inWidth: 4)
        #expect(shown.text == "社" && shown.cursorColumn == 2)
    }
}
