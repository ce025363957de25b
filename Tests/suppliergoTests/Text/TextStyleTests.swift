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
        let style = TextStyle(choice: test.choice, isTerminal: test.isTerminal, environment: test.environment)
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
        let style = TextStyle(choice: .auto, isTerminal: true, environment: environment)
        #expect(style.usesUnicode == usesUnicode)
    }

    @Test func setsTextOffOnlyWithColor() {
        #expect(TextStyle(usesColor: true, usesUnicode: true).bold("a") == "\u{1b}[1ma\u{1b}[0m")
        #expect(TextStyle(usesColor: true, usesUnicode: true).bold("").isEmpty)
        #expect(TextStyle.plain.failure("a") == "a")
    }
}
