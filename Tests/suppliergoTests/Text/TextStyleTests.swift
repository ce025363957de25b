import FoundationEssentials
import Glibc
import Testing

@testable import suppliergo

struct TextStyleTests {
    /// A style's decision, and what it is decided from.
    struct Case: Sendable, CustomTestStringConvertible {
        var choice = ColorChoice.auto
        var isTerminal = true
        var environment: [String: String]
        let usesColor: Bool

        var testDescription: String { "\(choice), terminal: \(isTerminal), \(environment)" }
    }

    @Test(arguments: [
        Case(environment: ["TERM": "xterm"], usesColor: true),
        Case(environment: ["TERM": "dumb"], usesColor: false),
        Case(environment: [:], usesColor: false),
        Case(isTerminal: false, environment: ["TERM": "xterm"], usesColor: false),
        Case(environment: ["TERM": "xterm", "NO_COLOR": "1"], usesColor: false),
        Case(environment: ["TERM": "xterm", "NO_COLOR": ""], usesColor: true),
        Case(isTerminal: false, environment: ["CLICOLOR_FORCE": "1"], usesColor: true),
        Case(environment: ["TERM": "dumb", "CLICOLOR_FORCE": "1"], usesColor: true),
        Case(isTerminal: false, environment: ["TERM": "xterm", "CLICOLOR_FORCE": "0"], usesColor: false),
        Case(environment: ["TERM": "xterm", "CLICOLOR_FORCE": "1", "NO_COLOR": "1"], usesColor: false),
        Case(choice: .always, isTerminal: false, environment: ["NO_COLOR": "1", "TERM": "dumb"], usesColor: true),
        Case(choice: .never, environment: ["TERM": "xterm", "CLICOLOR_FORCE": "1"], usesColor: false),
    ])
    func decidesOnColor(_ test: Case) {
        let style = TerminalTraits(isTerminal: test.isTerminal).style(test.choice, environment: test.environment)
        #expect(style.usesColor == test.usesColor)
    }

    @Test(arguments: [
        ([:], true), (["LANG": ""], true), (["LANG": "C"], false), (["LANG": "POSIX"], false),
        (["LANG": "en_US.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "de_DE@euro"], false),
        (["LANG": "ca_ES.UTF-8@valencia"], true), (["LANG": "de_DE.ISO-8859-1"], false),
        (["LANG": "C", "LC_CTYPE": "C.UTF-8"], true), (["LANG": "C.UTF-8", "LC_ALL": "C"], false),
        (["LANG": "C.UTF-8", "LC_CTYPE": "C", "LC_ALL": ""], false),
    ])
    func takesOnlyANamedLocaleForASCII(environment: [String: String], usesUnicode: Bool) {
        let style = TerminalTraits(isTerminal: true).style(.auto, environment: environment)
        #expect(style.usesUnicode == usesUnicode)
    }

    /// A colour of the 256, by the red, green and blue of its cube.
    private func luminance(_ color: Int) -> Double {
        let parts = [(color - 16) / 36, (color - 16) / 6 % 6, (color - 16) % 6].map { part in
            let value = Double(part == 0 ? 0 : 55 + 40 * part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    @Test(arguments: 0...255)
    func tintsCanBeReadOnEveryBackground(level: Int) throws {
        let part = Double(level) / 255
        let background = TextStyle.Background(red: part, green: part, blue: part)
        #expect(background == (level <= 79 ? .dark : level >= 229 ? .light : .unknown))
        let ground = part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        let style = TextStyle(usesColor: true, usesUnicode: true, background: background)
        for number in 0..<TextStyle.tintCount {
            let text = style.tint("x", number)
            guard background != .unknown else {
                #expect(text == style.bold("x"))
                continue
            }
            let code = try #require("\(text)".firstMatch(of: /38;5;(\d+)m/)?.1)
            let luminances = [ground, luminance(try #require(Int(code)))].sorted()
            #expect((luminances[1] + 0.05) / (luminances[0] + 0.05) >= 4.5, "\(level) \(number)")
        }
    }

    @Test func setsTextOffOnlyWithColor() {
        #expect(TextStyle(usesColor: true, usesUnicode: true).bold("a").description == "\u{1b}[1ma\u{1b}[0m")
        #expect(TextStyle(usesColor: true, usesUnicode: true).bold("") == "")
        #expect(TextStyle.plain.failure("a") == "a")
    }
}
