import SupplierGoKit

/// A reading of the catalog.
struct CatalogReading {
    var table = SupplierTable()
    var edited: [Supplier.ID: SupplierEdits.Applied] = [:]
    var end = CatalogEnd()

    /// True if the catalog was read to its end.
    var isWhole = false

    /// The ids of the skipped records, and true if each supplier that is not listed is known to be gone.
    var skippedIDs: Set<Supplier.ID> = []
    var knowsRemovals = true

    /// Adds all of a batch but its suppliers.
    mutating func add(_ batch: SupplierBatch) {
        end.source = batch.source
        for supplier in batch.edited { edited[supplier.edit.id] = supplier }
        skippedIDs.formUnion(batch.badRecords.compactMap(\.id))
        if !batch.omissions.isEmpty || batch.badRecords.contains(where: { $0.id == nil }) { knowsRemovals = false }
    }

    /// Continues the shown reading, with the edits that were made there.
    mutating func goOn(from shown: CatalogReading) {
        table = shown.table
        edited.merge(shown.edited) { _, own in own }
    }

    /// Calls a function with the suppliers in some rows as the catalog has them, and with those that are hidden: some
    /// thousand at a time, since all rows may differ.
    func forEachBatch(ofOriginalsIn rows: [Row], _ body: ([Supplier]) -> Void) {
        for start in stride(from: 0, to: rows.count, by: 4096) {
            let slice = rows[start..<min(start + 4096, rows.count)]
            let suppliers = slice.compactMap { row in
                let supplier = table.supplier(at: row)
                return supplier.editedFields.isEmpty ? supplier : edited[supplier.id]?.original
            }
            body(suppliers)
        }
        body(edited.values.filter { $0.supplier == nil }.compactMap(\.original))
    }

    /// The changes since another reading, of the rows that differ.
    func changes(since former: CatalogReading, by comparison: CatalogComparison) -> CatalogChanges {
        var comparison = comparison
        let (formerRows, newRows) = table.differences(from: former.table)
        former.forEachBatch(ofOriginalsIn: formerRows) { comparison.addOld($0) }
        forEachBatch(ofOriginalsIn: newRows) { comparison.addNew($0) }
        comparison.leaveOut(skippedIDs.union(former.skippedIDs))
        if !knowsRemovals { comparison.withholdRemovals() }
        return CatalogChanges(comparison.changes)
    }

    /// Shows changes, each of another supplier, as the edits of the catalog have them.
    mutating func apply(_ changes: [SupplierChange], _ edits: SupplierEdits) {
        let former = table
        let places = changes.map { change in
            let applied = edits[change.id]?.applied(to: change.original)
            edited[change.id] = applied
            let isThere = change.row < former.count && former.text(of: .id, at: change.row) == change.id.rawValue
            // An added one is listed last, also if the catalog has grown since its form was opened.
            let newPlace = change.original == nil ? max(change.row, former.count) : change.row
            let supplier = applied.map(\.supplier) ?? change.original
            return (shown: isThere ? change.row : former.row(of: change.id), newPlace: newPlace, supplier: supplier)
        }
        table = SupplierTable()
        var next = 0
        for (shown, newPlace, supplier) in places.sorted(by: { $0.shown ?? $0.newPlace < $1.shown ?? $1.newPlace }) {
            let end = max(next, min(shown ?? next + newPlace - table.count, former.count))
            table.append(next..<end, of: former)
            if let supplier { table.append(supplier) }
            next = shown == nil ? end : end + 1
        }
        table.append(next..<former.count, of: former)
    }
}
