import Glibc
import SupplierGoKit

/// The properties of a stream: a terminal of some size, or anything else.
struct TerminalTraits: Sendable, Hashable {
    /// True if the stream is a terminal.
    let isTerminal: Bool

    /// The number of columns that text is laid out for; `nil` for any number.
    var width: Int?

    /// The number of lines; `nil` if the stream is not a terminal.
    var height: Int?

    /// True if the cursor can be moved, so that text can be drawn over: on every terminal but a dumb one.
    var movesCursor = false

    /// The size of a character cell if the terminal reports it, else that of the VT340, as in Windows Terminal.
    var cell = PixelSize(width: 10, height: 20)

    /// Asks the system about a file descriptor.
    ///
    /// A terminal that reports nothing has 24 lines, and 80 columns unless `COLUMNS` says otherwise.
    static func of(_ descriptor: Int32, environment: [String: String]) -> TerminalTraits {
        guard isatty(descriptor) == 1 else { return other(environment: environment) }
        var size = winsize()
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) != 0 { size = winsize() }
        var traits = TerminalTraits(
            isTerminal: true, width: size.ws_col > 0 ? Int(size.ws_col) : columns(in: environment) ?? 80)
        traits.movesCursor = environment["TERM"] != "dumb"
        traits.height = size.ws_row > 0 ? Int(size.ws_row) : 24
        if size.ws_col > 0, size.ws_xpixel >= size.ws_col, size.ws_row > 0, size.ws_ypixel >= size.ws_row {
            traits.cell = PixelSize(width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
        }
        return traits
    }

    /// A stream that is not a terminal: as wide as `COLUMNS` says, which fzf sets for its preview.
    static func other(environment: [String: String]) -> TerminalTraits {
        TerminalTraits(isTerminal: false, width: columns(in: environment))
    }

    /// Decides the stream's style from `--color` and the environment.
    ///
    /// Under `auto`, `NO_COLOR` goes before `CLICOLOR_FORCE` (bixense.com/clicolors), and that before the stream and
    /// `TERM`. Only a locale that is set and is not UTF-8 means ASCII: containers set none, and their terminals are
    /// UTF-8 all the same.
    func style(_ choice: ColorChoice, environment: [String: String]) -> TextStyle {
        let usesColor =
            switch choice {
            case .always: true
            case .never: false
            case .auto: isColorful(environment)
            }
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let codeset = locale?.lowercased() ?? "utf-8"
        return TextStyle(
            usesColor: usesColor,
            usesUnicode: codeset.hasSuffix("utf-8") || codeset.hasSuffix("utf8") || codeset.contains("utf-8@"),
            usesHyperlinks: Hyperlink.isSupported(isTerminal: isTerminal, environment: environment))
    }

    private func isColorful(_ environment: [String: String]) -> Bool {
        if !environment["NO_COLOR", default: ""].isEmpty { return false }
        if !["", "0"].contains(environment["CLICOLOR_FORCE", default: ""]) { return true }
        return isTerminal && !["", "dumb"].contains(environment["TERM", default: ""])
    }

    /// The value of `COLUMNS`; `nil` if it is not usable.
    private static func columns(in environment: [String: String]) -> Int? {
        environment["COLUMNS"].flatMap { Int($0) }.flatMap { (20...10_000).contains($0) ? $0 : nil }
    }
}

/// A value of `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
    case auto, always, never
}
