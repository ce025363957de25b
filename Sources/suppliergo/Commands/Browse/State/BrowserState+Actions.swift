import SupplierGoKit

extension BrowserState {
    /// Opens something of the chosen supplier.
    mutating func open(_ opened: Supplier.Field) {
        if let cardSupplier { ask(for: .open(opened, cardSupplier)) } else { sayThatNoneIsChosen() }
    }

    /// The most suppliers that one message goes to.
    private static let messageLimit = 50

    /// Opens a message to the marked suppliers together, or else to the current one.
    mutating func write() {
        guard !marked.isEmpty else { return open(.email) }
        guard marked.count <= Self.messageLimit else {
            let count = Count.formatted(marked.count)
            return show("\(count) are marked: a message goes to at most \(Self.messageLimit)", isFailure: true)
        }
        ask(for: .write(marked.sorted().map(completedSupplier)))
    }

    /// Asks which field to copy: of the marked suppliers, or else of the current one.
    mutating func askWhatToCopy() {
        if !marked.isEmpty {
            overlay = .menu(.copying(markedCount: marked.count))
        } else if let cardSupplier {
            overlay = .menu(.copying(cardSupplier))
        } else {
            sayThatNoneIsChosen()
        }
    }

    /// Says why a key for a supplier does nothing.
    mutating func sayThatNoneIsChosen() {
        show(lines.lineCount == 0 ? "no supplier is listed" : "this is a company: choose one of its suppliers")
    }

    /// The exported rows: the marked ones, or else all listed ones, folded ones included.
    var exportedRows: [Row] { marked.isEmpty ? Array(lines.rows) : marked.sorted() }

    /// The number of ``exportedRows``.
    var exportedCount: Int { marked.isEmpty ? lines.rowCount : marked.count }

    /// Asks for the name of a file, unless there is nothing to write, or not all that match have been found.
    mutating func askForFileName() {
        guard exportedCount > 0 else { return show("nothing to export") }
        guard areExportedKnown else { return sayThatSomeAreMissing() }
        overlay = .fileName(LineEditor("suppliers.vcf", isProposal: true))
    }

    private var areExportedKnown: Bool { !isArranging || !marked.isEmpty }

    mutating func sayThatSomeAreMissing() {
        show("still searching: try again when the search is complete", isFailure: true)
    }

    /// Exports to a file, whose extension names the format; asks again if it names none.
    mutating func export(to path: String) {
        // The suppliers may have gone since the name was asked for.
        guard !path.isEmpty, exportedCount > 0 else {
            overlay = nil
            return
        }
        guard areExportedKnown else { return sayThatSomeAreMissing() }
        guard let format = OutputFormat(extensionOf: path) else {
            return show("give an extension that names the format: .vcf, .csv, .html or .json", isFailure: true)
        }
        overlay = nil
        let export = Export(
            path: path, format: format, table: table, rows: exportedRows, source: catalog.end.source)
        ask(for: .export(export))
    }

    /// Leaves once the exports that go on have ended.
    mutating func leave(with end: Browser.End) {
        guard exportCount > 0 else { return ask(for: .leave(end)) }
        awaitedEnd = end
        show("finishing the export; Ctrl-C gives it up")
    }

    /// Leaves if that has waited for the export, unless its box is open to be answered.
    mutating func endExport() {
        exportCount -= 1
        if overlay != nil { awaitedEnd = nil }
        if exportCount == 0, let awaitedEnd { ask(for: .leave(awaitedEnd)) }
    }

    /// Reads the catalog again.
    mutating func reload() {
        guard !catalog.isLoading else { return show("the catalog is being read already") }
        _ = forgetFailures()
        (detailedSupplier, catalog.isLoading) = (nil, true)
        ask(for: .reload)
    }

    /// Tries again what failed: the catalog, and avatars.
    mutating func retry() {
        if failure != nil, !catalog.isLoading { return reload() }
        if forgetFailures() { ask(for: .retryAvatars) } else { show("nothing has failed") }
    }

    // MARK: Edits
    // As they are typed: ``BrowserActions`` stores them, and undoes them.

    /// Opens a form with the chosen supplier's fields.
    mutating func edit() {
        guard !isReadByGuess else { return sayThatEditsNeverGuess() }
        guard let row = currentRow else { return sayThatNoneIsChosen() }
        let supplier = table.supplier(at: row)
        overlay = .form(SupplierForm(of: supplier, id: supplier.id, in: row))
    }

    /// Opens an empty form for a supplier to add, which is listed after all others.
    mutating func add() {
        guard !isReadByGuess else { return sayThatEditsNeverGuess() }
        overlay = Supplier.ID(SupplierChange.newID()).map { .form(SupplierForm(of: nil, id: $0, in: table.count)) }
    }

    /// Handles a key while a supplier is edited.
    mutating func press(_ key: Key, in form: SupplierForm) {
        var form = form
        switch key {
        case .up, .backTab: form.position = max(0, form.position - 1)
        case .down, .tab: form.position = min(form.lines.count - 1, form.position + 1)
        case .enter: return save(form)
        default: return pressInLine(key)
        }
        overlay = .form(form)
    }

    private mutating func save(_ form: SupplierForm) {
        guard !form.values.isEmpty else {
            overlay = nil
            return
        }
        let edited = catalog.edited[form.id]
        guard edited != nil || form.supplier?.editedFields.isEmpty ?? true else { return sayThatOriginalIsUnknown() }
        let change = SupplierChange(
            id: form.id, original: edited.map(\.original) ?? form.supplier, kind: form.isNew ? .add : .edit,
            values: form.values, row: form.row)
        let warnings = change.warnings.map { SupplierEdits.Edit.FieldError($0.field, $0.reason + "; Enter saves it") }
        var form = form
        // The second Enter stores what the first one has warned of.
        let isWarning = !warnings.allSatisfy(form.warnings.contains)
        form.warnings = warnings
        if isWarning { form.show(warnings) }
        overlay = .form(form)
        if !isWarning { ask(for: .edit([change])) }
    }

    /// Closes the form whose edit was kept.
    mutating func endEdit(of id: Supplier.ID, saying text: String) {
        if case .form(let form) = overlay, form.id == id { overlay = nil }
        show(text)
    }

    /// Names what is wrong in the form whose edit was not kept.
    mutating func refuseEdit(of id: Supplier.ID, because faults: [SupplierEdits.Edit.FieldError]) {
        guard case .form(var form) = overlay, form.id == id else { return }
        form.show(faults)
        overlay = .form(form)
    }

    /// Hides the marked suppliers, or else the current one.
    mutating func hide() {
        guard !isReadByGuess else { return sayThatEditsNeverGuess() }
        let rows = chosenRows
        guard !rows.isEmpty else { return sayThatNoneIsChosen() }
        let changes = rows.compactMap { change(.hide, inRow: $0) }
        if changes.count == rows.count { ask(for: .edit(changes)) } else { sayThatOriginalIsUnknown() }
    }

    /// Asks how to settle the conflicts of the current supplier's edit.
    mutating func askHowToSettle() {
        guard let row = currentRow else { return sayThatNoneIsChosen() }
        guard let change = change(.takeCatalogs, inRow: row), let edited = catalog.edited[change.id],
            !edited.conflicts.isEmpty
        else { return show("no conflict: the catalog has not changed the edited fields") }
        overlay = .menu(.settling(edited, change))
    }

    /// A change of the supplier in a row; `nil` if it is not known yet how the catalog has it.
    private func change(_ kind: SupplierChange.Kind, inRow row: Row) -> SupplierChange? {
        let supplier = table.supplier(at: row)
        let edited = catalog.edited[supplier.id]
        guard edited != nil || supplier.editedFields.isEmpty else { return nil }
        return SupplierChange(id: supplier.id, original: edited.map(\.original) ?? supplier, kind: kind, row: row)
    }

    /// Says why nothing is edited: no record has our names.
    private mutating func sayThatEditsNeverGuess() {
        show("edits never guess: 'suppliergo inspect' prints the settings", isFailure: true)
    }

    /// Says why an edited supplier cannot be edited: its original arrives with the catalog's end.
    private mutating func sayThatOriginalIsUnknown() {
        show("the catalog is still loading; try again when it is complete", isFailure: true)
    }
}
