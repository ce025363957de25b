import TestSupport
import Testing

@testable import suppliergo

struct VisibleTextTests {
    @Test(arguments: [
        "", "plain ASCII ~", "Zoë Müller-Lüdenscheidt", "山田太郎", "नमस्ते", "ไทย", "مرحبا", "한국어", "한국어",
        "e\u{301}", "a\u{a0}b", "👩‍🔧 👍🏽 🇩🇪 1️⃣ ☠️",
        "می‌خواهم", "葛\u{e0100}", "क्‍ष", #"back\slash"#,
    ])
    func leavesWhatPeopleWriteAsItIs(text: String) {
        #expect(Array(text.visibleText.utf8) == Array(text.utf8))
    }

    @Test(arguments: [
        ("\n", #"\n"#), ("\r", #"\r"#), ("\t", #"\t"#), ("a\r\nb", #"a\r\nb"#), ("\u{0}", #"\u{0}"#),
        ("\u{7}\u{8}", #"\u{7}\u{8}"#), ("\u{1b}[31m", #"\u{1b}[31m"#), ("\u{7f}", #"\u{7f}"#),
        ("\u{80}\u{9b}\u{9f}", #"\u{80}\u{9b}\u{9f}"#), ("a\u{ad}b", #"a\u{ad}b"#), ("\u{61c}", #"\u{61c}"#),
        ("\u{200b}", #"\u{200b}"#), ("\u{200e}\u{200f}", #"\u{200e}\u{200f}"#),
        ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
        ("\u{202a}\u{202e}", #"\u{202a}\u{202e}"#),
        ("\u{2060}\u{2066}\u{2069}\u{206f}", #"\u{2060}\u{2066}\u{2069}\u{206f}"#),
        ("\u{115f}\u{3164}\u{ffa0}", #"\u{115f}\u{3164}\u{ffa0}"#), ("\u{feff}a", #"\u{feff}a"#),
        ("\u{fff9}", #"\u{fff9}"#), ("\u{e0041}", #"\u{e0041}"#), ("🏴\u{e0067}\u{e007f}", #"🏴\u{e0067}\u{e007f}"#),
        ("é\u{1b}é", #"é\u{1b}é"#),
        ("\u{300}\u{301}lead\n", #"\u{300}\u{301}lead\n"#),
    ])
    func writesOutWhatATerminalWouldObeyOrHide(text: String, expected: String) {
        #expect(text.visibleText == expected)
    }

    @Test(arguments: [
        ("a\u{200d}b", #"a\u{200d}b"#), ("\u{200c}", #"\u{200c}"#), ("م\u{200c}\u{200c}", "م\u{200c}" + #"\u{200c}"#),
        ("\u{fe0f}", #"\u{fe0f}"#), ("☠\u{fe0f}\u{fe0f}", "☠\u{fe0f}" + #"\u{fe0f}"#),
    ])
    func writesOutJoinersAndSelectorsWithoutWork(text: String, expected: String) {
        #expect(Array(text.visibleText.utf8) == Array(expected.utf8))
    }

    @Test(arguments: ["Z\u{301}", "\u{915}\u{93e}", "\u{1100}\u{1100}", "👨\u{200d}👨"])
    func cutsTheScalarsThatJoinACharacter(text: String) throws {
        let joining = text.unicodeScalars.dropFirst()
        var hostile = text.unicodeScalars
        for _ in 0..<5000 { hostile += joining }
        let visible = String(hostile + "oë👩🏽‍❤️‍💋‍👨🏽".unicodeScalars).visibleText
        #expect(Array(visible.unicodeScalars.prefix(31)) == Array(hostile.prefix(31)))
        #expect(Array(visible.unicodeScalars.dropFirst(31)) == Array("oë👩🏽‍❤️‍💋‍👨🏽".unicodeScalars))
    }

    @Test func isVisibleAlready() {
        let values = [0...0x31ff, 0xfe00...0xffff, 0x1bc00...0x1d1ff, 0xe0000...0xe1000].joined()
        let every = values.compactMap { Unicode.Scalar(UInt32($0)) }.map(String.init).joined()
        let once = every.visibleText
        #expect(Array(once.visibleText.utf8) == Array(once.utf8))
        #expect(once.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test func aMessageIsOneLineOfAtMost400Characters() {
        #expect("a\nhttp://u:p@h/?k=v".asMessage == #"a\nhttp://h/?k=…"#)
        for (half, text) in hostileTextPairs() {
            #expect(text.asMessage.count <= 400 && !text.asMessage.contains("\n"), "\(text.prefix(10))")
            #expect(isLinear({ _ = half.asMessage }, { _ = text.asMessage }), "\(text.prefix(10))")
        }
    }

    @Test func aLongValueInAMessageHidesNoReason() {
        let value = String(repeating: "x", count: 300_000)
        let message = "the file '\(value)' does not exist: did you mean '/\(value)'?".asMessage
        #expect(message.count < 300 && message.contains("x…x"))
        #expect(message.contains("x' does not exist: did you mean '/x"))
        #expect("no file \(value) of me@h".asMessage.hasSuffix("xxx of me@h"))
        let secret = "http://u:\(value)@h/?k=\(value)"
        #expect("'\(secret)' failed".asMessage == "'http://h/?k=…' failed")
    }
}
