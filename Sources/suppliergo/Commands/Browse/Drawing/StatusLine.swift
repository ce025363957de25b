import SupplierGoKit

/// The line below: a message, or how many suppliers there are and what goes on.
struct StatusLine {
    private let state: BrowserState
    private let style: TextStyle

    /// Creates the line of a state.
    init(_ state: BrowserState) {
        self.state = state
        style = state.setting.style
    }

    /// Draws the line, and the key for help if there is room.
    func draw(on screen: inout Screen, row: Int) {
        let width = screen.size.columns
        let hint = hint
        let room = max(0, width - hint.displayWidth - 2)
        screen.write(styled: text(width: room), row: row, column: 0, width: room)
        screen.write(styled: style.dim(hint), row: row, column: width - hint.displayWidth)
    }

    private var hint: String {
        switch state.overlay {
        case .search: "Enter: keep  Escape: all"
        case _ where state.setting.isPicker: "Enter: choose  ?: keys"
        case _ where state.isCardOpen: "Escape: list  ?: keys"
        default: "?: keys"
        }
    }

    private func text(width: Int) -> String {
        if let message = state.message {
            let text = message.text.shortened(toWidth: width, ellipsis: style.ellipsis)
            return message.isFailure ? style.failure(text) : text
        }
        let text = parts.joined(separator: style.usesUnicode ? " · " : " - ")
        return style.dim(text.shortened(toWidth: width, ellipsis: style.ellipsis))
    }

    /// The parts, the most important first.
    private var parts: [String] {
        var parts = state.table.isEmpty && !state.isComplete ? [] : [counts]
        if !state.marked.isEmpty { parts.append("\(Count.formatted(state.marked.count)) marked") }
        if state.isArranging { parts.append(state.arrangement.query.isEmpty ? "sorting" : "searching") }
        if state.isLoading { parts.append(state.isComplete ? "reading again" : "arriving") }
        if state.isFollowing { parts.append("following") }
        if let difference { parts.append(difference) }
        if case .snapshot(let storedAt, _) = state.end.source {
            parts.append("as of \(LocalTime.formatted(storedAt))" + (state.setting.isOffline ? ", offline" : ""))
        }
        if state.pendingAvatarCount > 0 {
            parts.append("\(Count.formatted(state.pendingAvatarCount, "avatar")) on the way")
        }
        if state.end.skippedCount > 0 { parts.append("\(Count.formatted(state.end.skippedCount, "record")) skipped") }
        return parts
    }

    /// The number of suppliers that are listed, and of all.
    private var counts: String {
        let (count, total) = (state.lines.rowCount, state.table.count)
        let suppliers = Count.formatted(total, "supplier")
        return count == total ? suppliers : "\(Count.formatted(count)) of \(suppliers)"
    }

    /// The changes of the last reading.
    private var difference: String? {
        guard let comparison = state.comparison else { return nil }
        let counts = [
            (comparison.added.count, "new"), (comparison.changed.count, "changed"), (comparison.goneCount, "gone"),
        ]
        let parts = counts.filter { $0.0 > 0 }.map { "\(Count.formatted($0.0)) \($0.1)" }
        return parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
    }
}
