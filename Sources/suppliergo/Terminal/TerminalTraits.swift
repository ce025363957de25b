import Glibc
import SupplierGoKit

/// What a stream leads to: a terminal of some width, or anything else.
struct TerminalTraits: Sendable, Hashable {
    /// Whether the stream is a terminal.
    let isTerminal: Bool

    /// How many columns a line has; `nil` where the stream is no terminal.
    let width: Int?

    /// How many lines the window has; `nil` where the stream is no terminal.
    var height: Int?

    /// Whether the cursor goes where it is sent, so that something can be drawn over: on every terminal but a dumb one.
    var movesCursor = false

    /// How large a character cell is, where the terminal tells that; else a cell is twice as high as it is wide.
    var cell = PixelSize(width: 1, height: 2)

    /// Asks the system about a stream.
    ///
    /// `COLUMNS` goes before what the terminal says, as in `ls` and Python; a terminal that says nothing has 80 columns.
    static func of(_ stream: StandardStream, environment: [String: String]) -> TerminalTraits {
        guard isatty(stream.descriptor) == 1 else { return TerminalTraits(isTerminal: false, width: nil) }
        var size = winsize()
        let answer = unsafe ioctl(stream.descriptor, UInt(TIOCGWINSZ), &size)
        let reported = answer == 0 ? Int(size.ws_col) : 0
        var traits = TerminalTraits(
            isTerminal: true, width: width(columns: environment["COLUMNS"], reported: reported))
        traits.movesCursor = environment["TERM"] != "dumb"
        traits.height = size.ws_row > 0 ? Int(size.ws_row) : 24
        if size.ws_col > 0, size.ws_xpixel >= size.ws_col, size.ws_row > 0, size.ws_ypixel >= size.ws_row {
            traits.cell = PixelSize(
                width: Int(size.ws_xpixel / size.ws_col), height: Int(size.ws_ypixel / size.ws_row))
        }
        return traits
    }

    /// Decides a terminal's width from `COLUMNS` and from what the terminal reported, 0 where it did not.
    static func width(columns: String?, reported: Int) -> Int {
        if let columns = columns.flatMap({ Int($0) }), (1...10_000).contains(columns) { return columns }
        return reported > 0 ? reported : 80
    }
}
