/// One of a terminal's character cells.
struct Cell: Sendable, Hashable {
    /// A character; none in the second cell of one that is two columns wide.
    var text: String

    /// Its style.
    var style: CellStyle

    /// True if the cell belongs to text with right-to-left letters, which are put in order among themselves only.
    var isIsolated = false

    /// True if terminals differ in how wide they draw the character: an emoji, or a cluster of several scalars.
    var hasUncertainWidth: Bool {
        guard text.utf8.count > 1 else { return false }
        return text.unicodeScalars.count > 1 || text.unicodeScalars.contains { $0.value > 0xffff }
    }

    /// An empty cell.
    static let blank = Cell(text: " ", style: .plain)
}
