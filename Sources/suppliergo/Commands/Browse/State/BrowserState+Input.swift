import SupplierGoKit

extension BrowserState {
    /// Handles a key, the mouse, or pasted text.
    mutating func handle(_ input: TerminalInput) -> [BrowserEffect] {
        guard layout.isUsable else { return handleUnseen(input) }
        switch input {
        case .key(let key): return press(key)
        case .pasted(let text):
            return type { $0.insert(text) }
        case .click(let column, let row): return click(column: column, row: row)
        case .wheel(let steps, let column, let row):
            scrollByWheel(3 * steps, isOverCard: layout.card?.contains(column: column, row: row) ?? false)
        // The loop has these.
        case .resized, .answered: break
        }
        return []
    }

    /// Handles a key in a window that has no room to show its effect.
    private mutating func handleUnseen(_ input: TerminalInput) -> [BrowserEffect] {
        guard case .key(let key) = input, let binding = KeyTable.binding(of: key), binding.scope != .list else {
            return []
        }
        return binding.handle(&self)
    }

    private mutating func press(_ key: Key) -> [BrowserEffect] {
        let binding = KeyTable.binding(of: key)
        if let binding, overlay == nil || binding.scope == .always { return binding.handle(&self) }
        switch overlay {
        case nil: return show("the key \(key.name) does nothing here: ? shows the keys")
        case .page(let page, let top): press(binding, in: page, top: top)
        case .search, .fileName: return pressInLine(key)
        case .form(let form): return press(key, in: form)
        case .menu(let menu): return press(key, in: menu)
        case .overwrite(let export): return press(key, toOverwrite: export)
        }
        return []
    }

    /// Opens the search line.
    mutating func beginSearch() {
        closeCard()
        overlay = .search
    }

    /// Moves by pages, or scrolls the card.
    mutating func page(by direction: Int) {
        let distance = direction * max(1, pageHeight - 1)
        if isCardOpen { scrollCard(by: distance) } else { move(to: position + distance) }
    }

    /// Scrolls the card; its last line stays on the screen.
    mutating func scrollCard(by distance: Int) {
        cardTop = max(0, min(cardTop + distance, hiddenCardLineCount))
    }

    /// The number of the card's lines that its place has no room for.
    private var hiddenCardLineCount: Int {
        guard let area = layout.card, let card = CardDrawing(self, in: area) else { return 0 }
        return max(0, card.lines.count - area.rows)
    }

    /// Goes to the last supplier and, while the catalog arrives, stays at it; a second time, stays at the current line.
    mutating func follow() {
        let isNew = !isFollowing
        if isNew { move(to: lines.lineCount - 1) }
        isFollowing = isNew && isLoading && !isComplete
    }

    /// In a picker, chooses what is marked or the current row; elsewhere opens that.
    mutating func enter() -> [BrowserEffect] {
        let rows = chosenRows
        return setting.isPicker && !rows.isEmpty ? [.choose(rows.map(table.supplier))] : openLine()
    }

    /// Opens the card; on a company's name, unfolds it or folds it.
    private mutating func openLine() -> [BrowserEffect] {
        guard currentRow == nil, let section = lines.section(ofLine: position) else { return goRight() }
        fold(lines.section(at: section)?.isFolded == false)
        return []
    }

    /// Opens the card or, if it is beside the list as a whole, does nothing; on a company's name, unfolds it.
    mutating func goRight() -> [BrowserEffect] {
        guard currentRow != nil else {
            fold(false)
            return []
        }
        isCardOpen = layout.card == nil || hiddenCardLineCount > 0
        return isCardOpen ? [] : show("the card is beside the list")
    }

    /// Closes the card; in the list, folds a company.
    mutating func goLeft() {
        if isCardOpen { closeCard() } else { fold(true) }
    }

    private mutating func closeCard() {
        isCardOpen = false
        cardTop = 0
    }

    /// Back to the list; in the list, all suppliers again.
    mutating func goBack() -> [BrowserEffect] {
        if isCardOpen {
            closeCard()
            return []
        }
        return search.text.isEmpty ? show("q leaves") : look(for: LineEditor())
    }

    /// Back to the list; in the list, the end.
    mutating func leave() -> [BrowserEffect] {
        guard isCardOpen, layout.isUsable else { return [setting.isPicker ? .interrupt : .leave] }
        closeCard()
        return []
    }

    /// Marks the current supplier, or those of the current company; unmarks them if they are marked.
    mutating func mark() -> [BrowserEffect] {
        let section = lines.section(ofLine: position)
        let rows = currentRow.map { [$0] } ?? section.map { lines.rows(inSection: $0) } ?? []
        guard !rows.isEmpty else { return sayThatNoneIsChosen() }
        if marked.isSuperset(of: rows) { marked.subtract(rows) } else { marked.formUnion(rows) }
        if !isCardOpen { move(to: position + 1) }
        return []
    }

    /// Marks all that are listed, or changes which of them are marked.
    mutating func markListed(inverting: Bool = false) -> [BrowserEffect] {
        guard !isArranging else { return sayThatSomeAreMissing() }
        if inverting { marked.formSymmetricDifference(lines.rows) } else { marked.formUnion(lines.rows) }
        return []
    }

    private mutating func scrollByWheel(_ distance: Int, isOverCard: Bool) {
        switch overlay {
        case .page(let page, let top): scroll(page, to: top + distance)
        case nil, .search:
            if isOverCard { scrollCard(by: distance) } else { scroll(by: distance) }
        case .menu, .fileName, .form, .overwrite: break
        }
    }

    /// Goes to the line that was clicked; a click on the current line opens its card.
    private mutating func click(column: Int, row: Int) -> [BrowserEffect] {
        guard overlay == nil || overlay == .search, let list = layout.list, list.contains(column: column, row: row)
        else { return [] }
        let clicked = top + row - list.row
        guard clicked < lines.lineCount else { return [] }
        overlay = nil
        if clicked == position { return openLine() }
        move(to: clicked)
        return []
    }
}
