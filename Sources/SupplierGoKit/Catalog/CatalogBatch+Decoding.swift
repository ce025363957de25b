extension CatalogBatch {
    /// Decodes the records of portions that follow one another, in a strict catalog up to the first bad one.
    init(decoding portions: [RecordPortion], as plan: DecodingPlan = DecodingPlan()) {
        let count = portions.reduce(0) { $0 + $1.roots.count }
        byteOffsets.reserveCapacity(count)
        if plan.hashesIDs { idHashes.reserveCapacity(count) }
        if let renderer = plan.renderer {
            render(portions, as: plan, by: renderer)
        } else {
            suppliers = [Supplier](capacity: count) { suppliers in
                for portion in portions where !plan.isStrict || issues.isEmpty {
                    decode(portion, as: plan) { suppliers.append($0) }
                }
            }
        }
    }

    private mutating func render(
        _ portions: [RecordPortion], as plan: DecodingPlan, by renderer: any SupplierRendering
    ) {
        var rendered = RenderedSuppliers()
        var keptIDs: [Supplier.ID] = []
        rendered.bytes.reserveCapacity(portions.reduce(0) { $0 + $1.byteCount })
        for portion in portions where !plan.isStrict || issues.isEmpty {
            let keepsIDs = portion.firstRecord <= plan.keptIDLimit
            decode(portion, as: plan) { supplier in
                rendered.append(supplier, by: renderer)
                if keepsIDs { keptIDs.append(supplier.id) }
            }
        }
        self.rendered = rendered
        self.keptIDs = keptIDs
    }

    @inline(__always)
    private mutating func decode(
        _ portion: RecordPortion, as plan: DecodingPlan, take: (consuming Supplier) -> Void
    ) {
        let source = RecordSource(portion)
        for record in portion.roots.indices {
            do {
                let decoder = RecordDecoder(source: source, index: portion.roots[record])
                let supplier = try Supplier(record: decoder.record(keyedBy: Supplier.CodingKeys.self))
                byteOffsets.append(portion.byteOffset(of: record))
                if plan.hashesIDs { idHashes.append(RecordIndexFormat.hash(of: supplier.id.rawValue)) }
                take(supplier)
            } catch {
                let offset = portion.byteOffset(of: record)
                issues.append(CatalogIssue(record: portion.firstRecord + record, byteOffset: offset, cause: error))
                if plan.isStrict { return }
            }
        }
    }
}
