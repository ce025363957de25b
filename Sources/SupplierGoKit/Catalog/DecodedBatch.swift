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

/// The decoded records of consecutive blocks, from which a ``SupplierBatch`` is made.
struct DecodedBatch: Sendable {
    /// The suppliers; none if they were rendered.
    private(set) var suppliers: [Supplier] = []

    /// The bytes of the suppliers, if they were rendered.
    private(set) var rendered = RenderedSuppliers()

    /// The suppliers that are edited, and those that were removed; rendered ones included.
    private(set) var edited: [SupplierEdits.Applied] = []

    /// The records that are not suppliers, in the order of their positions.
    var badRecords: [SupplierBatch.BadRecord] = []

    /// The offset of each supplier's record in its page, in bytes from 0; removed suppliers included.
    var byteOffsets: [Int] = []

    /// The ``XXH64`` of each of these suppliers' ids, if the plan asks for it.
    var idHashes: [UInt64] = []

    /// The facts about the map that the records were read through.
    private(set) var facts = FieldMap.Facts()

    /// The number of records read.
    var recordCount: Int { byteOffsets.count + badRecords.count }
}

extension DecodedBatch {
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
