import SupplierGoKit

/// A page of lines that is scrolled: the keys, from the table, or the changes.
struct PageBox {
    /// The most changes that are shown.
    private static let changeLimit = 1000

    private let title: String
    private let lines: [StyledText]
    private let style: TextStyle

    /// The number of lines that are shown at once.
    private let shownCount: Int

    /// Lays a page out for the window.
    init(_ page: BrowserState.Page, of state: BrowserState) {
        style = state.setting.style
        let width = min(76, state.size.columns - CardFrame.width)
        let lines: [StyledText]
        switch page {
        case .keys: (title, lines) = ("Keys", Self.keys(width: width, style: style))
        case .changes: (title, lines) = ("Changes", Self.changes(state.changes.all, width: width, style: style))
        }
        self.lines = lines.map { $0.padded(toWidth: width) }
        shownCount = max(1, min(lines.count, state.size.rows - 4))
    }

    private static func keys(width: Int, style: TextStyle) -> [StyledText] {
        let nameWidth = KeyTable.help.flatMap(\.keys).map(\.names.count).max() ?? 0
        let groups = KeyTable.help.map { title, keys in
            let fields = keys.map { FieldTable.Field($0.padded(toWidth: nameWidth), $1) }
            return [StyledText(title, width: width, style: style, emphasis: style.bold)]
                + FieldTable(fields: fields).lines(width: width, style: style)
        }
        return Array(groups.joined(separator: [""]))
    }

    private static func changes(_ changes: [CatalogChange], width: Int, style: TextStyle) -> [StyledText] {
        let formatter = ChangeFormatter(format: .card, style: style, isForTerminal: true)
        let lines = changes.prefix(changeLimit).flatMap { formatter.lines(of: $0, width: width) }
        let rest = changes.count - changeLimit
        guard rest > 0 else { return lines }
        return lines + [StyledText("and \(Count.formatted(rest)) more", width: width, style: style)]
    }

    /// The first line that is shown if the last one is.
    var greatestTop: Int { lines.count - shownCount }

    /// The title and the lines that are shown from one on.
    func groups(from top: Int) -> [[StyledText]] {
        let first = min(top, greatestTop)
        let more = greatestTop == 0 ? "" : ", \(first + 1) to \(first + shownCount) of \(lines.count) lines"
        let title = style.bold(title) + style.dim(more)
        return [[title], Array(lines[first..<first + shownCount])]
    }
}
