/// What a catalog's records are decoded into.
struct DecodingPlan: Sendable {
    /// Whether the first bad record ends the catalog with ``CatalogFault/badRecord(_:)``.
    var isStrict = false

    /// Renders the suppliers on the tasks that decode them; `nil` to deliver the suppliers themselves.
    var renderer: (any SupplierRendering)?

    /// The number of records, counted from the first, whose ids are kept where they are rendered.
    var keptIDLimit = 0

    /// Whether ids are hashed for an index.
    var hashesIDs = false

    /// Applied to the suppliers; `nil` where none is edited.
    var edits: EditTable?
}

/// Some records of a catalog, in the catalog's order: those that are suppliers, and what is wrong with the others.
struct CatalogBatch: Sendable {
    /// The suppliers; empty where they were rendered.
    var suppliers: [Supplier] = []

    /// The suppliers where they were rendered.
    var rendered = RenderedSuppliers()

    /// The ids of rendered suppliers, up to ``DecodingPlan/keptIDLimit``.
    var keptIDs: [Supplier.ID] = []

    /// The offset of each supplier's record in its page, in bytes from 0; removed suppliers included.
    var byteOffsets: [Int] = []

    /// The ``XXH64`` of each of these suppliers' ids, where the plan asks for it.
    var idHashes: [UInt64] = []

    /// The suppliers that are edited, as they were and as they are now.
    var edited: [EditedSupplier] = []

    /// What is wrong with the other records, in the order of their positions.
    var issues: [CatalogIssue] = []

    /// Whether the batch holds no record.
    var isEmpty: Bool { byteOffsets.isEmpty && issues.isEmpty }
}

extension CatalogBatch {
    /// Decodes the records of consecutive blocks, in a strict catalog up to the first bad one.
    init(decoding blocks: [RecordBlock], as plan: DecodingPlan = DecodingPlan()) {
        let count = blocks.reduce(0) { $0 + $1.roots.count }
        byteOffsets.reserveCapacity(count)
        if plan.hashesIDs { idHashes.reserveCapacity(count) }
        if let renderer = plan.renderer {
            render(blocks, as: plan, by: renderer)
        } else {
            suppliers = [Supplier](capacity: count) { suppliers in
                for block in blocks {
                    let reader = RecordReader(block)
                    for record in block.roots.indices where !plan.isStrict || issues.isEmpty {
                        if let supplier = read(record, of: block, by: reader, as: plan) { suppliers.append(supplier) }
                    }
                }
            }
        }
    }

    /// Renders records from the catalog's bytes where they are plain, which costs less than making suppliers of them.
    private mutating func render(
        _ blocks: [RecordBlock], as plan: DecodingPlan, by renderer: any SupplierRendering
    ) {
        // Local variables, since the compiler checks every access to a property of `self`.
        var rendered = RenderedSuppliers()
        var keptIDs: [Supplier.ID] = []
        rendered.bytes.reserveCapacity(blocks.reduce(0) { $0 + $1.byteCount })
        for block in blocks {
            var reader = RecordReader(block)
            let text = block.bytes.span
            let keepsIDs = block.firstRecord <= plan.keptIDLimit
            for record in block.roots.indices where !plan.isStrict || issues.isEmpty {
                if let fields = reader.plainFields(at: block.roots[record]),
                    plan.edits?.holds(text.extracting(fields.id)) != true
                {
                    byteOffsets.append(block.byteOffset(of: record))
                    if plan.hashesIDs { idHashes.append(XXH64.hash(of: text.extracting(fields.id))) }
                    rendered.append(fields, in: text, by: renderer)
                    if keepsIDs, let id = Supplier.ID(String(decoding: block.bytes[fields.id], as: UTF8.self)) {
                        keptIDs.append(id)
                    }
                } else if let supplier = read(record, of: block, by: reader, as: plan) {
                    rendered.append(supplier, by: renderer)
                    if keepsIDs { keptIDs.append(supplier.id) }
                }
            }
        }
        self.rendered = rendered
        self.keptIDs = keptIDs
    }

    /// Reads a record, notes where it is or what is wrong with it, and applies the supplier's edit.
    @inline(__always)
    private mutating func read(
        _ record: Int, of block: RecordBlock, by reader: RecordReader, as plan: DecodingPlan
    ) -> Supplier? {
        let byteOffset = block.byteOffset(of: record)
        do throws(RecordFault) {
            let supplier = try reader.supplier(at: block.roots[record])
            byteOffsets.append(byteOffset)
            if plan.hashesIDs { idHashes.append(XXH64.hash(of: supplier.id.rawValue.utf8.span)) }
            guard let edited = plan.edits?.edit(of: supplier)?.applied(to: supplier) else { return supplier }
            self.edited.append(edited)
            return edited.supplier
        } catch {
            issues.append(
                CatalogIssue(
                    record: block.firstRecord + record, byteOffset: byteOffset, path: error.path,
                    reason: error.reason))
            return nil
        }
    }
}
