import FoundationEssentials
import SupplierGoKit

/// The edits of one catalog, the newest first.
struct EditList: Sendable {
    /// The names of a row's values, in csv and JSON.
    static let names = [
        "catalog", "id", "fullname", "edit", "field", "from", "to", "editedAt", "state", "catalogValue",
    ]

    /// The catalog's location.
    let catalog: String

    /// The catalog as the command line gave it; `nil` if it did not.
    var catalogWord: String?

    /// The edits, applied to the catalog's suppliers; without one if the catalog was not read.
    let edits: [SupplierEdits.Applied]

    /// True if the catalog was read, so that conflicts are known.
    let isCompared: Bool

    /// The rows for programs, one for each changed field or removed supplier. A value that is not known, or that there
    /// is none of, is `nil`; so are `state` and `catalogValue` if the catalog was not read.
    var rows: [[String?]] {
        edits.flatMap { edited in
            let edit = edited.edit
            guard edit.kind != .removed else { return [row(edited, nil)] }
            return Supplier.Field.editable.compactMap { field in
                guard let change = edit.changes[field], change.value?.isEmpty == false || change.replaced != nil else {
                    return nil
                }
                return row(edited, field)
            }
        }
    }

    private func row(_ edited: SupplierEdits.Applied, _ field: Supplier.Field?) -> [String?] {
        let state = edited.state(of: field ?? edited.conflicts.first ?? .fullname)
        let change = field.flatMap { edited.edit.changes[$0] }
        let isConflict = isCompared && state == .conflict
        return [
            catalog, edited.edit.id.rawValue, edited.fullname, edited.edit.kind.rawValue, field?.rawValue,
            change?.replaced, change?.value, "\(change?.editedAt ?? edited.edit.editedAt)",
            isCompared ? state.rawValue : nil, isConflict ? field.flatMap { edited.original?[$0] } : nil,
        ]
    }

    /// The edits for people: a line a supplier, and under it one for each changed field.
    func text(at now: Timestamp, style: TextStyle) -> String {
        edits.map { edited in
            let edit = edited.edit
            let name = [edit.id.rawValue, edited.fullname ?? ""].filter { !$0.isEmpty }
                .map { $0.visibleText.isolated(by: style) }.joined(separator: "  ")
            let verb = edit.kind == .changed ? "edited" : edit.kind.rawValue
            let head = style.bold(name) + "  " + style.dim("\(verb) \(edit.age(at: now))")
            let table = FieldTable(fields: edit.kind == .removed ? [] : fields(of: edited, style: style))
            let notes = notes(on: edited).map { "    \(style.warning($0.visibleText))\n" }
            return "\(head)\n" + table.lines(style: style).map { "    \($0)\n" }.joined() + notes.joined()
        }.joined()
    }

    private func fields(of edited: SupplierEdits.Applied, style: TextStyle) -> [FieldTable.Field] {
        Supplier.Field.editable.compactMap { field in
            guard let change = edited.edit.changes[field] else { return nil }
            guard edited.edit.kind != .added else {
                return change.value?.isEmpty == true ? nil : .init(field.rawValue, change.value.shown)
            }
            let values = [change.replaced, change.value].map { $0.shown.isolated(by: style) }
            return .init(field.rawValue, values.joined(separator: style.arrow))
        }
    }

    /// The state of the edit in the catalog, in words.
    private func notes(on edited: SupplierEdits.Applied) -> [String] {
        guard isCompared else { return [] }
        let fields = edited.edit.changes.keys
        if fields.contains(where: { edited.state(of: $0) == .withoutSupplier }) {
            return ["without a supplier: the catalog no longer has this id"]
        }
        var notes: [String] = []
        if let conflict = edited.conflictClause(catalog: catalogWord) { notes.append("conflict: \(conflict)") }
        let settled = Supplier.Field.editable.filter { fields.contains($0) && edited.state(of: $0) == .settled }
        if !settled.isEmpty {
            notes.append("the catalog has the same \(settled.map(\.rawValue).joined(separator: ", ")) now")
        }
        return notes
    }
}

extension SupplierEdits.Applied {
    /// The supplier's name as it is shown, or was; `nil` if that is not known.
    var fullname: String? {
        let change = edit.changes[.fullname]
        let earlier = edit.earlier?.changes[.fullname]
        return supplier?.fullname ?? original?.fullname ?? change?.value ?? change?.replaced ?? earlier?.value
    }

    /// A card's rows on the edit: the edited fields, the date, and the fields that the catalog has changed itself.
    func noteFields(at now: Timestamp = Timestamp(.now), catalog: String?) -> [FieldTable.Field] {
        let age = edit.age(at: now)
        let changes = Supplier.Field.editable.filter { edit.changes[$0] != nil && state(of: $0) != .settled }
        guard !changes.isEmpty else { return [] }
        let was = changes.map { "\($0.rawValue) (was \(edit.changes[$0]?.replaced.shown ?? ""))" }
        let row =
            edit.kind == .added
            ? FieldTable.Field("Added", age)
            : .init("Edited", age + ": " + was.joined(separator: ", "), isMessage: true)
        return [row] + (conflictClause(catalog: catalog).map { [.init("Conflict", $0, isMessage: true)] } ?? [])
    }

    /// The catalog's own changes and the command that settles them, as a clause; `nil` if there is no conflict.
    ///
    /// - Parameter catalog: the catalog as the command line gave it; `nil` if it did not.
    func conflictClause(catalog: String?) -> String? {
        guard let original, !conflicts.isEmpty else { return nil }
        let values = conflicts.map { "\($0.rawValue) \(String?.some(original[$0]).shown)" }.joined(separator: ", ")
        let take = ShellWord.call("edits", "--take", for: edit.id.rawValue, catalog: catalog)
        return "the catalog now has \(values); '\(take)' takes it, '--keep \(edit.id.rawValue.shellWord)' keeps yours"
    }
}

extension Supplier.EditedFields {
    /// The word for a supplier that is added or edited, or whose edit conflicts with the catalog; `nil` if none is.
    var word: String? {
        isEmpty && !hasConflict ? nil : hasConflict ? "conflict" : contains(.id) ? "added" : "edited"
    }

    /// The sign for that, a column wide.
    func sign(in style: TextStyle) -> StyledText? {
        switch word {
        case "conflict"?: style.failure("!")
        case "added"?: style.accent(style.usesUnicode ? "✚" : "a")
        case nil: nil
        default: style.accent(style.usesUnicode ? "✎" : "e")
        }
    }
}

extension SupplierEdits.Edit {
    /// The age of the last edit, in words.
    func age(at now: Timestamp) -> String {
        let seconds = Int(now.secondsSinceEpoch - editedAt.secondsSinceEpoch)
        return seconds < 60 ? "just now" : Age.formatted(seconds) + " ago"
    }
}

extension String? {
    /// The value of a field for people.
    var shown: String {
        guard let self, !self.isEmpty else { return "empty" }
        return self.visibleText
    }
}
