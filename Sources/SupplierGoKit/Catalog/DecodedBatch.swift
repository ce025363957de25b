/// The form in which a catalog's records are decoded.
struct DecodingPlan: Sendable {
    /// Whether the first bad record ends the catalog.
    var isStrict = false

    /// Renders the suppliers on the tasks that decode them. By default the suppliers themselves are delivered.
    var renderer: BatchRenderer = { nil }

    /// Whether ids are hashed for an index.
    var hashesIDs = false

    /// Applied to the suppliers; `nil` if none is edited.
    var edits: EditTable?

    /// Whether suppliers have their records' other members.
    var keepsOtherFields = false

    /// The places of the records and of their fields.
    var shape = CatalogShape.plain
}

extension SupplierBatch {
    /// Decodes the records of consecutive blocks, in a strict catalog up to the first bad one.
    init(decoding blocks: [RecordBlock], as plan: DecodingPlan = DecodingPlan()) {
        self.init()
        let count = blocks.reduce(0) { $0 + $1.roots.count }
        byteOffsets.reserveCapacity(count)
        if plan.hashesIDs { idHashes.reserveCapacity(count) }
        if let map = plan.shape.map {
            decode(blocks, through: map, as: plan)
        } else if let renderer = plan.renderer() {
            render(blocks, as: plan, by: renderer)
        } else {
            suppliers = [Supplier](capacity: count) { suppliers in
                for block in blocks {
                    let reader = RecordReader(block)
                    for record in block.roots.indices where !plan.isStrict || badRecords.isEmpty {
                        if let supplier = read(record, of: block, by: reader, as: plan) { suppliers.append(supplier) }
                    }
                }
            }
        }
    }

    /// Renders the suppliers, if they are to be rendered.
    mutating func render(by renderer: BatchRenderer) {
        guard let renderer = renderer() else { return }
        for supplier in suppliers { rendered.append(supplier, by: renderer) }
        suppliers = []
    }

    /// Renders plain records from the catalog's bytes, which costs less than making suppliers of them.
    private mutating func render(
        _ blocks: [RecordBlock], as plan: DecodingPlan, by renderer: some SupplierRendering
    ) {
        // Local variables, since the compiler checks every access to a property of `self`.
        var rendered = RenderedSuppliers()
        rendered.bytes.reserveCapacity(blocks.reduce(0) { $0 + $1.byteCount })
        for block in blocks {
            var reader = RecordReader(block)
            let text = block.bytes.span
            for record in block.roots.indices where !plan.isStrict || badRecords.isEmpty {
                if let fields = reader.plainFields(at: block.roots[record]),
                    !plan.keepsOtherFields || !reader.hasOtherMembers,
                    plan.edits?.holds(text.extracting(fields.id)) != true
                {
                    byteOffsets.append(block.byteOffset(of: record))
                    if plan.hashesIDs { idHashes.append(XXH64.hash(of: text.extracting(fields.id))) }
                    rendered.append(fields, in: text, by: renderer)
                } else if let supplier = read(record, of: block, by: reader, as: plan) {
                    rendered.append(supplier, by: renderer)
                }
            }
        }
        self.rendered = rendered
    }

    /// Reads a record, notes its offset or its error, and applies the supplier's edit.
    @inline(__always)
    private mutating func read(
        _ record: Int, of block: RecordBlock, by reader: RecordReader, as plan: DecodingPlan
    ) -> Supplier? {
        let byteOffset = block.byteOffset(of: record)
        do throws(RecordError) {
            var supplier = try reader.supplier(at: block.roots[record])
            if plan.keepsOtherFields { supplier.otherFields = block.otherFields(of: block.roots[record]) }
            byteOffsets.append(byteOffset)
            if plan.hashesIDs { idHashes.append(XXH64.hash(of: supplier.id.rawValue.utf8.span)) }
            return edited(supplier, by: plan)
        } catch {
            badRecords.append(block.badRecord(record, error, id: reader.readableID(at: block.roots[record])))
            return nil
        }
    }

    /// Applies a supplier's edit.
    @inline(__always)
    private mutating func edited(_ supplier: Supplier, by plan: DecodingPlan) -> Supplier? {
        guard let edited = plan.edits?.edit(of: supplier)?.applied(to: supplier) else { return supplier }
        self.edited.append(edited)
        return edited.supplier
    }

    // MARK: Through a map

    /// Decodes the records of consecutive blocks through a map, in a strict catalog up to the first bad one.
    private mutating func decode(_ blocks: [RecordBlock], through map: FieldMap, as plan: DecodingPlan) {
        // Local variables, since the compiler checks every access to a property of `self`.
        var (rendered, facts) = (RenderedSuppliers(), FieldMap.Facts())
        let renderer = plan.renderer()
        if renderer != nil { rendered.bytes.reserveCapacity(blocks.reduce(0) { $0 + $1.byteCount }) }
        for block in blocks {
            var reader = MappedRecordReader(block, through: map, keepsOthers: plan.keepsOtherFields)
            for record in block.roots.indices where !plan.isStrict || badRecords.isEmpty {
                let fields: FieldRanges
                do throws(RecordError) {
                    fields = try reader.fields(at: block.roots[record])
                } catch {
                    badRecords.append(block.badRecord(record, error, id: reader.readableID(at: block.roots[record])))
                    continue
                }
                byteOffsets.append(block.byteOffset(of: record))
                let text = reader.text
                let id = text.span.extracting(fields.id)
                if plan.hashesIDs { idHashes.append(XXH64.hash(of: id)) }
                if let renderer, plan.edits?.holds(id) != true {
                    rendered.append(fields, in: text.span, by: renderer)
                } else if let supplier = Supplier(fields, in: text.span).flatMap({ edited($0, by: plan) }) {
                    if let renderer {
                        rendered.append(supplier, by: renderer)
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
