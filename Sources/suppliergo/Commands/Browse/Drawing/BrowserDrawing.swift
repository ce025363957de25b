import FoundationEssentials
import SupplierGoKit

/// Draws the browser's screen, part by part.
struct BrowserDrawing {
    let state: BrowserState
    var screen: Screen

    /// True if the card has elements to open.
    private var canOpen = false

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
            let card = layout.card.flatMap { CardDrawing(state, in: $0) }
            card?.draw(on: &screen)
            canOpen = state.hasLevels && card?.lines.elementCount ?? 0 > 0
        }
        for (row, line) in zip(layout.failureRows, state.failureLines) {
            screen.write(style.failure(line), row: row, column: 0)
        }
        drawStatus(inRow: layout.statusRow)
        drawOverlay()
    }

    /// Creates the drawing of a state on a blank screen.
    init(_ state: BrowserState) {
        (self.state, screen) = (state, Screen(size: state.size))
    }

    /// The catalog's name or the search, and the order of the list; the way to the card that is in front.
    private mutating func drawTitle() {
        guard !state.isCardOpen else {
            screen.write(style.bold(way).isolated(by: style), row: 0, column: 0)
            return
        }
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

    /// The way to the card in front; if it is too long, its beginning is left out.
    private var way: String {
        var names = state.way.map(\.visibleText)
        let separator = style.usesUnicode ? " › " : " > "
        func width() -> Int { names.joined(separator: separator).displayWidth }
        while names.count > 2, width() > size.columns {
            names.replaceSubrange(0..<(names[0] == style.ellipsis ? 2 : 1), with: [style.ellipsis])
        }
        return names.joined(separator: separator).shortened(toWidth: size.columns, ellipsis: style.ellipsis)
    }

    private mutating func drawOverlay() {
        switch state.overlay {
        case nil, .search: break
        case .page(let page, let top): draw(box: PageBox(page, of: state).groups(from: top))
        case .menu(let menu): draw(menu)
        case .fileName(let line, let failure): draw(fileName: line, failure)
        case .form(let form): draw(form)
        case .overwrite(let export): draw(overwriting: export)
        }
    }

    // MARK: Status and boxes

    /// Draws the line below: a message, or how many suppliers there are and what goes on; and as many of the keys that
    /// matter here as there is room for, the last one always.
    mutating func drawStatus(inRow row: Int) {
        let width = screen.size.columns
        let text = state.message?.text ?? parts.joined(separator: style.usesUnicode ? " · " : " - ")
        var hints = hints
        func room() -> Int { max(0, width - hints.joined(separator: "  ").displayWidth - 2) }
        while hints.count > 1, text.displayWidth > room() { hints.removeFirst() }
        let shown = text.shortened(toWidth: room(), ellipsis: style.ellipsis)
        let isFailure = state.message?.isFailure == true
        let emphasis = isFailure ? style.failure : state.message == nil ? style.dim : { StyledText($0) }
        screen.write(emphasis(shown), row: row, column: 0, width: room())
        screen.write(style.dim(hints.joined(separator: "  ")), row: row, column: room() + 2)
    }

    /// The keys that matter here, the least important first.
    private var hints: [String] {
        switch state.overlay {
        case .search: ["Enter: keep", "Esc: show all"]
        case _ where state.isCardOpen:
            ["y: copy", "E: edit", "e: e-mail", "o: avatar"] + (canOpen ? ["Enter: open"] : [])
                + (state.levels.count > 1 ? ["q: list", "Escape: back"] : ["Escape: list"]) + ["?: keys"]
        case _ where state.setting.isPicker:
            ["s: sort", "g: group", "Space: mark", "/: search", "Enter: choose", "?: keys"]
        case _ where state.markedChanges?.counts != nil: ["/: search", "c: changes", "?: keys"]
        default: ["x: export", "s: sort", "Space: mark", "Enter: card", "/: search", "?: keys"]
        }
    }

    /// The parts, the most important first.
    private var parts: [String] {
        var parts = state.table.isEmpty && !state.catalog.isComplete ? [] : [counts]
        if !state.marked.isEmpty { parts.append("\(Count.formatted(state.marked.count)) marked") }
        if state.isArranging { parts.append(state.arrangement.query.isEmpty ? "sorting" : "searching") }
        if let changes = state.markedChanges { parts.append(changes.counts ?? "nothing new") }
        if case .snapshot(let storedAt, _) = state.catalog.end.source {
            let time = LocalTime.formatted(storedAt, at: .now)
            parts.append("as of \(time)" + (state.setting.isOffline ? ", offline" : ""))
        }
        if state.catalog.isLoading { parts.append((state.catalog.isComplete ? "reading" : "loading") + style.ellipsis) }
        if state.pendingAvatarCount > 0 {
            parts.append("\(Count.formatted(state.pendingAvatarCount, "avatar")) on the way")
        }
        let skippedCount = state.catalog.end.skippedCount
        if skippedCount > 0 { parts.append("\(Count.formatted(skippedCount, "record")) skipped") }
        return parts
    }

    /// The current supplier's number, the number of listed suppliers, and of all.
    private var counts: String {
        let (count, total) = (state.lines.rowCount, state.table.count)
        let position = count == 0 ? 0 : state.lines.number(ofLine: state.position)
        let suppliers = Count.formatted(total, "supplier")
        return "\(Count.formatted(position))/"
            + (count == total ? suppliers : "\(Count.formatted(count)) of \(suppliers)")
    }

    /// Draws groups of lines in a frame, in the middle of the screen.
    ///
    /// - Returns: the first cell of the first group's first line.
    @discardableResult
    mutating func draw(box groups: [[StyledText]]) -> ScreenPosition {
        let lines = CardFrame.drawn(around: groups, style: style)
        let (size, width) = (screen.size, min(screen.size.columns, lines[0].width))
        let (row, column) = (max(0, (size.rows - lines.count) / 2), (size.columns - width) / 2)
        screen.clear(rows: row..<row + lines.count, columns: column..<column + width)
        for (index, line) in lines.enumerated() {
            screen.write(line, row: row + index, column: column, width: width)
        }
        return ScreenPosition(row: row + 1, column: column + CardFrame.width / 2)
    }

    /// The width of what is in a box, unless it needs more.
    private var boxWidth: Int { min(60, screen.size.columns - CardFrame.width) }

    /// A line of text in a box.
    private func line(
        _ text: String, beside width: Int = 0, _ emphasis: (String) -> StyledText = { StyledText($0) }
    ) -> StyledText {
        StyledText(text, width: boxWidth - width, style: style, emphasis: emphasis)
    }

    /// Draws a menu: one of several things to choose, as many as there is room for.
    mutating func draw(_ menu: Menu) {
        let count = max(1, min(menu.items.count, size.rows - 4))
        let first = max(0, min(menu.position - count / 2, menu.items.count - count))
        let items = menu.items.indices[first..<first + count].map { index in
            let (sign, letter): (StyledText, String) = (
                index == menu.position ? (style.usesUnicode ? "› " : "> ") : "  ",
                menu.items[index].letter.map(String.init) ?? " "
            )
            return sign + style.accent(letter) + "  " + line(menu.items[index].title.visibleText, beside: 5)
        }
        draw(box: [[line(menu.title, style.bold)], items])
    }

    /// Draws the name of a file to export to, with the cursor in it, and why the last export failed.
    mutating func draw(fileName name: LineEditor, _ failure: String?) {
        let (text, cursor) = name.shown(inWidth: boxWidth)
        let title = line("Export \(Count.formatted(state.exportedCount, "supplier")) to", style.bold)
        let hints =
            failure.map { failure in
                failure.visibleText.wrapped(toWidth: boxWidth).map { line(String($0), style.failure) }
            } ?? [line(".vcf, .csv, .html or .json", style.dim)]
        let first = draw(box: [[title], [line(text).padded(toWidth: boxWidth)], hints])
        screen.cursor = ScreenPosition(row: first.row + 2, column: first.column + cursor)
    }

    /// Draws a supplier's fields while they are edited, with the cursor in the one that is typed, and all mistakes.
    mutating func draw(_ form: SupplierForm) {
        let nameWidth = 10
        let title = line(form.isNew ? "Add a supplier" : "Edit \(form.id)".visibleText, style.bold)
        var cursor = 0
        let fields = zip(Supplier.Field.editable, form.lines).enumerated().map { index, item in
            let (field, editor) = item
            let (text, column) = editor.shown(inWidth: boxWidth - nameWidth)
            if index == form.position { cursor = column }
            let isFault = form.faults.contains { $0.field == field }
            let name = field.rawValue.padded(toWidth: nameWidth)
            let label = isFault ? style.failure(name) : style.dim(name)
            return (label + line(text, beside: nameWidth)).padded(toWidth: boxWidth)
        }
        let mistakes = form.faults.map { line("\($0)".visibleText, style.failure) }
        let notes = mistakes.isEmpty ? [line("Enter: save  Esc: cancel", style.dim)] : mistakes
        let first = draw(box: [[title], fields, notes])
        screen.cursor = ScreenPosition(row: first.row + 2 + form.position, column: first.column + nameWidth + cursor)
    }

    /// Draws the question whether a file is replaced.
    mutating func draw(overwriting export: Export) {
        let name = line(export.path.visibleText, style.bold)
        let keys = line("y: replace  n: choose another name", style.dim)
        draw(box: [[name], [line("The file exists. Replace it?")], [keys]])
    }
}

/// A page of lines that is scrolled: the keys, from the table, or the changes.
struct PageBox {
    /// The most changes that are shown.
    private static let changeLimit = 1000

    private let title: String
    private let lines: [StyledText]
    private let style: TextStyle

    /// The number of lines that are shown at once.
    private let shownCount: Int

    /// Lays a page out for the window.
    init(_ page: BrowserState.Page, of state: BrowserState) {
        style = state.setting.style
        let width = min(76, state.size.columns - CardFrame.width)
        let lines: [StyledText]
        switch page {
        case .keys: (title, lines) = ("Keys", Self.keys(width: width, style: style))
        case .changes: (title, lines) = ("Changes", Self.changes(state.changes.all, width: width, style: style))
        }
        self.lines = lines.map { $0.padded(toWidth: width) }
        shownCount = max(1, min(lines.count, state.size.rows - 4))
    }

    private static func keys(width: Int, style: TextStyle) -> [StyledText] {
        let nameWidth = KeyTable.help.flatMap(\.keys).map(\.names.count).max() ?? 0
        let groups = KeyTable.help.map { title, keys in
            let fields = keys.map { FieldTable.Field($0.padded(toWidth: nameWidth), $1) }
            return [StyledText(title, width: width, style: style, emphasis: style.bold)]
                + FieldTable(fields: fields).lines(width: width, style: style)
        }
        return Array(groups.joined(separator: [""]))
    }

    private static func changes(_ changes: [CatalogChange], width: Int, style: TextStyle) -> [StyledText] {
        let formatter = ChangeFormatter(format: .card, style: style, isForTerminal: true)
        let lines = changes.prefix(changeLimit).flatMap { formatter.lines(of: $0, width: width) }
        let rest = changes.count - changeLimit
        guard rest > 0 else { return lines }
        return lines + [StyledText("and \(Count.formatted(rest)) more", width: width, style: style)]
    }

    /// The first line that is shown if the last one is.
    var greatestTop: Int { lines.count - shownCount }

    /// The title and the lines that are shown from one on.
    func groups(from top: Int) -> [[StyledText]] {
        let first = min(top, greatestTop)
        let more = greatestTop == 0 ? "" : ", \(first + 1) to \(first + shownCount) of \(lines.count) lines"
        let title = style.bold(title) + style.dim(more)
        return [[title], Array(lines[first..<first + shownCount])]
    }
}
