/// A value of `--image`.
enum ImageChoice: String, CaseIterable, Sendable {
    /// As well as the terminal can; not at all where standard output is not a terminal.
    case auto

    /// By kitty's graphics protocol.
    case kitty

    /// By iTerm2's inline images.
    case iterm

    /// In characters, by `chafa`.
    case symbols

    /// Not at all.
    case none
}

/// The ways in which a picture reaches a terminal.
enum PictureProtocol: Sendable, Hashable {
    /// Kitty's graphics protocol: PNG only (sw.kovidgoyal.net/kitty/graphics-protocol).
    case kitty

    /// iTerm2's inline images: any kind of file that the terminal can decode (iterm2.com/documentation-images.html).
    case iterm

    /// Characters of two colours each.
    case symbols
}

/// The protocols that a terminal takes, decided from its answers and the environment.
struct PictureAbility: Sendable, Hashable {
    /// The protocols, the best first; characters always come last.
    let protocols: [PictureProtocol]

    /// Whether a terminal of this environment should be asked.
    ///
    /// A multiplexer answers for itself, not for the terminal around it, and lets no picture through. The Linux console
    /// and terminals without abilities print what they do not understand.
    static func isWorthAsking(in environment: [String: String]) -> Bool {
        let terminal = environment["TERM"] ?? ""
        let isMultiplexed =
            ["tmux", "screen"].contains { terminal.hasPrefix($0) }
            || ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
        return !["", "dumb", "linux", "vt100", "vt220"].contains(terminal) && !isMultiplexed
    }

    /// Decides from what a terminal answered.
    ///
    /// The environment names a terminal that gives no name only if it answers at all: variables also reach terminals
    /// that are started from within another.
    init(_ answers: TerminalAnswers, environment: [String: String]) {
        var protocols: [PictureProtocol] = []
        if answers.takesKittyGraphics { protocols.append(.kitty) }
        if let attributes = answers.attributes {
            let program = environment["TERM_PROGRAM"] ?? ""
            let name = answers.name ?? (environment["LC_TERMINAL"] ?? program)
            let isKnown = ["iTerm", "WezTerm", "mintty"].contains { name.hasPrefix($0) }
            // The attribute for pictures says whether Visual Studio Code is set to draw any.
            if isKnown || program == "vscode" && attributes.contains(4) { protocols.append(.iterm) }
        }
        self.protocols = protocols + [.symbols]
    }
}
