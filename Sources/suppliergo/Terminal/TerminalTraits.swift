import Glibc
import SupplierGoKit

/// The properties of a stream: a terminal of some size, or anything else. Its colours are chosen by
/// ``TextStyle/init(choice:isTerminal:environment:)``.
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
            traits.cell = PixelSize(
                width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
        }
        return traits
    }

    /// A stream that is not a terminal: as wide as `COLUMNS` says, which fzf sets for its preview.
    static func other(environment: [String: String]) -> TerminalTraits {
        TerminalTraits(isTerminal: false, width: columns(in: environment))
    }

    /// The value of `COLUMNS`; `nil` if it is not usable.
    private static func columns(in environment: [String: String]) -> Int? {
        environment["COLUMNS"].flatMap { Int($0) }.flatMap { (20...10_000).contains($0) ? $0 : nil }
    }
}
