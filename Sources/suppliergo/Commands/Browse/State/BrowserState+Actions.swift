import SupplierGoKit

extension BrowserState {
    /// Opens something of the chosen supplier.
    mutating func open(_ opened: Supplier.Field) -> [BrowserEffect] {
        currentRow.map { [.open(opened, table.supplier(at: $0))] } ?? sayThatNoneIsChosen()
    }

    /// The most suppliers that one message goes to.
    private static let messageLimit = 50

    /// Opens a message to the marked suppliers together, or else to the current one.
    mutating func write() -> [BrowserEffect] {
        guard !marked.isEmpty else { return open(.email) }
        guard marked.count <= Self.messageLimit else {
            let count = Count.formatted(marked.count)
            return show("\(count) are marked: a message goes to at most \(Self.messageLimit)", isFailure: true)
        }
        return [.write(marked.sorted().map(table.supplier))]
    }

    /// Asks which field to copy: of the marked suppliers, or else of the current one.
    mutating func askWhatToCopy() -> [BrowserEffect] {
        guard marked.isEmpty else {
            overlay = .menu(.copying(markedCount: marked.count))
            return []
        }
        guard let row = currentRow else { return sayThatNoneIsChosen() }
        overlay = .menu(.copying(table.supplier(at: row)))
        return []
    }

    /// Says why a key for a supplier does nothing.
    mutating func sayThatNoneIsChosen() -> [BrowserEffect] {
        show(lines.lineCount == 0 ? "no supplier is listed" : "this is a company: choose one of its suppliers")
    }

    /// The rows that are exported: those that are marked, or else all that are listed, folded ones included.
    var exportedRows: [Row] { marked.isEmpty ? Array(lines.rows) : marked.sorted() }

    /// The number of ``exportedRows``.
    var exportedCount: Int { marked.isEmpty ? lines.rowCount : marked.count }

    /// Asks for the name of a file, unless there is nothing to write, or not all that match have been found.
    mutating func askForFileName() -> [BrowserEffect] {
        guard exportedCount > 0 else { return show("nothing to export") }
        guard areExportedKnown else { return sayThatSomeAreMissing() }
        exportFailure = nil
        overlay = .fileName(LineEditor("suppliers.vcf", isProposal: true))
        return []
    }

    private var areExportedKnown: Bool { !isArranging || !marked.isEmpty }

    mutating func sayThatSomeAreMissing() -> [BrowserEffect] {
        show("still searching: try again when the search is complete", isFailure: true)
    }

    /// Exports to a file, whose extension names the format; asks again if it names none.
    mutating func export(to path: String) -> [BrowserEffect] {
        // The suppliers may have gone since the name was asked for.
        guard !path.isEmpty, exportedCount > 0 else {
            overlay = nil
            return []
        }
        guard areExportedKnown else { return sayThatSomeAreMissing() }
        guard let format = OutputFormat(extensionOf: path) else {
            return show("give an extension that names the format: .vcf, .csv, .html or .json", isFailure: true)
        }
        (overlay, exportFailure) = (nil, nil)
        return [.export(Export(path: path, format: format, table: table, rows: exportedRows, source: end.source))]
    }

    /// Reads the catalog again.
    mutating func reload() -> [BrowserEffect] {
        guard !isLoading else { return show("the catalog is being read already") }
        _ = forgetFailures()
        beginLoading()
        return [.reload]
    }

    /// Tries again what failed: the catalog, and avatars.
    mutating func retry() -> [BrowserEffect] {
        if failure != nil, !isLoading { return reload() }
        return forgetFailures() ? [.retryAvatars] : show("nothing has failed")
    }
}
