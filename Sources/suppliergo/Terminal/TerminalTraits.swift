import Glibc
import SupplierGoKit

/// What a stream leads to: a terminal of some size, or anything else.
struct TerminalTraits: Sendable, Hashable {
    /// Whether the stream is a terminal.
    let isTerminal: Bool

    /// The number of columns; `nil` where the stream is not a terminal.
    let width: Int?

    /// The number of lines; `nil` where the stream is not a terminal.
    var height: Int?

    /// Whether the cursor can be moved, so that text can be drawn over: on every terminal but a dumb one.
    var movesCursor = false

    /// The size of a character cell where the terminal reports it; otherwise a cell is twice as high as it is wide.
    var cell = PixelSize(width: 1, height: 2)

    /// Asks the system about a stream.
    ///
    /// `COLUMNS` goes before what the terminal reports, as in `ls` and Python. A terminal that reports nothing has 80
    /// columns and 24 lines.
    static func of(_ stream: StandardStream, environment: [String: String]) -> TerminalTraits {
        guard isatty(stream.descriptor) == 1 else { return TerminalTraits(isTerminal: false, width: nil) }
        var size = winsize()
        if unsafe ioctl(stream.descriptor, UInt(TIOCGWINSZ), &size) != 0 { size = winsize() }
        var traits = TerminalTraits(
            isTerminal: true, width: width(columns: environment["COLUMNS"], reported: Int(size.ws_col)))
        traits.movesCursor = environment["TERM"] != "dumb"
        traits.height = size.ws_row > 0 ? Int(size.ws_row) : 24
        if size.ws_col > 0, size.ws_xpixel >= size.ws_col, size.ws_row > 0, size.ws_ypixel >= size.ws_row {
            traits.cell = PixelSize(
                width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
        }
        return traits
    }

    /// Decides a terminal's width from `COLUMNS` and from what the terminal reported, 0 for nothing.
    static func width(columns: String?, reported: Int) -> Int {
        if let columns = columns.flatMap({ Int($0) }), (1...10_000).contains(columns) { return columns }
        return reported > 0 ? reported : 80
    }
}
