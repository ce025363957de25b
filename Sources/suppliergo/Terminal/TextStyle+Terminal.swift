extension TextStyle {
    /// Decides a stream's style from `--color`, the environment and the kind of stream.
    ///
    /// Under `auto`, `NO_COLOR` goes before `CLICOLOR_FORCE` (bixense.com/clicolors), and that before the stream and
    /// `TERM`. Only a locale that is set and is not UTF-8 means ASCII: containers set none, and their terminals are
    /// UTF-8 all the same.
    init(choice: ColorChoice, isTerminal: Bool, environment: [String: String]) {
        let usesColor =
            switch choice {
            case .always: true
            case .never: false
            case .auto: Self.isColorful(isTerminal: isTerminal, environment: environment)
            }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let codeset = locale?.lowercased() ?? "utf-8"
        self.init(
            usesColor: usesColor,
            usesUnicode: codeset.hasSuffix("utf-8") || codeset.hasSuffix("utf8") || codeset.contains("utf-8@"),
            usesHyperlinks: Hyperlink.isSupported(isTerminal: isTerminal, environment: environment))
    }

    private static func isColorful(isTerminal: Bool, environment: [String: String]) -> Bool {
        if !environment["NO_COLOR", default: ""].isEmpty { return false }
        if !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""]) { return true }
        return isTerminal && !["", "dumb"].contains(environment["TERM", default: ""])
    }

    /// Makes text a link to a URI, if there is one and the stream takes links.
    func link(_ text: StyledText, to target: String?) -> StyledText {
        usesHyperlinks ? target.map(text.linked) ?? text : text
    }
}

/// A value of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
}
