import SupplierGoKit

/// A supplier's fields while they are edited.
struct SupplierForm: Sendable, Hashable {
    /// The edit to store.
    struct Edit: Sendable, Hashable {
        /// The supplier.
        let target: EditedTarget

        /// The values that were changed.
        let values: EditedValues

        /// The supplier is added.
        var isNew = false
    }

    /// The supplier as it was when the form was opened; its row may be another one's since. `nil` for one to add.
    let supplier: Supplier?

    /// The supplier's id.
    let id: Supplier.ID

    /// The supplier's row then.
    let row: Row

    /// The text of each field, in the order of ``Supplier/Field``.
    var lines: [LineEditor]

    /// The current line.
    var position = 0

    /// The reason why the values were not kept.
    var faults: [SupplierEdits.Edit.FieldError] = []

    /// The values that are being stored; Enter does not store them twice.
    var stored: EditedValues?

    /// The lines before the first key.
    private let former: [String]

    /// Creates a form with a supplier's fields, or an empty one for a supplier to add; what no line can hold is written
    /// out, and stays as it is if it is not touched.
    init(of supplier: Supplier?, id: Supplier.ID, in row: Row) {
        (self.supplier, self.id, self.row) = (supplier, id, row)
        former = Supplier.Field.editable.map { supplier?[$0].visibleText ?? "" }
        lines = former.map { LineEditor($0) }
    }

    /// The supplier is added.
    var isNew: Bool { supplier == nil }

    /// The values that were changed, without white space around them.
    var values: EditedValues {
        var values: EditedValues = [:]
        for (index, field) in Supplier.Field.editable.enumerated() where lines[index].text != former[index] {
            values[field] = lines[index].text.trimmed
        }
        return values
    }
}

extension BrowserState {
    /// Opens a form with the chosen supplier's fields.
    mutating func edit() -> [BrowserEffect] {
        guard let row = currentRow else { return sayThatNoneIsChosen() }
        let supplier = table.supplier(at: row)
        overlay = .form(SupplierForm(of: supplier, id: supplier.id, in: row))
        return []
    }

    /// Opens an empty form for a supplier to add, which is listed after all others.
    mutating func add() -> [BrowserEffect] {
        overlay = Supplier.ID(AddCommand.newID()).map { .form(SupplierForm(of: nil, id: $0, in: table.count)) }
        return []
    }

    /// Takes a key while a supplier is edited.
    mutating func take(_ key: Key, in form: SupplierForm) -> [BrowserEffect] {
        var form = form
        switch key {
        case .up, .backTab: form.position = max(0, form.position - 1)
        case .down, .tab: form.position = min(form.lines.count - 1, form.position + 1)
        case .enter: return keep(form)
        default: return takeInLine(key)
        }
        overlay = .form(form)
        return []
    }

    private mutating func keep(_ form: SupplierForm) -> [BrowserEffect] {
        guard !form.values.isEmpty else {
            overlay = nil
            return []
        }
        guard form.values != form.stored else { return [] }
        let edited = edited[form.id]
        guard edited != nil || form.supplier?.editedFields.isEmpty ?? true else { return sayThatOriginalIsUnknown() }
        let original = edited.map(\.original) ?? form.supplier
        let target = EditedTarget(id: form.id, row: form.row, original: original)
        var form = form
        form.stored = form.values
        overlay = .form(form)
        return [.edit(.init(target: target, values: form.values, isNew: form.isNew))]
    }

    /// Closes the form whose edit was kept.
    mutating func endEdit(of id: Supplier.ID) -> [BrowserEffect] {
        var name = "edited '\(id)'"
        if case .form(let form) = overlay, form.id == id {
            overlay = nil
            if form.isNew { name = "added '\(form.values[.fullname] ?? "")'" }
        }
        return show(name + "; u takes it back")
    }

    /// Names what is wrong in the form whose edit was not kept.
    mutating func refuseEdit(of id: Supplier.ID, because faults: [SupplierEdits.Edit.FieldError]) {
        guard case .form(var form) = overlay, form.id == id else { return }
        (form.faults, form.stored) = (faults, nil)
        form.position = faults.first.flatMap { Supplier.Field.editable.firstIndex(of: $0.field) } ?? form.position
        overlay = .form(form)
    }
}
