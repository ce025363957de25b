import SupplierGoKit

/// The edits of one catalog as a file holds them: a line that names the format and the catalog, then a JSON object a
/// line.
///
/// ```
/// {"suppliergoEdits":1,"catalog":"https://suppliers.example/catalog.json"}
/// {"id":"13","edit":"changed","since":"2026-11-23T09:11:16.040Z","fields":{"phone":{"from":"…","to":"…","at":"…"}}}
/// ```
struct EditDocument: Sendable, Hashable {
    /// A line that cannot be read, or that another one of the same supplier follows.
    struct DamagedLine: Sendable, Hashable {
        /// Its number, from 1.
        let number: Int

        /// Its bytes, without the line feed.
        let bytes: [UInt8]
    }

    /// The version of the format that is written.
    static let currentVersion = 1

    /// The name of the format's version in the first line.
    private static let versionName = "suppliergoEdits"

    /// The catalog that is edited: its URL without user and password, its file's path, or `command:NAME`; empty if
    /// that is not known.
    var catalog: String

    /// The edits.
    var edits = SupplierEdits()

    /// The lines that could not be read, which ``bytes`` leaves out.
    var damagedLines: [DamagedLine] = []

    /// Creates a document without edits.
    init(catalog: String) {
        self.catalog = catalog
    }

    /// Reads a document. A line that is damaged costs only itself.
    init(_ bytes: [UInt8]) {
        self.init(catalog: "")
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var damaged: [Int] = []
        var indices: [Supplier.ID: Int] = [:]
        for (index, line) in lines.enumerated() where !line.isEmpty {
            let object = JSONDocument(Array(line))?.root
            if index == 0, let object, object[Self.versionName] != nil {
                catalog = object["catalog"]?.string ?? ""
            } else if let edit = object.flatMap({ SupplierEdits.Edit($0) }) {
                edits[edit.id] = edit
                // The newest comes last.
                if let older = indices.updateValue(index, forKey: edit.id) { damaged.append(older) }
            } else {
                damaged.append(index)
            }
        }
        damagedLines = damaged.sorted().map { DamagedLine(number: $0 + 1, bytes: Array(lines[$0])) }
    }

    /// The document's text in UTF-8, the oldest edit first.
    var bytes: [UInt8] {
        var text = "{\"\(Self.versionName)\":\(Self.currentVersion),\"catalog\":\(catalog.quotedForJSON)}\n"
        for edit in edits.newestFirst.reversed() { text += edit.line + "\n" }
        return Array(text.utf8)
    }
}

extension SupplierEdits.Edit {
    /// The edit in JSON.
    fileprivate var line: String {
        let before = earlier.map { ",\"earlier\":{\(Self.members($0.kind, $0.createdAt, $0.changes))}" } ?? ""
        return "{\"id\":\(id.rawValue.quotedForJSON),\(Self.members(kind, createdAt, changes))\(before)}"
    }

    private static func members(_ kind: Kind, _ createdAt: Timestamp, _ changes: [Supplier.Field: Change]) -> String {
        let fields = Supplier.Field.editable.compactMap { field -> String? in
            guard let change = changes[field] else { return nil }
            let from = change.replaced.map { "\"from\":\($0.quotedForJSON)," } ?? ""
            let to = change.value.map { "\"to\":\($0.quotedForJSON)," } ?? ""
            return "\"\(field.rawValue)\":{\(from)\(to)\"at\":\"\(change.editedAt)\"}"
        }
        return "\"edit\":\"\(kind.rawValue)\",\"since\":\"\(createdAt)\",\"fields\":{\(fields.joined(separator: ","))}"
    }

    /// Reads the edit from JSON; `nil` if it is not one.
    fileprivate init?(_ object: JSONValue) {
        guard let id = (object["id"]?.string).flatMap(Supplier.ID.init) else { return nil }
        self.init(of: id, object)
        if let before = object["earlier"] {
            earlier = Self(of: id, before)
            guard let earlier, earlier.kind != .removed, kind == .removed else { return nil }
        }
        guard kind != .removed || earlier?.kind == .added || changes.values.allSatisfy({ $0.replaced != nil }) else {
            return nil
        }
    }

    /// Reads the edit of a supplier without an earlier one from JSON; `nil` if it has no changes.
    private init?(of id: Supplier.ID, _ object: JSONValue) {
        guard let fields = object["fields"], fields.isObject,
            let kind = (object["edit"]?.string).flatMap({ Kind(rawValue: $0) }),
            let createdAt = (object["since"]?.string).flatMap({ Timestamp($0) })
        else { return nil }
        var changes: [Supplier.Field: Change] = [:]
        for (name, entry) in fields.members {
            guard let field = Supplier.Field.editable(named: name),
                let editedAt = (entry["at"]?.string).flatMap({ Timestamp($0) })
            else { return nil }
            let change = Change(value: entry["to"]?.string, replaced: entry["from"]?.string, editedAt: editedAt)
            guard (change.value != nil) == (kind != .removed),
                kind == .removed || (change.replaced != nil) == (kind != .added)
            else { return nil }
            changes[field] = change
        }
        let isWhole = changes.count == Supplier.Field.editable.count
        guard isWhole || kind == .changed && !changes.isEmpty else { return nil }
        self.init(id: id, kind: kind, createdAt: createdAt, changes: changes)
    }
}
