internal import Glibc

/// Links that a terminal opens when they are clicked (OSC 8).
extension Hyperlink {
    /// Opens a file of this machine, which the terminal may not be on.
    ///
    /// - Parameter path: absolute.
    init(file path: String) {
        self.init(target: "file://" + Self.escaped(Self.hostName[...]) + Self.escaped(path[...], keeping: "/"))
    }

    /// The text as the link; parts of one text that stand in several lines are one link, by their `id`.
    func around(_ text: String) -> String {
        "\u{1b}]8;id=\(String(target.stableHash, radix: 36));\(target)\u{1b}\\\(text)\u{1b}]8;;\u{1b}\\"
    }

    /// Whether a stream takes links, as far as the environment tells: there is no way to ask.
    ///
    /// `FORCE_HYPERLINK` decides where it is set, as in other programs: `0` for no, anything else for yes. A terminal that
    /// is not known is given none, though most would pass over them.
    static func areTaken(isTerminal: Bool, environment: [String: String]) -> Bool {
        func value(_ name: String) -> String { environment[name] ?? "" }
        if !value("FORCE_HYPERLINK").isEmpty { return value("FORCE_HYPERLINK") != "0" }
        let terminal = value("TERM")
        guard isTerminal, !["", "dumb", "linux"].contains(terminal), value("STY").isEmpty else { return false }
        let program = value("TERM_PROGRAM")
        if program == "tmux" || !value("TMUX").isEmpty {
            let version = value("TERM_PROGRAM_VERSION").split(separator: ".").map {
                Int($0.prefix { $0.isNumber }) ?? 0
            }
            return program == "tmux" && !version.lexicographicallyPrecedes([3, 4])
        }
        return ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio"].contains(program)
            || ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"].contains {
                terminal.hasPrefix($0)
            }
            || (Int(value("VTE_VERSION")) ?? 0) >= 5000 || (Int(value("KONSOLE_VERSION")) ?? 0) >= 201_200
            || !value("WT_SESSION").isEmpty
    }

    private static let hostName: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
}
