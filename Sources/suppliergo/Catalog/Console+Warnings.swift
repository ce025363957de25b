import SupplierGoKit

extension Console {
    /// The most warnings of one kind.
    var warningLimit: Int { verbosity == .verbose ? .max : 10 }

    /// The sentence for a catalog that was read and has no suppliers.
    func informOfEmptyCatalog() {
        inform("the catalog has no suppliers")
    }

    /// Warns of the damaged lines of a file of edits, which are not applied; the first few are named.
    func warn(of document: EditDocument, at path: String) {
        let limit = warningLimit
        for line in document.damagedLines.prefix(limit) {
            warn("line \(line.number) of your edits in '\(path)' is damaged and was ignored")
        }
        let unnamed = document.damagedLines.count - limit
        guard unnamed > 0 else { return }
        warn("\(Count.formatted(unnamed, "more line")) ignored ('\(Options.verbose.spelling)' names all)")
    }

    /// Says how many edited suppliers are in an export.
    func informOfEdits(_ edited: [Supplier.ID: SupplierEdits.Applied], matching query: SupplierQuery) {
        let count = edited.values.count { ($0.supplier ?? $0.original).map { query.matches($0) } ?? false }
        if count > 0 { inform("with \(Count.formatted(count)) of your edits") }
    }

    /// Warns of edited fields that the catalog has changed as well.
    func warnOfConflicts(among edited: [Supplier.ID: SupplierEdits.Applied], catalog: String?) {
        let count = edited.values.count { !$0.conflicts.isEmpty }
        guard count > 0 else { return }
        let verb = count == 1 ? "conflicts" : "conflict"
        warn(
            "\(Count.formatted(count)) of your edits \(verb) with the catalog: "
                + "see '\(ShellWord.call("edits", catalog: catalog))'")
    }
}
