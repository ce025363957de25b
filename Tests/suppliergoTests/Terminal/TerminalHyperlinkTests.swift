import TestSupport
import Testing

@testable import suppliergo

struct TerminalHyperlinkTests {
    @Test func opensAFileOfThisMachine() {
        let target = Hyperlink.file("/tmp/a b/ü;\u{1b}\\.png")
        #expect(target.hasPrefix("file://"))
        #expect(target.hasSuffix("/tmp/a%20b/%C3%BC%3B%1B%5C.png"))
        #expect(target.utf8.allSatisfy { (0x21...0x7e).contains($0) })
    }

    @Test func isOneLinkInSeveralLines() throws {
        let link = try #require(Hyperlink.message(to: "a@b"))
        let parts = ["one", "two"].map { TerminalScreen(Array("\(StyledText($0).linked(to: link))".utf8)) }
        #expect(parts.map(\.lines) == [["one"], ["two"]])
        #expect(parts[0].drawings.map(\.content) == parts[1].drawings.map(\.content))
        #expect(parts[0].drawings.map(\.content).last == "]8;;")
    }

    @Test(arguments: [
        (["TERM": "xterm-kitty"], true), (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], true),
        (["TERM": "xterm-256color", "VTE_VERSION": "7200"], true), (["TERM": "xterm", "VTE_VERSION": "4999"], false),
        (["TERM": "xterm", "KONSOLE_VERSION": "220401"], true), (["TERM": "xterm"], false), ([:], false),
        (["TERM": "dumb", "TERM_PROGRAM": "vscode"], false), (["TERM": "xterm-kitty", "STY": "1"], false),
        (["TERM": "tmux-256color", "TMUX": "x", "TERM_PROGRAM": "tmux"], true),
        (["TERM": "dumb", "TMUX": "x"], false), (["TERM": "dumb", "FORCE_HYPERLINK": "1"], true),
        (["TERM": "xterm-kitty", "FORCE_HYPERLINK": "0"], false),
    ])
    func areForTerminalsThatAreKnownToTakeThem(environment: [String: String], isSupported: Bool) {
        #expect(Hyperlink.isSupported(isTerminal: true, environment: environment) == isSupported)
        let isForced = environment["FORCE_HYPERLINK"] == "1"
        #expect(Hyperlink.isSupported(isTerminal: false, environment: environment) == isForced)
    }
}
