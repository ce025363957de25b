import SupplierGoKit

/// Draws the chosen supplier's card, with its picture in the corner, or the card of an element that was opened.
///
/// In front, the frame has the style of the list's current row, and so has the line of the chosen element.
struct CardDrawing {
    /// The card's lines, more than the area has room for if it is small.
    let lines: CardLines

    private let area: ScreenArea
    private let level: BrowserState.CardLevel
    private let chosen: CardLines.TableElement?
    private let picture: Picture?
    private let style: TextStyle

    /// Creates the drawing of what is in an area; `nil` if no supplier is chosen.
    init?(_ state: BrowserState, in area: ScreenArea) {
        guard let supplier = state.cardSupplier else { return nil }
        (self.area, style, level) = (area, state.setting.style, state.level)
        let rowLimit = state.hasLevels ? .max : ElementTable.usualRowCount
        if let element = level.element {
            picture = nil
            lines = CardLines(
                members: CardMember.all(of: element.value), rowLimit: rowLimit, style: style, width: area.columns,
                fillsWidth: true, isInFront: true
            ) { [style] width in
                let name = element.name.visibleText.wrapped(toWidth: width ?? .max)
                return name.map { style.bold(String($0)).isolated(by: style) }
            }
        } else {
            let box = area.pictureBox
            picture = state.picture(of: supplier, in: box)
            let note = supplier.avatar.map { state.avatars[$0.endpoint]?.state ?? .awaited } ?? .none
            let card = DetailCard(
                supplier: supplier, avatar: note, query: state.arrangement.query,
                picture: picture ?? Initials(of: supplier).picture(in: box, style: style),
                detailsNote: state.details[supplier.id].flatMap { $0.record == nil ? nil : $0.details.note },
                edit: state.catalog.edited[supplier.id], catalogWord: state.setting.catalogWord)
            lines = card.lines(
                style: style, width: area.columns, fillsWidth: true, rowLimit: rowLimit, isInFront: state.isCardOpen)
        }
        chosen = state.hasLevels ? lines.element(at: level.chosen) : nil
    }

    /// The lines that the area has room for.
    var shownLines: Range<Int> { level.top..<level.top + area.rows }

    /// The greatest number of lines that are scrolled out at the top: the last line stays in the area.
    var greatestTop: Int { max(0, lines.count - area.rows) }

    /// Draws the part of the card that is scrolled into the area.
    func draw(on screen: inout Screen) {
        for index in shownLines.clamped(to: lines.startIndex..<lines.endIndex) {
            let (line, row) = (lines[index], area.row + index - level.top)
            guard index == chosen?.line else {
                screen.write(line, row: row, column: area.column, width: area.columns)
                continue
            }
            let text = StyledText(line.spans.map(\.text).joined())
            screen.write(text, row: row, column: area.column, width: area.columns, over: .current)
            screen.write(style.usesUnicode ? "›" : ">", row: row, column: area.column + 2, over: .current)
        }
        if lines.count > shownLines.upperBound {
            let (row, column) = (area.row + area.rows - 1, area.column + area.columns - 1)
            screen.write(style.usesUnicode ? "↓" : "v", row: row, column: column)
        }
        let origin = DetailCard.pictureOrigin
        guard let picture, picture.bytes != nil, level.top <= origin.row,
            origin.row + picture.box.rows <= shownLines.upperBound
        else { return }
        let (row, column) = (area.row + origin.row - level.top, area.column + origin.column)
        screen.place(ScreenPicture(picture: picture, row: row, column: column))
    }
}
