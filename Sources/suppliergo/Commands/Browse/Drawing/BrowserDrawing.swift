import SupplierGoKit

extension BrowserState {
    /// Draws the browser: the same cells for the same state.
    func draw() -> Screen {
        var drawing = BrowserDrawing(self)
        drawing.draw()
        return drawing.screen
    }
}

/// Draws the browser's screen, part by part.
private struct BrowserDrawing {
    private(set) var screen: Screen
    private let state: BrowserState
    private let style: TextStyle
    private let size: ScreenSize

    init(_ state: BrowserState) {
        self.state = state
        style = state.setting.style
        size = state.size
        screen = Screen(size: state.size)
    }

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
            screen.write(styled: style.failure(line), row: row, column: 0)
        }
        StatusLine(state: state).draw(on: &screen, row: layout.statusRow)
        drawOverlay()
    }

    /// The catalog's name or the search, and how the list is ordered.
    private mutating func drawTitle() {
        let order = OrderName(state.arrangement).text
        let room = size.columns - (order.isEmpty ? 0 : order.displayWidth + 2)
        if !order.isEmpty {
            screen.write(styled: style.dim(order), row: 0, column: size.columns - order.displayWidth)
        }
        guard state.overlay == .search || !state.search.text.isEmpty else {
            let name = state.setting.catalogName.visibleText.shortened(toWidth: room, ellipsis: style.ellipsis)
            screen.write(styled: style.bold(name).isolated(by: style), row: 0, column: 0)
            return
        }
        screen.write(styled: style.accent("/"), row: 0, column: 0)
        let (text, cursor) = state.search.shown(inWidth: room - 1)
        screen.write(text, row: 0, column: 1)
        if state.overlay == .search { screen.cursor = ScreenPosition(row: 0, column: 1 + cursor) }
    }

    private mutating func drawOverlay() {
        switch state.overlay {
        case nil, .search: break
        case .page(let page, let top): PageBox(page, of: state).draw(from: top, on: &screen)
        case .menu(let menu): MenuBox.draw(menu, style: style, on: &screen)
        case .fileName(let line): FileNameBox.draw(line, of: state, on: &screen)
        case .form(let form): FormBox.draw(form, style: style, on: &screen)
        case .overwrite(let export): QuestionBox.draw(export, style: style, on: &screen)
        }
    }
}

/// The order of a list, in words.
struct OrderName {
    /// The words; empty for all suppliers in the catalog's order.
    let text: String

    /// Names an arrangement's order.
    init(_ arrangement: RowArrangement) {
        var parts: [String] = []
        if arrangement.isGrouped { parts.append("by company") }
        if arrangement.order != .feed || arrangement.isReversed {
            parts.append(Self.name(of: arrangement.order) + (arrangement.isReversed ? ", reversed" : ""))
        }
        text = parts.joined(separator: ", then ")
    }

    private static func name(of order: SupplierOrder) -> String {
        order == .feed ? order.title : "by " + order.title
    }
}
