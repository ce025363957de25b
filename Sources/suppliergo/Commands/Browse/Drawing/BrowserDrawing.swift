import SupplierGoKit

/// Draws the browser's screen, part by part.
struct BrowserDrawing {
    let state: BrowserState
    var screen: Screen

    var style: TextStyle { state.setting.style }

    private var size: CellSize { state.size }

    mutating func draw() {
        let layout = state.layout
        guard layout.isUsable else {
            return Notice(tooSmall: size).draw(on: &screen, style: style, rows: 0..<size.rows)
        }
        drawTitle()
        if let notice = Notice(of: state) {
            notice.draw(on: &screen, style: style, rows: 1..<layout.failureRows.lowerBound)
        } else {
            if let list = layout.list { ListDrawing(state, in: list).draw(on: &screen) }
            if let area = layout.card { CardDrawing(state, in: area)?.draw(on: &screen) }
        }
        for (row, line) in zip(layout.failureRows, state.failureLines) {
            screen.write(style.failure(line), row: row, column: 0)
        }
        drawStatus(inRow: layout.statusRow)
        drawOverlay()
    }

    /// The catalog's name or the search, and how the list is ordered.
    private mutating func drawTitle() {
        let order = state.arrangement.orderName
        let room = size.columns - (order.isEmpty ? 0 : order.displayWidth + 2)
        if !order.isEmpty {
            screen.write(style.dim(order), row: 0, column: size.columns - order.displayWidth)
        }
        guard state.overlay == .search || !state.search.text.isEmpty else {
            let name = state.setting.catalogName.visibleText.shortened(toWidth: room, ellipsis: style.ellipsis)
            screen.write(style.bold(name).isolated(by: style), row: 0, column: 0)
            return
        }
        screen.write(style.accent("/"), row: 0, column: 0)
        let (text, cursor) = state.search.shown(inWidth: room - 1)
        screen.write(StyledText(text), row: 0, column: 1)
        if state.overlay == .search { screen.cursor = ScreenPosition(row: 0, column: 1 + cursor) }
    }

    private mutating func drawOverlay() {
        switch state.overlay {
        case nil, .search: break
        case .page(let page, let top): draw(box: PageBox(page, of: state).groups(from: top))
        case .menu(let menu): draw(menu)
        case .fileName(let line): draw(fileName: line)
        case .form(let form): draw(form)
        case .overwrite(let export): draw(overwriting: export)
        }
    }
}

extension RowArrangement {
    /// The order of a list, in words; empty for all suppliers in the catalog's order.
    fileprivate var orderName: String {
        var parts: [String] = []
        if isGrouped { parts.append("by company") }
        if order != .catalog || isReversed {
            parts.append((order == .catalog ? "" : "by ") + order.title + (isReversed ? ", reversed" : ""))
        }
        return parts.joined(separator: ", then ")
    }
}
