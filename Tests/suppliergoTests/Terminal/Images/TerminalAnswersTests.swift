import Testing

@testable import suppliergo

struct TerminalAnswersTests {
    private func answers(_ text: String) -> TerminalAnswers { TerminalAnswers(Array(text.utf8)) }

    @Test func readsWhatKittySays() {
        let answers = answers("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}P>|kitty(0.35.2)\u{1b}\\\u{1b}[?62;c")
        #expect(answers.takesKittyGraphics)
        #expect(answers.name == "kitty(0.35.2)")
        #expect(answers.attributes == [62])
        #expect(answers.isComplete)
    }

    @Test func readsWhatATerminalWithoutPicturesSays() {
        let answers = answers("\u{1b}P>|XTerm(379)\u{1b}\\\u{1b}[?64;1;2;6;9;15;16;17;18;21;22;28c")
        #expect(!answers.takesKittyGraphics)
        #expect(answers.name == "XTerm(379)")
        #expect(answers.attributes?.count == 12)
    }

    @Test(arguments: [
        ("ffff/ffff/ffff", TextStyle.Background.light), ("fd/f6/e3", .light), ("0000/2b2b/3636", .dark),
        ("0/0/0", .dark),
        ("8080/8080/8080", .unknown), ("ffff/ffff", .unknown), ("x/y/z", .unknown), ("-1/0/0", .unknown),
    ])
    func readsTheBackground(color: String, background: TextStyle.Background) {
        for end in ["\u{1b}\\", "\u{7}"] {
            #expect(answers("\u{1b}]11;rgb:\(color)\(end)\u{1b}[?6c").background == background)
        }
    }

    @Test func takesARefusalForOne() {
        #expect(!answers("\u{1b}_Gi=31;ENOTSUPPORTED:no\u{1b}\\\u{1b}[?6c").takesKittyGraphics)
        #expect(!answers("\u{1b}_Gi=32;OK\u{1b}\\\u{1b}[?6c").takesKittyGraphics)
    }

    @Test func isCompleteOnlyAtTheLastByte() {
        let bytes = Array("x\u{1b}OA\u{1b}[A\u{1b}_Gi=31;OK\u{1b}\\\u{1b}P>|a\u{1b}\\\u{1b}[?62;4c".utf8)
        let complete = (0...bytes.count).filter { TerminalAnswers(Array(bytes.prefix($0))).isComplete }
        #expect(complete == [bytes.count])
    }

    @Test(arguments: [
        "", "\u{1b}", "\u{1b}[", "\u{1b}_Gi=31;OK", "\u{1b}P>|", "\u{1b}\\\u{1b}\\", "\u{1b}[c", "\u{9b}?62c",
    ])
    func makesNothingOfPieces(text: String) {
        #expect(answers(text) == TerminalAnswers())
    }
}
