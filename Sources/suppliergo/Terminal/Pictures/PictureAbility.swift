/// Which protocols a terminal takes, decided from what it says and from the environment.
struct PictureAbility: Sendable, Hashable {
    /// The protocols, the best first; characters always come last.
    let protocols: [PictureProtocol]

    /// Whether a terminal of this environment is worth asking.
    ///
    /// A multiplexer answers for itself and not for the terminal around it, and lets no picture through. The console of
    /// Linux and terminals without any abilities print what they do not know.
    static func isWorthAsking(in environment: [String: String]) -> Bool {
        let terminal = environment["TERM"] ?? ""
        guard !["", "dumb", "linux", "vt100", "vt220"].contains(terminal) else { return false }
        return !isMultiplexed(environment)
    }

    /// Decides on what a terminal has answered.
    ///
    /// A terminal that gives no name has the one in the environment, if it answers at all: variables also reach those
    /// terminals that are started from within another.
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

    private static func isMultiplexed(_ environment: [String: String]) -> Bool {
        let terminal = environment["TERM"] ?? ""
        return terminal.hasPrefix("tmux") || terminal.hasPrefix("screen")
            || ["TMUX", "STY", "ZELLIJ"].contains { !(environment[$0] ?? "").isEmpty }
    }
}
