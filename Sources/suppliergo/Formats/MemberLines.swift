import SupplierGoKit

/// Draws the members of an object: a line each, an object's members under its name, and arrays of objects as tables.
struct MemberLines {
    private static let indent = 2

    /// The most rows that a table's columns are laid out by.
    private static let layoutCount = 1000

    /// The most columns of a line, or `nil` for any number.
    let width: Int?

    /// The most rows of a table.
    let rowLimit: Int
    let style: TextStyle

    /// The lines, in the members' order, with all values in one column. A long name continues in the next line.
    func runs(of members: [CardMember]) -> [CardLines.Run] {
        let nameLimit = width.map { min(24, max(8, $0 * 2 / 5)) } ?? .max
        func indent(of member: CardMember) -> Int { min(member.depth * Self.indent, nameLimit / 2) }
        let names = members.map { $0.isTable ? 0 : indent(of: $0) + $0.name.visibleText.displayWidth }
        let nameWidth = min(nameLimit, names.max() ?? 0)
        return members.flatMap { member -> [CardLines.Run] in
            let (name, indent) = (member.name.visibleText, indent(of: member))
            if case .table(let table) = member.content { return runs(of: table, named: name, indent: indent) }
            let room = width.map { $0 - nameWidth - FieldTable.gap }
            let field = FieldTable.Field(
                name, member.text(width: room, ellipsis: style.ellipsis), indent: indent
            ) { StyledText($0).isolated(by: style) }
            return [.init(FieldTable(fields: [field]).lines(width: width, nameWidth: nameWidth, style: style))]
        }
    }

    /// A table under its name and number, in as many columns as fit, and the number of elements that have no row.
    private func runs(of table: ElementTable, named name: String, indent: Int) -> [CardLines.Run] {
        let (total, margin) = (table.elements.count, String(repeating: " ", count: indent))
        let count = " (\(Count.formatted(total)))"
        let room = width.map { max(1, $0 - indent - count.count) } ?? .max
        let title = StyledText(name, width: room, style: style, emphasis: style.bold) + style.dim(count)
        let (shown, laidOut) = (min(total, rowLimit), min(total, rowLimit, Self.layoutCount))
        let paths = table.columns(ofFirst: laidOut)
        let inner = margin + String(repeating: " ", count: Self.indent)
        let columns = CellColumns(
            paths, rows: (0..<laidOut).map { table.row($0, paths) }, width: width.map { $0 - inner.count })
        let rows = CardLines.Run(count: paths.isEmpty ? 0 : shown, width: inner.count + columns.width, table: table) {
            StyledText(inner) + columns.line(table.row($0, paths), style: style)
        }
        let heading = paths.isEmpty ? [] : [StyledText(inner) + columns.heading(style: style)]
        let more =
            total == rows.count
            ? [] : [StyledText(inner) + style.dim("and \(Count.formatted(total - rows.count)) more")]
        return [.init([StyledText(margin) + title] + heading), rows, .init(more)]
    }
}
