import Glibc
import SupplierGoKit

/// The URIs that another program opens, of printable ASCII without any character that is markup in HTML; that of a call
/// is `TelephoneNumber.uri`.
enum Hyperlink {
    /// Writes a message (RFC 6068); `nil` if the text is not an address.
    static func message(to address: String) -> String? {
        // The name of a host in one's own network has no dot.
        guard EmailAddress.error(in: (address + ".x").utf8.span) == nil,
            !address.unicodeScalars.contains(where: \.mayBeHidden)
        else { return nil }
        let parts = address.split(separator: "@")
        return "mailto:" + parts[0].percentEncoded() + "@" + parts[1].percentEncoded()
    }

    /// Opens a file of this machine, which need not be the one that the terminal runs on.
    ///
    /// - Parameter path: absolute.
    static func file(_ path: String) -> String {
        "file://" + hostName.percentEncoded() + path.percentEncoded(keepingSlashes: true)
    }

    private static let hostName: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }()

    // MARK: Links that a terminal opens when they are clicked (OSC 8).

    /// True if a stream takes links, decided from the environment, since a terminal cannot be asked.
    ///
    /// `FORCE_HYPERLINK` decides if it is set, as in other programs: `0` for no, anything else for yes. An unknown
    /// terminal is sent none, though most would ignore them.
    static func isSupported(isTerminal: Bool, environment: [String: String]) -> Bool {
        func value(_ name: String) -> String { environment[name] ?? "" }
        if !value("FORCE_HYPERLINK").isEmpty { return value("FORCE_HYPERLINK") != "0" }
        let terminal = value("TERM")
        guard isTerminal, !["", "dumb", "linux"].contains(terminal), value("STY").isEmpty else { return false }
        // Before version 3.4 tmux drops them.
        if !value("TMUX").isEmpty { return true }
        return ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "rio"].contains(value("TERM_PROGRAM"))
            || ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"].contains {
                terminal.hasPrefix($0)
            }
            || (Int(value("VTE_VERSION")) ?? 0) >= 5000 || (Int(value("KONSOLE_VERSION")) ?? 0) >= 201_200
            || !value("WT_SESSION").isEmpty
    }
}

/// The addresses in e-mail fields as people and directories write them: with a name before one, `mailto:` or `smtp:`,
/// in quotation marks, or several in one field.
struct MailAddresses {
    /// The addresses as a URI has them (RFC 6068).
    private(set) var usable: [String] = []

    /// The texts that are no addresses.
    private(set) var unusable: [String] = []

    /// Reads the addresses of a field, separated by semicolons or commas.
    init(of field: String) {
        for text in Self.parts(of: field) {
            if let link = Hyperlink.message(to: Self.address(in: text)) {
                usable.append(String(link.dropFirst("mailto:".count)))
            } else {
                unusable.append(text)
            }
        }
    }

    /// A message to addresses, each of them once; `nil` if there are none.
    ///
    /// - Parameter isBlind: true if no recipient sees the others' addresses. Default `false`.
    static func link(to addresses: [String], isBlind: Bool = false) -> String? {
        let list = addresses.uniqued(on: \.self).joined(separator: ",")
        return list.isEmpty ? nil : "mailto:" + (isBlind ? "?bcc=" : "") + list
    }

    /// A message to the addresses of one field; `nil` if there are none.
    static func link(of field: String) -> String? { link(to: Self(of: field).usable) }

    /// The parts between separators, which a quoted name or an address in angle brackets may hold too.
    private static func parts(of field: String) -> [String] {
        var (parts, isQuoted, isBracketed) = ([""], false, false)
        for character in field {
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted, "<>".contains(character) { isBracketed = character == "<" }
            if !isQuoted, !isBracketed, ";,".contains(character) {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { $0.trimmed }.filter { !$0.isEmpty }
    }

    private static func address(in text: String) -> String {
        var address = text[...]
        if text.last == ">", let start = text.lastIndex(of: "<") {
            address = text[text.index(after: start)...].dropLast()
        }
        if let mark = address.first, "'\"".contains(mark), address.last == mark {
            address = address.dropFirst().dropLast()
        }
        for scheme in ["mailto:", "smtp:"] where address.lowercased().hasPrefix(scheme) {
            address = address.dropFirst(scheme.count).prefix { $0 != "?" }
        }
        return address.trimmed
    }
}
