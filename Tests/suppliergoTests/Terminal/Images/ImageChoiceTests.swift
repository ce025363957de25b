import Testing

@testable import suppliergo

struct ImageChoiceTests {
    @Test(arguments: [
        (["TERM": "xterm-256color"], true), (["TERM": "xterm-kitty"], true), (["TERM": "dumb"], false), ([:], false),
        (["TERM": "linux"], false), (["TERM": "tmux-256color"], false), (["TERM": "screen"], false),
        (["TERM": "xterm", "TMUX": "/tmp/tmux-0/default,1,0"], false), (["TERM": "xterm", "STY": "1.pts"], false),
        (["TERM": "xterm", "ZELLIJ": "0"], false), (["TERM": "xterm", "TMUX": ""], true),
    ])
    func asksNoMultiplexerAndNothingThatPrintsTheQuestion(environment: [String: String], isAsked: Bool) {
        #expect(ImageChoice.isTerminalWorthAsking(in: environment) == isAsked)
    }

    @Test(
        arguments: [
            ("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[?62c", [:], [.kitty, .symbols]),
            ("\u{1b}P>|iTerm2 3.5.0\u{1b}\\\u{1b}[?62c", [:], [.iterm, .symbols]),
            ("\u{1b}P>|WezTerm 20240203\u{1b}\\\u{1b}[?62;4c", [:], [.iterm, .sixel, .symbols]),
            ("\u{1b}P>|foot(1.16.2)\u{1b}\\\u{1b}[?62;4;22c", [:], [.sixel, .symbols]),
            ("\u{1b}[?61;4;6;7;14;21c", ["WT_SESSION": "x"], [.sixel, .symbols]),
            ("\u{1b}_Gi=31;OK\u{1b}\\\u{1b}P>|WezTerm 2024\u{1b}\\\u{1b}[?62c", [:], [.kitty, .iterm, .symbols]),
            ("\u{1b}[?62c", ["TERM_PROGRAM": "iTerm.app"], [.iterm, .symbols]),
            ("\u{1b}[?62c", ["LC_TERMINAL": "iTerm2"], [.iterm, .symbols]),
            ("\u{1b}P>|tmux 3.4\u{1b}\\\u{1b}[?1;2;4c", ["LC_TERMINAL": "iTerm2"], [.symbols]),
            ("\u{1b}P>|XTerm(379)\u{1b}\\\u{1b}[?62c", ["TERM_PROGRAM": "iTerm.app"], [.symbols]),
            ("\u{1b}[?62;4;9;22c", ["TERM_PROGRAM": "vscode"], [.iterm, .sixel, .symbols]),
            ("\u{1b}[?1;2c", ["TERM_PROGRAM": "vscode"], [.symbols]),
            ("\u{1b}[?4;6c", [:], [.symbols]), ("\u{1b}[?4;4c", [:], [.sixel, .symbols]),
            ("", ["TERM_PROGRAM": "iTerm.app", "TERM": "xterm-kitty"], [.symbols]),
        ] as [(String, [String: String], [ImageChoice])])
    func takesWhatTheTerminalSays(text: String, environment: [String: String], protocols: [ImageChoice]) {
        #expect(ImageChoice.supported(by: TerminalAnswers(Array(text.utf8)), in: environment) == protocols)
    }
}
