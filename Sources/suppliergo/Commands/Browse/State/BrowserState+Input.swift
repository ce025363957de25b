import SupplierGoKit

extension BrowserState {
    /// Handles an event, and returns the effects to perform.
    mutating func update(_ event: BrowserEvent) -> [BrowserEffect] {
        let (former, version) = ((position, top), table.version)
        var effects = handle(event)
        if !isArranging { awaited = nil }
        keepPositionVisible()
        effects += handleWaiting()
        keepCardInPlace(after: event, in: version)
        if case .input = event, (position, top) != former {
            isScrolling = timers[.moving] != nil
            effects.append(start(.moving, for: .milliseconds(120)))
        }
        return effects + requestPictures() + requestDetails()
    }

    private mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
        switch event {
        case .input(let input): return receive(input)
        case .resized(let size):
            self.size = size
            revealElement()
        case .backgroundKnown(let background): setting.style.background = background
        case .catalog(let catalog): return show(catalog)
        case .readByGuess: isReadByGuess = true
        case .arranged(let answer): return list(answer)
        case .avatar(let endpoint, let state): store(state, of: endpoint)
        case .painted(let endpoint, let box, let picture): store(picture, in: box, of: endpoint)
        case .avatarsPending(let count): pendingAvatarCount = count
        case .detailed(let supplier, let details): store(details, of: supplier)
        case .done(let text): return show(text)
        case .failed(let failure): return show(failure.sentence, isFailure: true)
        case .exportFailed(let export, let failure):
            if overlay == nil { (overlay, exportFailure) = (.fileName(LineEditor(export.path)), failure.sentence) }
            return show(failure.sentence, isFailure: true)
        case .fileExists(let export): overlay = .overwrite(export)
        case .exportEnded: return endExport()
        case .editEnded: editCount -= 1
        case .editKept(let id): return endEdit(of: id)
        case .editRefused(let id, let faults): refuseEdit(of: id, because: faults)
        case .expired(let timer): expire(timer)
        }
        return []
    }

    /// Shows a message for a while.
    mutating func show(_ text: String, isFailure: Bool = false) -> [BrowserEffect] {
        message = Message(text: text.visibleText, isFailure: isFailure)
        return [start(.message, for: .seconds(isFailure ? 10 : 4))]
    }

    /// Starts a timer in place of the previous one of its kind.
    mutating func start(_ kind: BrowserTimer.Kind, for time: Duration) -> BrowserEffect {
        lastTimer += 1
        timers[kind] = lastTimer
        return .wait(time, BrowserTimer(kind: kind, number: lastTimer))
    }

    private mutating func expire(_ timer: BrowserTimer) {
        guard timers[timer.kind] == timer.number else { return }
        timers[timer.kind] = nil
        switch timer.kind {
        case .message: message = nil
        case .moving: isScrolling = false
        case .changes: markedChanges = nil
        }
    }
}

/// Keys wait while a search, an order or an edit is being applied: none acts on a list that the person has not asked
/// for.
///
/// | | Escape, Ctrl-C | typed into the search | other keys, pasted text | mouse |
/// | --- | --- | --- | --- | --- |
/// | nothing is being applied | taken | taken | taken | taken |
/// | it is, and no key waits | taken | taken | waits | ignored: it means the rows on the screen |
/// | it is, and keys wait | taken; Escape drops those that wait | waits | waits | ignored |
extension BrowserState {
    /// Rows that a search, an order or an edit has asked for.
    struct AwaitedRows: Sendable {
        /// The current row of that time, which stays current if it is listed; `nil` for the first line.
        var row: Row?
    }

    /// True if a search, an order or an edit is being applied.
    var isApplying: Bool { awaited != nil && isArranging || editCount > 0 }

    /// The row that stays current in another list.
    var keptRow: Row? { awaited.map(\.row) ?? anchorRow }

    /// Applies a key, the mouse or pasted text, or lets it wait.
    mutating func receive(_ input: TerminalInput) -> [BrowserEffect] {
        guard isApplying, !passes(input) else { return apply(input) }
        switch input {
        case .key, .pasted: waiting.append(input)
        default: break
        }
        return []
    }

    /// Handles what has waited, until something is being applied again.
    mutating func handleWaiting() -> [BrowserEffect] {
        var effects: [BrowserEffect] = []
        while !isApplying, let input = waiting.popFirst() {
            effects += apply(input)
            keepPositionVisible()
        }
        return effects
    }

    private mutating func passes(_ input: TerminalInput) -> Bool {
        switch input {
        case .key(.control("c")): return true
        case .key(.escape):
            waiting = []
            return true
        case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .click, .wheel: return false
        default: return overlay == .search && waiting.isEmpty
        }
    }

    /// Acts on an input, and notes what is being applied from then on.
    private mutating func apply(_ input: TerminalInput) -> [BrowserEffect] {
        awaitedEnd = nil
        let effects = act(on: input)
        if !isArranging { awaited = nil }
        editCount += effects.count(where: \.isEdit)
        exportCount += effects.count { if case .export = $0 { true } else { false } }
        return effects
    }

    private mutating func act(on input: TerminalInput) -> [BrowserEffect] {
        guard layout.isUsable else { return actUnseen(on: input) }
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

    /// Acts on a key in a window that has no room to show its effect.
    private mutating func actUnseen(on input: TerminalInput) -> [BrowserEffect] {
        guard case .key(let key) = input, let binding = KeyTable.binding(of: key),
            [.unseen, .always].contains(binding.scope)
        else { return [] }
        return binding.handle(&self)
    }

    private mutating func press(_ key: Key) -> [BrowserEffect] {
        let binding = KeyTable.binding(of: key)
        if let binding, overlay == nil || binding.scope == .always { return binding.handle(&self) }
        switch overlay {
        case nil: return show("the key \(key.name) does nothing here: ? shows the keys")
        case .page:
            if let binding, binding.scope == .page { return binding.handle(&self) }
            overlay = nil
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

    /// Goes to the line that was clicked; a click on the current line opens its card, one on a heading sorts by its
    /// column or, if the list is in that order, reverses it.
    private mutating func click(column: Int, row: Int) -> [BrowserEffect] {
        guard overlay == nil || overlay == .search, let list = layout.list, column < list.columns else { return [] }
        let clicked = top + row - list.row
        if row == list.row - 1, lines.lineCount > 0 {
            guard let order = ListDrawing(self, in: list).listColumn(at: column)?.order else { return [] }
            return arrange { $0 = $0.sorted(by: order) }
        }
        guard list.contains(column: column, row: row), clicked < lines.lineCount else { return [] }
        overlay = nil
        if isCardOpen { closeCard() } else if clicked == position { return openLine() }
        move(to: clicked)
        return []
    }
}
