/// A value of `--image`: a way in which an image reaches a terminal, or which one to choose.
enum ImageChoice: String, CaseIterable, Sendable {
    /// As well as the terminal can; not at all if standard output is not a terminal.
    case auto

    /// Kitty's graphics protocol: pixels, or a PNG (sw.kovidgoyal.net/kitty/graphics-protocol).
    case kitty

    /// iTerm2's inline images: any kind of file that the terminal can decode (iterm2.com/documentation-images.html).
    case iterm

    /// Sixel graphics, of xterm, foot, Konsole and Windows Terminal.
    case sixel

    /// Characters of two colours each.
    case symbols

    /// Not at all.
    case none

    /// True if a terminal of this environment should be asked what it takes.
    ///
    /// A multiplexer answers for itself, not for the terminal around it. The Linux console and terminals without
    /// abilities print what they do not understand.
    static func isTerminalWorthAsking(in environment: [String: String]) -> Bool {
        !["", "dumb", "linux", "vt100", "vt220"].contains(environment["TERM"] ?? "")
            && multiplexer(in: environment) == nil
    }

    /// The multiplexer that the terminal of an environment is one of; `nil` for none. It passes neither kitty's nor
    /// iTerm2's images on to the terminal around it.
    static func multiplexer(in environment: [String: String]) -> String? {
        // In tmux TERM may be that of screen.
        [("tmux", "TMUX"), ("screen", "STY"), ("zellij", "ZELLIJ")].first { name, variable in
            environment["TERM", default: ""].hasPrefix(name) || !environment[variable, default: ""].isEmpty
        }?.0
    }

    /// The ways that a terminal takes, decided from its answers and the environment: the best first, characters last.
    ///
    /// The environment names a terminal that gives no name only if it answers at all: variables also reach terminals
    /// that are started from within another.
    static func supported(by answers: TerminalAnswers, in environment: [String: String]) -> [ImageChoice] {
        var ways: [ImageChoice] = answers.takesKittyGraphics ? [.kitty] : []
        if let attributes = answers.attributes {
            let program = environment["TERM_PROGRAM"] ?? ""
            let name = answers.name ?? (environment["LC_TERMINAL"] ?? program)
            let isKnown = ["iTerm", "WezTerm", "mintty"].contains { name.hasPrefix($0) }
            // Visual Studio Code has the attribute for sixel graphics only if it is set to draw images.
            let takesSixels = attributes.dropFirst().contains(4) && !name.hasPrefix("tmux")
            if isKnown || program == "vscode" && takesSixels { ways.append(.iterm) }
            if takesSixels { ways.append(.sixel) }
        }
        return ways + [.symbols]
    }
}
