import SupplierGoKit

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

    /// Handles a key, the mouse or pasted text, or lets it wait.
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

    private mutating func apply(_ input: TerminalInput) -> [BrowserEffect] {
        let effects = handle(input)
        if !isArranging { awaited = nil }
        editCount += effects.count(where: \.isEdit)
        return effects
    }
}
