import SupplierGoKit

extension BrowserState {
    /// Handles an event, and returns the effects to perform.
    mutating func update(_ event: BrowserEvent) -> [BrowserEffect] {
        let (former, version) = ((position, top), table.version)
        handle(event)
        if !isArranging { awaited = nil }
        keepPositionVisible()
        handleWaiting()
        keepCardInPlace(after: event, in: version)
        if case .input = event, (position, top) != former {
            isScrolling = timers[.moving] != nil
            start(.moving, for: .milliseconds(120))
        }
        requestPictures()
        requestDetails()
        return exchange(&effects, with: [])
    }

    private mutating func handle(_ event: BrowserEvent) {
        switch event {
        case .input(let input): receive(input)
        case .resized(let size):
            self.size = size
            revealElement()
        case .backgroundKnown(let background): setting.style.background = background
        case .catalog(let catalog): show(catalog)
        case .readByGuess: isReadByGuess = true
        case .arranged(let answer): list(answer)
        case .avatar(let endpoint, let state): store(state, of: endpoint)
        case .painted(let endpoint, let box, let picture): store(picture, in: box, of: endpoint)
        case .avatarsPending(let count): pendingAvatarCount = count
        case .detailed(let supplier, let details): store(details, of: supplier)
        case .done(let text): show(text)
        case .failed(let failure): show(failure.sentence, isFailure: true)
        case .exportFailed(let export, let failure):
            if overlay == nil { overlay = .fileName(LineEditor(export.path), failure: failure.sentence) }
            show(failure.sentence, isFailure: true)
        case .fileExists(let export): (overlay, message) = (.overwrite(export), nil)
        case .exportEnded: endExport()
        case .editEnded: editCount -= 1
        case .editKept(let id, let text): endEdit(of: id, saying: text)
        case .editRefused(let id, let faults): refuseEdit(of: id, because: faults)
        case .expired(let timer): expire(timer)
        }
    }

    /// Asks for an effect, which ``update(_:)`` returns.
    mutating func ask(for effect: BrowserEffect) {
        switch effect {
        case .edit, .undo: editCount += 1
        case .export: exportCount += 1
        default: break
        }
        effects.append(effect)
    }

    /// Shows a message for a while.
    mutating func show(_ text: String, isFailure: Bool = false) {
        message = Message(text: text.visibleText, isFailure: isFailure)
        start(.message, for: .seconds(isFailure ? 10 : 4))
    }

    /// Starts a timer in place of the previous one of its kind.
    mutating func start(_ kind: BrowserTimer.Kind, for time: Duration) {
        lastTimer += 1
        timers[kind] = lastTimer
        ask(for: .wait(time, BrowserTimer(kind: kind, number: lastTimer)))
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
    /// True if a search, an order or an edit is being applied.
    var isApplying: Bool { awaited != nil && isArranging || editCount > 0 }

    /// The row that stays current in another list.
    var keptRow: Row? { awaited ?? anchorRow }

    /// Applies a key, the mouse or pasted text, or lets it wait.
    mutating func receive(_ input: TerminalInput) {
        guard isApplying, !passes(input) else { return apply(input) }
        switch input {
        case .key, .pasted: waiting.append(input)
        default: break
        }
    }

    /// Handles what has waited, until something is being applied again.
    mutating func handleWaiting() {
        while !isApplying, let input = waiting.popFirst() {
            apply(input)
            keepPositionVisible()
        }
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
    private mutating func apply(_ input: TerminalInput) {
        awaitedEnd = nil
        act(on: input)
        if !isArranging { awaited = nil }
    }

    private mutating func act(on input: TerminalInput) {
        guard layout.isUsable else { return actUnseen(on: input) }
        switch input {
        case .key(let key): press(key)
        case .pasted(let text): type { $0.insert(text) }
        case .click(let column, let row): click(column: column, row: row)
        case .wheel(let steps, let column, let row):
            scrollByWheel(3 * steps, isOverCard: layout.card?.contains(column: column, row: row) ?? false)
        // The loop has these.
        case .resized, .answered: break
        }
    }

    /// Acts on a key in a window that has no room to show its effect.
    private mutating func actUnseen(on input: TerminalInput) {
        guard case .key(let key) = input, let binding = KeyTable.binding(of: key),
            [.unseen, .always].contains(binding.scope)
        else { return }
        binding.handle(&self)
    }

    private mutating func press(_ key: Key) {
        let binding = KeyTable.binding(of: key)
        if let binding, overlay == nil || binding.scope == .always { return binding.handle(&self) }
        switch overlay {
        case nil: show("the key \(key.name) does nothing here: ? shows the keys")
        case .page:
            if let binding, binding.scope == .page { return binding.handle(&self) }
            overlay = nil
        case .search, .fileName: pressInLine(key)
        case .form(let form): press(key, in: form)
        case .menu(let menu): press(key, in: menu)
        case .overwrite(let export): press(key, toOverwrite: export)
        }
    }

    /// Opens the search line.
    mutating func beginSearch() {
        closeCard()
        overlay = .search
    }

    /// Marks the current supplier, or those of the current company; unmarks them if they are marked.
    mutating func mark() {
        let section = lines.section(ofLine: position)
        let rows = currentRow.map { [$0] } ?? section.map { lines.rows(inSection: $0) } ?? []
        guard !rows.isEmpty else { return sayThatNoneIsChosen() }
        if marked.isSuperset(of: rows) { marked.subtract(rows) } else { marked.formUnion(rows) }
        if !isCardOpen { move(to: position + 1) }
    }

    /// Marks all that are listed, or changes which of them are marked.
    mutating func markListed(inverting: Bool = false) {
        guard !isArranging else { return sayThatSomeAreMissing() }
        if inverting { marked.formSymmetricDifference(lines.rows) } else { marked.formUnion(lines.rows) }
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
    private mutating func click(column: Int, row: Int) {
        guard overlay == nil || overlay == .search, let list = layout.list, column < list.columns else { return }
        let clicked = top + row - list.row
        if row == list.row - 1, lines.lineCount > 0 {
            guard let order = ListDrawing(self, in: list).listColumn(at: column)?.order else { return }
            return arrange { $0.sort(by: order) }
        }
        guard list.contains(column: column, row: row), clicked < lines.lineCount else { return }
        overlay = nil
        if isCardOpen { closeCard() } else if clicked == position { return openLine() }
        move(to: clicked)
    }
}
