import FoundationEssentials
import SupplierGoKit

extension BrowserDrawing {
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
        case _ where state.isCardOpen: ["y: copy", "E: edit", "e: e-mail", "o: avatar", "Escape: list", "?: keys"]
        case _ where state.setting.isPicker:
            ["s: sort", "g: group", "Space: mark", "/: search", "Enter: choose", "?: keys"]
        case _ where state.markedChanges?.counts != nil: ["/: search", "c: changes", "?: keys"]
        default: ["x: export", "s: sort", "Space: mark", "Enter: card", "/: search", "?: keys"]
        }
    }

    /// The parts, the most important first.
    private var parts: [String] {
        var parts = state.table.isEmpty && !state.isComplete ? [] : [counts]
        if !state.marked.isEmpty { parts.append("\(Count.formatted(state.marked.count)) marked") }
        if state.isArranging { parts.append(state.arrangement.query.isEmpty ? "sorting" : "searching") }
        if state.isFollowing { parts.append("following") }
        if let changes = state.markedChanges { parts.append(changes.counts ?? "nothing new") }
        if case .snapshot(let storedAt, _) = state.end.source {
            let time = LocalTime.formatted(storedAt, at: .now)
            parts.append("as of \(time)" + (state.setting.isOffline ? ", offline" : ""))
        }
        if state.isLoading { parts.append((state.isComplete ? "reading" : "loading") + style.ellipsis) }
        if state.pendingAvatarCount > 0 {
            parts.append("\(Count.formatted(state.pendingAvatarCount, "avatar")) on the way")
        }
        if state.end.skippedCount > 0 { parts.append("\(Count.formatted(state.end.skippedCount, "record")) skipped") }
        return parts
    }

    /// The current supplier's number, the number of those that are listed, and of all.
    private var counts: String {
        let (count, total) = (state.lines.rowCount, state.table.count)
        let position = count == 0 ? 0 : state.lines.number(ofLine: state.position)
        let suppliers = Count.formatted(total, "supplier")
        return "\(Count.formatted(position))/"
            + (count == total ? suppliers : "\(Count.formatted(count)) of \(suppliers)")
    }
}
