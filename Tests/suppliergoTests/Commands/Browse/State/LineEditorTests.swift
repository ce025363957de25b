import Testing

@testable import suppliergo

struct LineEditorTests {
    @Test func insertsAndDeletesAtTheCursor() {
        var line = LineEditor("krne")
        line.move(by: -2)
        line.insert("o")
        #expect(line.text == "krone" && line.cursor == 3)
        line.deleteBackward()
        line.deleteForward()
        #expect(line.text == "kre" && line.cursor == 2)
        line.moveToStart()
        line.deleteBackward()
        line.move(by: -1)
        #expect(line.text == "kre" && line.cursor == 0)
        line.moveToEnd()
        line.deleteForward()
        line.move(by: 1)
        #expect(line.text == "kre" && line.cursor == 3)
    }

    @Test(arguments: [("blue water  ", "blue "), ("blue", ""), ("  ", ""), ("a b", "a ")])
    func deletesTheWordBeforeTheCursor(text: String, rest: String) {
        var line = LineEditor(text)
        line.deleteWord()
        #expect(line.text == rest && line.cursor == rest.count)
    }

    @Test func deletesOnlyWhatIsBeforeTheCursor() {
        var line = LineEditor("company:krone")
        line.move(by: -5)
        line.deleteToStart()
        #expect(line.text == "krone" && line.cursor == 0)
    }

    @Test func takesCombiningCharactersAndPastedLines() {
        var line = LineEditor("ze")
        line.insert("\u{308}")
        #expect(line.text == "zë" && line.cursor == 2)
        line.insert("\tä\r\nb")
        #expect(line.text == "zë ä  b" && line.cursor == 7)
        line.moveToStart()
        line.insert("\u{301}")
        #expect(line.cursor <= line.text.count)
    }

    @Test func takesNoMoreThanFits() {
        var line = LineEditor("ab")
        line.moveToStart()
        line.insert(String(repeating: "x ", count: 30_000))
        #expect(line.text.count == LineEditor.limit && line.text.hasSuffix("x ab"))
        line.insert("y")
        #expect(!line.text.contains("y"))
    }

    @Test(arguments: [(0, "abcde", 0), (4, "abcde", 4), (5, "bcdef", 4), (8, "efgh", 4)])
    func showsThePartAroundTheCursor(cursor: Int, text: String, column: Int) {
        var line = LineEditor("abcdefgh")
        line.move(by: cursor - 8)
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
