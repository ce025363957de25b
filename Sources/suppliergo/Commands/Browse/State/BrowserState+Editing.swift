import SupplierGoKit

/// Edits as they are typed; ``BrowserEdits`` stores them, and undoes them.
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
        overlay = Supplier.ID(SupplierChange.newID()).map { .form(SupplierForm(of: nil, id: $0, in: table.count)) }
        return []
    }

    /// Handles a key while a supplier is edited.
    mutating func press(_ key: Key, in form: SupplierForm) -> [BrowserEffect] {
        var form = form
        switch key {
        case .up, .backTab: form.position = max(0, form.position - 1)
        case .down, .tab: form.position = min(form.lines.count - 1, form.position + 1)
        case .enter: return save(form)
        default: return pressInLine(key)
        }
        overlay = .form(form)
        return []
    }

    private mutating func save(_ form: SupplierForm) -> [BrowserEffect] {
        guard !form.values.isEmpty else {
            overlay = nil
            return []
        }
        guard form.values != form.stored else { return [] }
        let edited = edited[form.id]
        guard edited != nil || form.supplier?.editedFields.isEmpty ?? true else { return sayThatOriginalIsUnknown() }
        var form = form
        form.stored = form.values
        overlay = .form(form)
        let change = SupplierChange(
            id: form.id, original: edited.map(\.original) ?? form.supplier, kind: form.isNew ? .add : .edit,
            values: form.values, row: form.row)
        return [.edit([change])]
    }

    /// Closes the form whose edit was kept.
    mutating func endEdit(of id: Supplier.ID) -> [BrowserEffect] {
        var name = "edited '\(id)'"
        if case .form(let form) = overlay, form.id == id {
            overlay = nil
            if form.isNew { name = "added '\(form.values[.fullname] ?? "")'" }
        }
        return show(name + "; u undoes this")
    }

    /// Names what is wrong in the form whose edit was not kept.
    mutating func refuseEdit(of id: Supplier.ID, because faults: [SupplierEdits.Edit.FieldError]) {
        guard case .form(var form) = overlay, form.id == id else { return }
        (form.faults, form.stored) = (faults, nil)
        form.position = faults.first.flatMap { Supplier.Field.editable.firstIndex(of: $0.field) } ?? form.position
        overlay = .form(form)
    }

    /// Hides the marked suppliers, or else the current one.
    mutating func hide() -> [BrowserEffect] {
        let rows = chosenRows
        guard !rows.isEmpty else { return sayThatNoneIsChosen() }
        let changes = rows.compactMap { change(.hide, inRow: $0) }
        return changes.count == rows.count ? [.edit(changes)] : sayThatOriginalIsUnknown()
    }

    /// Asks how to settle the conflicts of the current supplier's edit.
    mutating func askHowToSettle() -> [BrowserEffect] {
        guard let row = currentRow else { return sayThatNoneIsChosen() }
        guard let change = change(.takeCatalogs, inRow: row), let edited = edited[change.id], !edited.conflicts.isEmpty
        else { return show("no conflict: the catalog has not changed the edited fields") }
        overlay = .menu(.settling(edited, change))
        return []
    }

    /// A change of the supplier in a row; `nil` if it is not known yet how the catalog has it.
    private func change(_ kind: SupplierChange.Kind, inRow row: Row) -> SupplierChange? {
        let supplier = table.supplier(at: row)
        let edited = edited[supplier.id]
        guard edited != nil || supplier.editedFields.isEmpty else { return nil }
        return SupplierChange(id: supplier.id, original: edited.map(\.original) ?? supplier, kind: kind, row: row)
    }

    /// Says why an edited supplier cannot be edited: its original arrives with the catalog's end.
    private mutating func sayThatOriginalIsUnknown() -> [BrowserEffect] {
        show("the catalog is still loading; try again when it is complete", isFailure: true)
    }
}
