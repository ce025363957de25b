import SupplierGoKit

extension BrowserState {
    /// Takes a key, the mouse, or pasted text.
    mutating func take(_ input: TerminalInput) -> [BrowserEffect] {
        guard layout.isUsable else { return takeUnseen(input) }
        switch input {
        case .key(let key): return take(key)
        case .pasted(let text):
            return type { $0.insert(text) }
        case .click(let column, let row): click(column: column, row: row)
        case .wheel(let steps, let column, let row):
            scrollByWheel(3 * steps, isOverCard: layout.card?.contains(column: column, row: row) ?? false)
        // The loop has these.
        case .resized, .answered: break
        }
        return []
    }

    /// Takes what is done in a window that has no room to show what would come of it.
    private func takeUnseen(_ input: TerminalInput) -> [BrowserEffect] {
        guard case .key(let key) = input, let action = KeyTable.action(for: key) else { return [] }
        return action == .leave ? [departure] : always(action).map { [$0] } ?? []
    }

    /// What an action does whatever covers the list; `nil` for most.
    private func always(_ action: BrowserAction) -> BrowserEffect? {
        switch action {
        case .interrupt: .interrupt
        case .suspend: .suspend
        case .redraw: .redraw
        default: nil
        }
    }

    private mutating func take(_ key: Key) -> [BrowserEffect] {
        let action = KeyTable.action(for: key)
        if let effect = action.flatMap(always) { return [effect] }
        switch overlay {
        case nil: return action.map { perform($0) } ?? []
        case .help(let top): takeInHelp(key, top: top)
        case .search, .fileName: return takeInLine(key)
        case .form(let form): return take(key, in: form)
        case .menu(let menu): return take(key, in: menu)
        case .overwrite(let export): return take(key, toOverwrite: export)
        }
        return []
    }

    /// What an action does in the list and in a card.
    private mutating func perform(_ action: BrowserAction) -> [BrowserEffect] {
        switch action {
        case .moveUp: move(to: position - 1)
        case .moveDown: move(to: position + 1)
        case .pageUp: page(by: -1)
        case .pageDown: page(by: 1)
        case .moveToFirst: move(to: 0)
        case .moveToLast: move(to: lines.lineCount - 1)
        case .follow: follow()
        case .enter: return enter()
        case .right: goRight()
        case .left: goLeft()
        case .escape: return goBack()
        case .search:
            closeCard()
            overlay = .search
        case .sort: overlay = .menu(.sorting(by: arrangement.order))
        case .reverse: return arrange { $0.isReversed.toggle() }
        case .group: return arrange { $0.isGrouped.toggle() }
        case .email: return open(.email)
        case .phone: return open(.phone)
        case .avatar: return open(.avatar)
        case .copy: return askWhatToCopy()
        case .mark: mark()
        case .export: return askForFileName()
        case .edit: edit()
        case .undo: return [.undo]
        case .refresh: return reload()
        case .retry: return retry()
        case .help: overlay = .help(top: 0)
        case .leave: return leave()
        case .interrupt, .suspend, .redraw: break
        }
        return []
    }

    private mutating func page(by direction: Int) {
        let distance = direction * max(1, pageHeight - 1)
        if isCardOpen { scrollCard(by: distance) } else { move(to: position + distance) }
    }

    /// Scrolls the card; its last line stays on the screen.
    mutating func scrollCard(by distance: Int) {
        cardTop = max(0, min(cardTop + distance, hiddenCardLineCount))
    }

    /// How many lines of the card its place has no room for.
    private var hiddenCardLineCount: Int {
        guard let area = layout.card, let card = CardDrawing(self, in: area) else { return 0 }
        return max(0, card.lines.count - area.rows)
    }

    /// Goes to the last supplier and, while the catalog arrives, stays at it; a second time, stays at the current line.
    private mutating func follow() {
        let isNew = !isFollowing
        if isNew { move(to: lines.lineCount - 1) }
        isFollowing = isNew && isLoading && !isComplete
    }

    /// In a picker, chooses what is marked or the current row; elsewhere opens that.
    private mutating func enter() -> [BrowserEffect] {
        let rows = marked.isEmpty ? currentRow.map { [$0] } ?? [] : marked.sorted()
        if setting.isPicker, !rows.isEmpty { return [.choose(rows)] }
        openLine()
        return []
    }

    /// Opens the card; on a company's name, unfolds it or folds it.
    private mutating func openLine() {
        guard currentRow == nil, let section = lines.section(ofLine: position) else { return goRight() }
        fold(lines.section(at: section)?.isFolded == false)
    }

    /// Opens the card or, where it is beside the list as a whole, does nothing; on a company's name, unfolds it.
    private mutating func goRight() {
        if currentRow == nil {
            fold(false)
        } else {
            isCardOpen = layout.card == nil || hiddenCardLineCount > 0
        }
    }

    private mutating func goLeft() {
        if isCardOpen { closeCard() } else { fold(true) }
    }

    private mutating func closeCard() {
        isCardOpen = false
        cardTop = 0
    }

    /// Back to the list; in the list, all suppliers again.
    private mutating func goBack() -> [BrowserEffect] {
        if isCardOpen {
            closeCard()
            return []
        }
        return search.text.isEmpty ? [] : look(for: LineEditor())
    }

    /// Back to the list; in the list, the end.
    private mutating func leave() -> [BrowserEffect] {
        guard isCardOpen else { return [departure] }
        closeCard()
        return []
    }

    /// How the browser ends where nothing was chosen.
    private var departure: BrowserEffect { setting.isPicker ? .interrupt : .leave }

    private mutating func mark() {
        guard let row = currentRow else { return }
        if marked.remove(row) == nil { marked.insert(row) }
        if !isCardOpen { move(to: position + 1) }
    }

    private mutating func scrollByWheel(_ distance: Int, isOverCard: Bool) {
        switch overlay {
        case .help(let top): scrollHelp(to: top + distance)
        case nil, .search:
            if isOverCard { scrollCard(by: distance) } else { scroll(by: distance) }
        case .menu, .fileName, .form, .overwrite: break
        }
    }

    /// Goes to the line that was clicked; a click on the current line opens its card.
    private mutating func click(column: Int, row: Int) {
        guard overlay == nil || overlay == .search, let list = layout.list, list.contains(column: column, row: row)
        else { return }
        let clicked = top + row - list.row
        guard clicked < lines.lineCount else { return }
        overlay = nil
        if clicked == position { openLine() } else { move(to: clicked) }
    }
}
