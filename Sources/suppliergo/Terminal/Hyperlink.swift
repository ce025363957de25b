internal import Glibc

/// Links that a terminal opens when they are clicked (OSC 8).
struct Hyperlink: Sendable, Hashable {
    /// Where it leads: a URI of printable ASCII only.
    let target: String

    /// Writes a message; `nil` where the text is no address.
    init?(mailTo address: String) {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts.contains(""), !address.contains(where: \.isWhitespace) else { return nil }
        target = "mailto:" + Self.escaped(parts[0]) + "@" + Self.escaped(parts[1])
    }

    /// Calls a number (RFC 3966), with the extension behind an `x` or `ext.` where there is one; `nil` where the text is no
    /// number.
    init?(phone text: String) {
        let parts = text.lowercased().replacing("ext.", with: "x").split(separator: "x", maxSplits: 1)
        guard let number = parts.first else { return nil }
        let isInternational = number.drop { $0 == " " || $0 == "(" }.first == "+"
        let digits = Self.digits(of: number)
        guard digits.count >= 3, number.allSatisfy({ "0123456789 +-./()\u{a0}".contains($0) }) else { return nil }
        let suffix = parts.count == 2 ? Self.digits(of: parts[1]) : ""
        target = "tel:" + (isInternational ? "+" : "") + digits + (suffix.isEmpty ? "" : ";ext=" + suffix)
    }

    /// Opens a file of this machine, which the terminal may not be on.
    ///
    /// - Parameter path: absolute.
    init(file path: String) {
        target = "file://" + Self.escaped(Self.hostName[...]) + Self.escaped(path[...], keeping: "/")
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

    private static func digits(of text: Substring) -> String {
        String(text.filter { ("0"..."9").contains($0) })
    }

    /// Percent-encodes what is not unreserved (RFC 3986, section 2.3).
    private static func escaped(_ text: Substring, keeping kept: String = "") -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~\(kept)".utf8)
        var result = ""
        for byte in text.utf8 {
            let digits = String(byte, radix: 16, uppercase: true)
            result += plain.contains(byte) ? String(Unicode.Scalar(byte)) : "%" + (digits.count < 2 ? "0" : "") + digits
        }
        return result
    }

    private static let hostName: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()
}
