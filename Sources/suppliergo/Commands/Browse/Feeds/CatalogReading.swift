import SupplierGoKit

/// A reading of the catalog.
struct CatalogReading {
    var table = SupplierTable()
    var edited: [Supplier.ID: SupplierEdits.Applied] = [:]
    var end = CatalogEnd()

    /// It was read to its end.
    var isWhole = false

    /// The ids of the records that were skipped, and whether each supplier that is not listed is known to be gone.
    var skippedIDs: Set<Supplier.ID> = []
    var knowsRemovals = true

    /// Adds all of a batch but its suppliers.
    mutating func add(_ batch: SupplierBatch) {
        if batch.startsOver { (edited, skippedIDs, knowsRemovals) = ([:], [], true) }
        end.source = batch.source
        for supplier in batch.edited { edited[supplier.edit.id] = supplier }
        skippedIDs.formUnion(batch.badRecords.compactMap(\.id))
        if !batch.omissions.isEmpty || batch.badRecords.contains(where: { $0.id == nil }) { knowsRemovals = false }
    }

    /// Calls a function with the suppliers in some rows as the catalog has them, and with those that are hidden: some
    /// thousand at a time, since all rows may differ.
    func forEachBatch(ofOriginalsIn rows: [UInt32], _ body: ([Supplier]) -> Void) {
        for start in stride(from: 0, to: rows.count, by: 4096) {
            let slice = rows[start..<min(start + 4096, rows.count)]
            let suppliers = slice.compactMap { row in
                let supplier = table.supplier(at: Int(row))
                return supplier.editedFields.isEmpty ? supplier : edited[supplier.id]?.original
            }
            body(suppliers)
        }
        body(edited.values.filter { $0.supplier == nil }.compactMap(\.original))
    }

    /// Applies edits that have changed, each of another supplier.
    mutating func apply(_ rows: [EditedRow]) {
        for row in rows { edited[row.target.id] = row.edited }
        let former = table
        let changes = rows.map { row in
            let (id, place) = (row.target.id, row.target.row)
            let isThere = place < former.count && former.text(of: .id, at: place) == id.rawValue
            // An added one is listed last, also if the catalog has grown since its form was opened.
            let newPlace = row.target.original == nil ? max(place, former.count) : place
            return (shown: isThere ? place : former.row(of: id), newPlace: newPlace, supplier: row.supplier)
        }
        table = SupplierTable()
        var next = 0
        for (shown, newPlace, supplier) in changes.sorted(by: { $0.shown ?? $0.newPlace < $1.shown ?? $1.newPlace }) {
            let end = max(next, min(shown ?? next + newPlace - table.count, former.count))
            table.append(next..<end, of: former)
            if let supplier { table.append(supplier) }
            next = shown == nil ? end : end + 1
        }
        table.append(next..<former.count, of: former)
    }
}
