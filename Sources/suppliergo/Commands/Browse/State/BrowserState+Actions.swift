import SupplierGoKit

extension BrowserState {
    /// Opens something of the chosen supplier.
    func open(_ opened: Supplier.Field) -> [BrowserEffect] {
        currentRow.map { [.open(opened, $0)] } ?? []
    }

    /// Asks which field to copy.
    mutating func askWhatToCopy() {
        guard let row = currentRow else { return }
        overlay = .menu(.copying(table.supplier(at: row)))
    }

    /// The rows that are exported: those that are marked, or else all that are listed, folded ones included.
    var exportedRows: [Row] { marked.isEmpty ? Array(lines.rows) : marked.sorted() }

    /// The number of ``exportedRows``.
    var exportedCount: Int { marked.isEmpty ? lines.rowCount : marked.count }

    /// Asks for the name of a file, unless there is nothing to write, or not all that match have been found.
    mutating func askForFileName() -> [BrowserEffect] {
        guard exportedCount > 0 else { return [] }
        guard areExportedKnown else { return sayThatSomeAreMissing() }
        overlay = .fileName(LineEditor("suppliers.vcf"))
        return []
    }

    private var areExportedKnown: Bool { !isArranging || !marked.isEmpty }

    private mutating func sayThatSomeAreMissing() -> [BrowserEffect] {
        show("not all that match are found yet: export them then", isFailure: true)
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
        overlay = nil
        return [.export(Export(path: path, format: format, table: table, rows: exportedRows))]
    }

    /// Reads the catalog again.
    mutating func reload() -> [BrowserEffect] {
        guard !isLoading else { return [] }
        beginLoading()
        return [.reload]
    }

    /// Tries again what failed: the catalog, and avatars.
    mutating func retry() -> [BrowserEffect] {
        let endpoints = avatars.filter { if case .failed = $0.value { true } else { false } }.keys
        for endpoint in endpoints { avatars[endpoint] = nil }
        if failure != nil, !isLoading { return reload() }
        return endpoints.isEmpty ? [] : [.retryAvatars]
    }
}
