import SupplierGoKit

/// Prints the changes of a catalog.
struct ChangeFormatter: Sendable {
    /// The formats that it has.
    static let formats: [OutputFormat] = [.card, .json, .ndjson, .csv]

    let format: OutputFormat
    let style: TextStyle

    /// Whether a terminal shows them, so that everything that it would obey is written out.
    let isForTerminal: Bool

    /// All changes.
    func text(of changes: [CatalogChange]) -> String {
        switch format {
        case .json: json(changes.map { ChangeRow(change: $0) })
        case .ndjson: changes.map { json(ChangeRow(change: $0)) }.joined()
        case .csv: (["id,change,field,from,to"] + changes.flatMap(csvLines)).map { $0 + "\r\n" }.joined()
        default: changes.flatMap { lines(of: $0) }.map { $0.text + "\n" }.joined()
        }
    }

    private func json(_ value: some JSONWritable) -> String {
        String(decoding: JSONWriter.line(value, isForTerminal: isForTerminal), as: UTF8.self)
    }

    private func csvLines(of change: CatalogChange) -> [String] {
        let id = (change.new ?? change.old)?.id.rawValue
        return change.fields.map { field in
            let line = CSVText.line([id, change.kind.rawValue, field.field.rawValue, field.from, field.to])
            return isForTerminal ? line.visibleText : line
        }
    }

    /// A line for the supplier, and those of each field; a removed supplier has no fields any more.
    ///
    /// - Parameter width: the columns that a line may take; `nil` for any number.
    func lines(of change: CatalogChange, width: Int? = nil) -> [StyledLine] {
        guard let supplier = change.new ?? change.old else { return [] }
        let kind = change.kind.rawValue
        var room = width.map { $0 - kind.count - 2 } ?? .max
        // Each is isolated by itself, so that the id stays before a name from right to left.
        let parts = [supplier.id.rawValue, supplier.fullname].map { part in
            let shown = part.visibleText.shortened(toWidth: room, ellipsis: style.ellipsis)
            room -= shown.displayWidth + 2
            return shown.isolated(by: style)
        }
        let name = parts.filter { !$0.isEmpty }.joined(separator: "  ")
        let arrow = style.usesUnicode ? " → " : " -> "
        let fields = change.fields.map { field in
            let values = change.kind == .changed ? [field.from, field.to] : [field.to]
            return FieldTable.Field(
                field.field.rawValue, values.map { $0.shown.isolated(by: style) }.joined(separator: arrow))
        }
        let lines = FieldTable(fields: change.kind == .removed ? [] : fields).lines(
            width: width.map { $0 - 4 }, style: style)
        let head = StyledLine(
            text: style.bold(name) + "  " + style.warning(kind),
            width: name.displayWidth + 2 + kind.count)
        return [head] + lines.map { StyledLine(text: "    ", width: 4) + $0 }
    }
}

/// A change for programs.
private struct ChangeRow: JSONWritable {
    let change: CatalogChange

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", (change.new ?? change.old)?.id.rawValue)
            json.member("change", change.kind.rawValue)
            json.member("fields") { json in
                json.object { json in
                    for field in change.fields {
                        json.member(field.field.rawValue) { json in
                            json.object { json in
                                json.member("from", field.from)
                                json.member("to", field.to)
                            }
                        }
                    }
                }
            }
        }
    }
}
