import SupplierGoKit

extension BrowserState {
    /// The layout of the screen now.
    var layout: BrowserLayout {
        BrowserLayout(size, isCardOpen: isCardOpen && currentRow != nil, failureRowCount: failureLines.count)
    }

    /// The chosen supplier's row in the table; `nil` on a heading, or without suppliers.
    var currentRow: Row? {
        guard position < lines.lineCount, case .row(let row) = lines[position] else { return nil }
        return row
    }

    /// The rows that a key is for: those that are marked, or else the current one.
    var chosenRows: [Row] { marked.isEmpty ? currentRow.map { [$0] } ?? [] : marked.sorted() }

    /// The row that the current line is found by in other lists: a heading's is the first of its section.
    var anchorRow: Row? {
        guard position < lines.lineCount else { return nil }
        switch lines[position] {
        case .row(let row): return row
        case .heading(let section): return lines.section(at: section)?.firstRow
        }
    }

    /// The number of the list's lines on the screen, also while the card takes their place; at least one.
    var pageHeight: Int {
        max(1, layout.list?.rows ?? size.rows - 3 - failureLines.count)
    }

    /// Moves to a line of the list, or as near as there is one.
    mutating func move(to wanted: Int) {
        let last = max(0, lines.lineCount - 1)
        position = min(max(0, wanted), last)
        cardTop = 0
        isFollowing = isFollowing && position == last
    }

    /// Scrolls as little as it takes for the line to be on the screen.
    mutating func keepPositionVisible() {
        top = min(max(top, position - pageHeight + 1), position)
        top = max(0, min(top, lines.lineCount - pageHeight))
    }

    /// Scrolls the list; the current line changes only if it would leave the screen.
    mutating func scroll(by distance: Int) {
        top = max(0, min(top + distance, lines.lineCount - pageHeight))
        let wanted = min(max(position, top), top + pageHeight - 1)
        if wanted != position { move(to: wanted) }
    }

    /// Lists other lines of the same table.
    mutating func list(_ new: ListLines) {
        list(new, keeping: keptRow, isOnHeading: currentRow == nil, atScreenLine: position - top)
    }

    /// Lists other lines. The current row stays where it is on the screen, if it is still listed.
    mutating func list(_ new: ListLines, keeping row: Row?, isOnHeading: Bool, atScreenLine screenLine: Int) {
        lines = new
        var line = startsAtTop ? 0 : row.flatMap { new.line(of: $0) } ?? 0
        if isOnHeading, let section = new.section(ofLine: line) { line = new.line(ofSection: section) ?? line }
        if isFollowing { line = max(0, new.lineCount - 1) }
        position = line
        if currentRow != row { cardTop = 0 }
        top = position - screenLine
        startsAtTop = false
    }
}
