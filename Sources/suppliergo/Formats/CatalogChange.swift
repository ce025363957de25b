import SupplierGoKit

/// The difference of one supplier between two states of a catalog.
struct CatalogChange: Sendable, Hashable {
    /// The change of a supplier as a whole.
    enum Kind: String, Sendable {
        case added, removed, changed
    }

    /// A field with both values.
    struct Field: Sendable, Hashable {
        /// The name of a supplier's own field in catalogs, or the path of another one.
        let path: String

        /// The earlier value, or `nil` if the supplier was added.
        let from: String?

        /// The present value, or `nil` if the supplier was removed.
        let to: String?
    }

    /// The supplier's own fields, which come first.
    static let fields = Supplier.Field.editable + [.createdAt]

    /// The supplier as it was, or `nil` if it was added.
    let old: Supplier?

    /// The supplier as it is, or `nil` if it was removed.
    let new: Supplier?

    /// The fields that differ; an added or a removed supplier has its filled fields here.
    let fields: [Field]

    var kind: Kind { old == nil ? .added : new == nil ? .removed : .changed }
}

/// Prints the changes of a catalog.
struct ChangeFormatter: Sendable {
    /// The formats that it has.
    static let formats: [OutputFormat] = [.card, .json, .ndjson, .csv]

    let format: OutputFormat
    let style: TextStyle

    /// True if a terminal shows them, so that everything that it would obey is written out.
    let isForTerminal: Bool

    /// All changes.
    ///
    /// - Parameter isWhole: true if they are all of the catalog's; if not, the array is left unclosed.
    func text(of changes: [CatalogChange], isWhole: Bool = true) -> String {
        switch format {
        case .json:
            String(changes.map(members).jsonLine(isForTerminal: isForTerminal).dropLast(isWhole ? 0 : "]\n".utf8.count))
        case .ndjson: changes.map { members(of: $0).jsonLine(isForTerminal: isForTerminal) }.joined()
        case .csv:
            RowWriter(names: ["id", "change", "field", "from", "to"], format: format, isForTerminal: isForTerminal)
                .text(of: changes.flatMap(rows))
        default: changes.flatMap { lines(of: $0) }.map { "\($0)\n" }.joined()
        }
    }

    private func members(of change: CatalogChange) -> JSONMembers {
        let fields = change.fields.map { ["from": $0.from, "to": $0.to] as JSONMembers }
        return [
            "id": (change.new ?? change.old)?.id.rawValue, "change": change.kind.rawValue,
            "fields": JSONMembers(change.fields.map(\.path), fields),
        ]
    }

    /// A row for each changed field, or one for a supplier without any.
    private func rows(of change: CatalogChange) -> [[String?]] {
        let subject = [(change.new ?? change.old)?.id.rawValue, change.kind.rawValue]
        guard !change.fields.isEmpty else { return [subject + [nil, nil, nil]] }
        return change.fields.map { subject + [$0.path, $0.from, $0.to] }
    }

    /// A line for the supplier, and those of each field; a removed supplier has no fields any more.
    ///
    /// - Parameter width: the columns that a line may take; `nil` for any number.
    func lines(of change: CatalogChange, width: Int? = nil) -> [StyledText] {
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
        let fields = change.fields.map { field in
            let values = change.kind == .changed ? [field.from, field.to] : [field.to]
            return FieldTable.Field(
                field.path.visibleText, values.map { $0.shown.isolated(by: style) }.joined(separator: style.arrow))
        }
        let lines = FieldTable(fields: change.kind == .removed ? [] : fields).lines(
            width: width.map { $0 - 4 }, style: style)
        return [style.bold(name) + "  " + style.warning(kind)] + lines.map { "    " + $0 }
    }
}
