import SupplierGoKit

extension SupplierEdits.Applied {
    /// A card's rows on the edit: what was edited and when, and what the catalog has changed by itself.
    func noteFields(at now: Timestamp = Timestamp(.now)) -> [FieldTable.Field] {
        let age = edit.age(at: now)
        let changes = Supplier.Field.editable.filter { edit.changes[$0] != nil && state(of: $0) != .settled }
        guard !changes.isEmpty else { return [] }
        let was = changes.map { "\($0.rawValue) (was \(edit.changes[$0]?.replaced.shown ?? ""))" }
        let row =
            edit.kind == .added
            ? FieldTable.Field("Added", age) : .init("Edited", age + ": " + was.joined(separator: ", "))
        return [row] + (conflictClause().map { [.init("Conflict", $0)] } ?? [])
    }

    /// The catalog's own changes and the command that settles them, as a clause; `nil` if there is no conflict.
    ///
    /// - Parameter catalog: the catalog as the command line gave it; `nil` if it did not.
    func conflictClause(catalog: String? = nil) -> String? {
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
