import SupplierGoKit

/// Draws the chosen supplier's card, with its picture in the corner.
struct CardDrawing {
    /// The card's lines, more than the area has room for if it is small.
    let lines: [StyledText]

    private let area: ScreenArea
    private let top: Int
    private let picture: Picture?
    private let style: TextStyle

    /// Creates the drawing of what is in an area; `nil` if no supplier is chosen.
    init?(_ state: BrowserState, in area: ScreenArea) {
        guard let row = state.currentRow else { return nil }
        let supplier = state.table.supplier(at: row)
        style = state.setting.style
        let box = area.pictureBox
        picture = state.picture(of: supplier, in: box)
        let note = supplier.avatar.map { state.avatars[$0.endpoint]?.state ?? .awaited } ?? .none
        let card = DetailCard(
            supplier: supplier, avatar: note, query: state.arrangement.query,
            picture: picture ?? Picture(Initials(of: supplier), box: box, style: style),
            edit: state.edited[supplier.id], catalogWord: state.setting.catalogWord)
        lines = card.lines(style: style, width: area.columns, fillsWidth: true)
        self.area = area
        top = state.cardTop
    }

    /// Draws the part of the card that is scrolled into the area.
    func draw(on screen: inout Screen) {
        for (index, line) in lines.dropFirst(top).prefix(area.rows).enumerated() {
            screen.write(line, row: area.row + index, column: area.column, width: area.columns)
        }
        if lines.count > top + area.rows {
            screen.write(
                style.usesUnicode ? "↓" : "v", row: area.row + area.rows - 1, column: area.column + area.columns - 1)
        }
        let origin = DetailCard.pictureOrigin
        guard let picture, picture.bytes != nil, top <= origin.row, origin.row + picture.box.rows - top <= area.rows
        else { return }
        let (row, column) = (area.row + origin.row - top, area.column + origin.column)
        screen.place(ScreenPicture(picture: picture, row: row, column: column))
    }
}
