import SupplierGoKit

/// The card in front of the list, and the cards of the elements that were opened from it.
///
/// | | the list | a card | a card of `--print` |
/// | --- | --- | --- | --- |
/// | Up, Down | another supplier | another element, or scrolls if there is none | scrolls |
/// | page keys | other suppliers | scrolls | scrolls |
/// | Enter, Right | the supplier's card | the card of the element | Enter ends with the choice |
/// | Escape, Left | all suppliers, folds | the card or the list that it was opened from | the list |
extension BrowserState {
    /// The card that is shown.
    var level: CardLevel {
        get { levels[levels.count - 1] }
        set { levels[levels.count - 1] = newValue }
    }

    /// True if elements of the card can be chosen and opened.
    var hasLevels: Bool { isCardOpen && !setting.isPicker }

    /// The way to the card in front: the supplier's name, then each array and ``CardLines/TableElement/name``.
    var way: [String] {
        guard let row = currentRow else { return [] }
        let names = [Supplier.Field.fullname, .company, .id].lazy.map { table.text(of: $0, at: row) }
        return [names.first { !$0.isEmpty } ?? ""] + levels.compactMap(\.element).flatMap { [$0.arrayName, $0.name] }
    }

    /// The card in front as it is drawn.
    var card: CardDrawing? { layout.card.flatMap { CardDrawing(self, in: $0) } }

    // MARK: Moving

    /// Moves by lines of the list; in a card, by elements or, if the next one is not on the same page, scrolls it. A
    /// page over them is scrolled instead.
    mutating func step(by distance: Int) {
        if case .page(let page, let top) = overlay { return scroll(page, to: top + distance) }
        guard isCardOpen else { return move(to: position + distance) }
        guard hasLevels, let card, let line = card.lines.element(at: level.chosen)?.line,
            let next = card.lines.element(at: level.chosen + distance)?.line,
            card.shownLines.contains(line), abs(next - line) < card.shownLines.count
        else { return scrollCard(by: distance) }
        level.chosen += distance
        reveal(next, of: card)
    }

    /// Moves to an end of the list, of the card, or of a page over them.
    mutating func moveToEnd(_ isLast: Bool) {
        if case .page(let page, _) = overlay { return scroll(page, to: isLast ? .max : 0) }
        guard isCardOpen else { return move(to: isLast ? lines.lineCount - 1 : 0) }
        level.chosen = isLast ? .max : 0
        scrollCard(by: isLast ? .max - level.top : -level.top)
    }

    /// Moves by the height of the list, or scrolls the card, or a page over them by half of it.
    mutating func page(by direction: Int) {
        if case .page(let page, let top) = overlay { return scroll(page, to: top + direction * size.rows / 2) }
        let distance = direction * max(1, pageHeight - 1)
        if isCardOpen { scrollCard(by: distance) } else { move(to: position + distance) }
    }

    /// Scrolls the card; its last line stays on the screen, and the nearest element there is chosen.
    mutating func scrollCard(by distance: Int) {
        guard let card else {
            level.top = 0
            return
        }
        level.top = max(0, min(level.top + distance, card.greatestTop))
        guard hasLevels else { return }
        let (shown, last) = (level.top..<level.top + card.shownLines.count, card.lines.elementCount - 1)
        func line() -> Int { card.lines.element(at: level.chosen)?.line ?? 0 }
        level.chosen = max(0, min(level.chosen, last))
        while level.chosen < last, line() < shown.lowerBound { level.chosen += 1 }
        while level.chosen > 0, line() >= shown.upperBound { level.chosen -= 1 }
    }

    /// Scrolls as little as it takes for the chosen element to be on the screen.
    mutating func revealElement() {
        if hasLevels, let card, let line = card.lines.element(at: level.chosen)?.line { reveal(line, of: card) }
    }

    private mutating func reveal(_ line: Int, of card: CardDrawing) {
        level.top = min(max(level.top, line - card.shownLines.count + 1), line)
    }

    /// Closes what is not there any more, and lets a smaller card, or a larger window, scroll out less.
    mutating func keepCardInPlace(after event: BrowserEvent, in former: SupplierTable.Version) {
        // Keys keep to what is there, and a card of thousands of elements takes a while to lay out.
        if case .input = event, table.version == former { return }
        if levels.count > 1 { followElements() }
        if level.top > 0 { scrollCard(by: 0) }
    }

    // MARK: Opening

    /// In a picker, chooses what is marked or the current row; elsewhere opens that.
    mutating func enter() {
        let rows = chosenRows
        if setting.isPicker, !rows.isEmpty { leave(with: .chose(rows.map(table.supplier))) } else { openLine() }
    }

    /// Opens the card; on a company's name, unfolds it or folds it.
    mutating func openLine() {
        guard currentRow == nil, let section = lines.section(ofLine: position) else { return goRight() }
        fold(!lines.section(at: section).isFolded)
    }

    /// Opens the card or, in a card, the chosen element; on a company's name, unfolds it.
    mutating func goRight() {
        if currentRow == nil {
            fold(false)
        } else if !isCardOpen {
            isCardOpen = true
            level = CardLevel()
        } else {
            guard hasLevels, let element = card?.lines.element(at: level.chosen) else {
                return show("nothing to open: Escape goes back")
            }
            levels.append(CardLevel(element: element))
        }
        revealElement()
    }

    /// Goes back from the card, or folds a company.
    mutating func goLeft() {
        if isCardOpen { closeLevel() } else { fold(true) }
    }

    /// Goes back from the card; in the list, to all suppliers. Boxes over them have keys of their own
    /// (`BrowserState+Overlays`).
    mutating func goBack() {
        guard isCardOpen else { return search.text.isEmpty ? show("q leaves") : look(for: LineEditor()) }
        closeLevel()
    }

    /// Back to the list; in the list, the end.
    mutating func leave() {
        guard isCardOpen, layout.isUsable else { return leave(with: .left(setting.isPicker ? .interrupted : .done)) }
        closeCard()
    }

    /// Goes back to the card or the list from which the card was opened, to its element, wherever that is now.
    private mutating func closeLevel() {
        guard levels.count > 1, let steps = levels.removeLast().element?.steps else { return closeCard() }
        guard let lines = card?.lines,
            let number = (0..<lines.elementCount).first(where: { lines.element(at: $0)?.steps == steps })
        else { return }
        level.chosen = number
        revealElement()
    }

    /// Back to the list.
    mutating func closeCard() {
        isCardOpen = false
        levels = [CardLevel()]
    }

    /// Finds the elements of the open cards in the supplier as it is now, and closes the cards of those that are gone.
    private mutating func followElements() {
        guard let supplier = cardSupplier else { return closeCard() }
        var members = supplier.otherFields.shown.map { (name: $0.path, value: $0.value) }
        for index in levels.indices.dropFirst() {
            guard let element = levels[index].element?.found(in: members) else {
                levels.removeSubrange(index...)
                return
            }
            levels[index].element = element
            members = element.value.members
        }
    }
}
