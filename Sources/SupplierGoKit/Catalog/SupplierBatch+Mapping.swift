extension SupplierBatch {
    /// Decodes the records of consecutive blocks through a map, in a strict catalog up to the first bad one.
    mutating func decode(_ blocks: [RecordBlock], through map: FieldMap, as plan: DecodingPlan) {
        // Local variables, since the compiler checks every access to a property of `self`.
        var (rendered, facts) = (RenderedSuppliers(), MappingFacts())
        let renderer = plan.renderer()
        if renderer != nil { rendered.bytes.reserveCapacity(blocks.reduce(0) { $0 + $1.byteCount }) }
        for block in blocks {
            var reader = MappedRecordReader(block, through: map, keepsOthers: plan.keepsOtherFields)
            let keepsIDs = renderer != nil && block.firstRecord <= plan.keptIDLimit
            for record in block.roots.indices where !plan.isStrict || badRecords.isEmpty {
                let fields: FieldRanges
                do throws(RecordError) {
                    fields = try reader.fields(at: block.roots[record])
                } catch {
                    badRecords.append(block.badRecord(record, error))
                    continue
                }
                byteOffsets.append(block.byteOffset(of: record))
                let text = reader.text
                let id = text.span.extracting(fields.id)
                if plan.hashesIDs { idHashes.append(XXH64.hash(of: id)) }
                if let renderer, plan.edits?.holds(id) != true {
                    rendered.append(fields, in: text.span, by: renderer)
                    if keepsIDs, let id = Supplier.ID(String(decoding: id)) { keptIDs.append(id) }
                } else if let supplier = Supplier(fields, in: text.span).flatMap({ edited($0, by: plan) }) {
                    if let renderer {
                        rendered.append(supplier, by: renderer)
                        if keepsIDs { keptIDs.append(supplier.id) }
                    } else {
                        suppliers.append(supplier)
                    }
                }
            }
            facts.merge(reader.facts)
        }
        (self.rendered, self.facts) = (rendered, facts)
    }
}

extension RecordBlock {
    /// The error of a record, with its position.
    func badRecord(_ record: Int, _ error: RecordError) -> BadRecord {
        let row = rows.isEmpty ? nil : rows[record]
        return BadRecord(
            record: firstRecord + record, byteOffset: byteOffset(of: record), line: row?.line,
            path: row?.error == nil ? error.path : "", reason: row?.error ?? error.reason)
    }
}
