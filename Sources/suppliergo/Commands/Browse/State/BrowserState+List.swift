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

    /// The rows that a key acts on: the marked ones, or else the current one.
    var chosenRows: [Row] { marked.isEmpty ? currentRow.map { [$0] } ?? [] : marked.sorted() }

    /// The row that the current line is found by in other lists: a heading's is the first of its section.
    var anchorRow: Row? {
        guard position < lines.lineCount else { return nil }
        switch lines[position] {
        case .row(let row): return row
        case .heading(let section): return lines.section(at: section).firstRow
        }
    }

    /// The number of the list's lines on the screen, also while the card takes their place; at least one.
    var pageHeight: Int {
        max(1, layout.list?.rows ?? size.rows - 3 - failureLines.count)
    }

    /// Moves to a line of the list, or as near as there is one.
    mutating func move(to wanted: Int) {
        position = max(0, min(wanted, lines.lineCount - 1))
        levels = [CardLevel()]
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

    /// Lists other lines. The line of a row, or of its heading if the current line is one, becomes the current line and
    /// stays where it is on the screen.
    mutating func list(_ new: ListLines, keeping row: Row?) {
        let (screenLine, isOnHeading) = (position - top, currentRow == nil)
        lines = new
        position = row.flatMap { new.line(of: $0) } ?? 0
        if isOnHeading, let section = new.section(ofLine: position) { position = new.line(ofSection: section) }
        if currentRow != row { closeCard() }
        top = position - screenLine
    }

    /// True if the rows of the arrangement are still being found.
    var isArranging: Bool {
        request.map { $0.generation != answer?.request.generation || answer?.isComplete == false } ?? false
    }

    /// Searches for the typed words.
    mutating func look(for line: LineEditor) {
        let isChanged = line.text != search.text
        search = line
        if isChanged { arrange { $0.query = SupplierQuery(line.text) } }
    }

    /// Changes which suppliers are listed, or in which order.
    mutating func arrange(_ change: (inout RowArrangement) -> Void) {
        let former = arrangement
        change(&arrangement)
        guard arrangement != former else { return }
        // At the list's first line, a user wants the first of a new order. After a search, the supplier that was found.
        let startsAtTop = position == 0 && !isCardOpen && arrangement.query == former.query
        if awaited == nil { awaited = .some(startsAtTop ? nil : anchorRow) }
        arrangeAgain(isChanged: true)
    }

    /// Lists the rows of the arrangement, or asks for them if that takes work.
    ///
    /// A request that is being answered goes on while suppliers arrive.
    mutating func arrangeAgain(isChanged: Bool = false) {
        guard !arrangement.isPlain else { return listAll() }
        let newest = catalog.table
        if !isChanged, let request, request.table.isContinued(by: newest) {
            guard !isArranging else { return }
            let isOutdated = answer?.isOutdated(by: newest, isArriving: catalog.isLoading) ?? true
            guard isOutdated || foldedCompanies != request.foldedCompanies else { return }
        }
        lastGeneration += 1
        let isListed = answer?.isComplete == true && answer?.request.arrangement == arrangement
        let request = RowRequest(
            generation: lastGeneration, arrangement: arrangement, table: newest, foldedCompanies: foldedCompanies,
            wantsFirstRows: !isListed)
        self.request = request
        ask(for: .arrange(request))
    }

    /// Lists all suppliers in the catalog's order.
    private mutating func listAll() {
        (request, answer) = (nil, nil)
        if isTableAwaited { return replaceTable(listing: .all(catalog.table.count)) }
        list(.all(table.count), keeping: keptRow)
    }

    /// Lists rows that were asked for; those of an older request are ignored.
    mutating func list(_ answer: RowAnswer) {
        guard answer.request.generation == request?.generation else { return }
        self.answer = answer
        if isTableAwaited, answer.request.table.isContinued(by: catalog.table) {
            replaceTable(listing: answer.lines)
        } else {
            list(answer.lines, keeping: keptRow)
        }
        guard answer.isComplete else { return }
        awaited = nil
        arrangeAgain()
    }

    /// Folds the current section, or unfolds it.
    mutating func fold(_ isFolded: Bool) {
        guard let index = lines.section(ofLine: position), lines.section(at: index).isFolded != isFolded else { return }
        let company = table.text(of: .company, at: lines.section(at: index).firstRow)
        if isFolded { foldedCompanies.insert(company) } else { foldedCompanies.remove(company) }
        lines.setFolded(index, isFolded)
        move(to: lines.line(ofSection: index))
    }
}
