import SupplierGoKit

extension BrowserState {
    /// Scrolls a page, whose last line stays on the screen.
    mutating func scroll(_ page: Page, to top: Int) {
        overlay = .page(page, top: max(0, min(top, PageBox(page, of: self).greatestTop)))
    }

    /// Shows the changes of the last reading that found any.
    mutating func showChanges() {
        guard !changes.all.isEmpty else {
            return show("the catalog has not changed while it was shown: r reads it again")
        }
        overlay = .page(.changes, top: 0)
    }

    /// Asks for the order of the list.
    mutating func askForOrder() {
        overlay = .menu(.sorting(by: arrangement.order, otherPaths: otherPaths))
    }

    /// Handles a key while something is to be chosen.
    mutating func press(_ key: Key, in menu: Menu) {
        var menu = menu
        if case .character(let letter) = key, let item = menu.items.first(where: { $0.letter == letter }) {
            return choose(item.choice)
        }
        switch key {
        case .up: menu.move(by: -1)
        case .down: menu.move(by: 1)
        case .pageUp: menu.move(by: -10)
        case .pageDown: menu.move(by: 10)
        case .enter: return choose(menu.items[menu.position].choice)
        case .escape, .left, .character("q"):
            overlay = nil
            return
        default: return
        }
        overlay = .menu(menu)
    }

    private mutating func choose(_ choice: Menu.Choice) {
        overlay = nil
        switch choice {
        case .sort(let order): arrange { $0.order = order }
        case .copy(let text): ask(for: .copy(text))
        case .copyMarked(let field):
            let values = marked.sorted().map { completedSupplier(at: $0)[field].visibleText }
            ask(for: .copy(values.joined(separator: "\n")))
        case .settle(let change): ask(for: .edit([change]))
        }
    }

    /// Handles a key while a line is typed.
    mutating func pressInLine(_ key: Key) {
        switch key {
        case .enter:
            if case .fileName(let line, _) = overlay { return export(to: line.text) }
            overlay = nil
        case .escape:
            let wasSearch = overlay == .search
            overlay = nil
            if wasSearch { look(for: LineEditor()) }
        case .up where overlay == .search: move(to: position - 1)
        case .down where overlay == .search: move(to: position + 1)
        case .pageUp where overlay == .search: move(to: position - pageHeight)
        case .pageDown where overlay == .search: move(to: position + pageHeight)
        default: type { $0.press(key) }
        }
    }

    /// Changes the line that is being typed. A changed search looks for its words at once.
    mutating func type(_ change: (inout LineEditor) -> Void) {
        switch overlay {
        case .search:
            var line = search
            change(&line)
            look(for: line)
        case .fileName(var line, let failure):
            change(&line)
            overlay = .fileName(line, failure: failure)
        case .form(var form):
            change(&form.lines[form.position])
            overlay = .form(form)
        default: break
        }
    }

    /// Handles the key that answers whether a file is replaced: any but a yes asks for another name.
    mutating func press(_ key: Key, toOverwrite export: Export) {
        if key == .character("y") || key == .character("Y") {
            overlay = nil
            var export = export
            export.overwrites = true
            ask(for: .export(export))
        } else {
            overlay = .fileName(LineEditor(export.path))
        }
    }
}
