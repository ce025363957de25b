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
                for portion in portions {
                    let source = RecordSource(portion)
                    for record in portion.roots.indices where !plan.isStrict || issues.isEmpty {
                        decode(record, of: portion, source, as: plan) { suppliers.append($0) }
                    }
                }
            }
        }
    }

    private mutating func render(
        _ portions: [RecordPortion], as plan: DecodingPlan, by renderer: any SupplierRendering
    ) {
        var rendered = RenderedSuppliers()
        var keptIDs: [Supplier.ID] = []
        let copier = renderer as? any SupplierCopying
        rendered.bytes.reserveCapacity(portions.reduce(0) { $0 + $1.byteCount })
        for portion in portions {
            let source = RecordSource(portion)
            var plain = copier.map { _ in PlainRecords(source) }
            let keepsIDs = portion.firstRecord <= plan.keptIDLimit
            for record in portion.roots.indices where !plan.isStrict || issues.isEmpty {
                if let copier, let places = plain?.places(of: portion.roots[record]) {
                    let text = portion.bytes.span
                    byteOffsets.append(portion.byteOffset(of: record))
                    if plan.hashesIDs { idHashes.append(XXH64.hash(of: text.extracting(places.id))) }
                    rendered.append(places, in: text, by: copier)
                    if keepsIDs, let id = Supplier.ID(String(decoding: portion.bytes[places.id], as: UTF8.self)) {
                        keptIDs.append(id)
                    }
                } else {
                    decode(record, of: portion, source, as: plan) { supplier in
                        rendered.append(supplier, by: renderer)
                        if keepsIDs { keptIDs.append(supplier.id) }
                    }
                }
            }
        }
        self.rendered = rendered
        self.keptIDs = keptIDs
    }

    @inline(__always)
    private mutating func decode(
        _ record: Int, of portion: RecordPortion, _ source: RecordSource, as plan: DecodingPlan,
        take: (consuming Supplier) -> Void
    ) {
        do {
            let decoder = RecordDecoder(source: source, index: portion.roots[record])
            let supplier = try Supplier(record: decoder.record(keyedBy: Supplier.CodingKeys.self))
            byteOffsets.append(portion.byteOffset(of: record))
            if plan.hashesIDs { idHashes.append(XXH64.hash(of: supplier.id.rawValue.utf8.span)) }
            take(supplier)
        } catch {
            let offset = portion.byteOffset(of: record)
            issues.append(CatalogIssue(record: portion.firstRecord + record, byteOffset: offset, cause: error))
        }
    }
}
