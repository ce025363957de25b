import SupplierGoKit

/// A supplier's fields while they are edited.
struct SupplierForm: Sendable, Hashable {
    /// The edit to store.
    struct Edit: Sendable, Hashable {
        /// The supplier.
        let target: EditedTarget

        /// The values that were changed.
        let values: EditedValues
    }

    /// The supplier as it was when the form was opened; its row may be another one's since.
    let supplier: Supplier

    /// The supplier's row then.
    let row: Row

    /// The text of each field, in the order of ``Supplier/Field``.
    var lines: [LineEditor]

    /// The current line.
    var position = 0

    /// Why the values were not kept.
    var faults: [SupplierEdit.FieldError] = []

    /// The values that are being stored; Enter does not store them twice.
    var stored: EditedValues?

    /// The lines before the first key.
    private let former: [String]

    /// Creates a form with a supplier's fields; what no line can hold is written out, and stays as it is if it is not
    /// touched.
    init(of supplier: Supplier, in row: Row) {
        self.supplier = supplier
        self.row = row
        former = Supplier.Field.editable.map { supplier[$0].visibleText }
        lines = former.map { LineEditor($0) }
    }

    /// The supplier's id.
    var id: Supplier.ID { supplier.id }

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
        overlay = .form(SupplierForm(of: table.supplier(at: row), in: row))
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
        guard edited != nil || form.supplier.editedFields.isEmpty else { return sayThatOriginalIsUnknown() }
        let original = edited.map(\.original) ?? form.supplier
        let target = EditedTarget(id: form.id, row: form.row, original: original)
        var form = form
        form.stored = form.values
        overlay = .form(form)
        return [.edit(.init(target: target, values: form.values))]
    }

    /// Closes the form whose edit was kept.
    mutating func endEdit(of id: Supplier.ID) -> [BrowserEffect] {
        if case .form(let form) = overlay, form.id == id { overlay = nil }
        return show("edited '\(id)'; u takes it back")
    }

    /// Names what is wrong in the form whose edit was not kept.
    mutating func refuseEdit(of id: Supplier.ID, because faults: [SupplierEdit.FieldError]) {
        guard case .form(var form) = overlay, form.id == id else { return }
        (form.faults, form.stored) = (faults, nil)
        form.position = faults.first.flatMap { Supplier.Field.editable.firstIndex(of: $0.field) } ?? form.position
        overlay = .form(form)
    }
}
