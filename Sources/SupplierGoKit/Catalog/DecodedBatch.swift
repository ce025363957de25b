/// The form in which a catalog's records are decoded.
struct DecodingPlan: Sendable {
    /// The first bad record ends the catalog.
    var isStrict = false

    /// Renders the suppliers on the tasks that decode them. By default the suppliers themselves are delivered.
    var renderer: BatchRenderer = { nil }

    /// Ids are hashed for an index.
    var hashesIDs = false

    /// Applied to the suppliers. Default none.
    var edits = SupplierEdits()

    /// Suppliers have their records' other members.
    var keepsOtherFields = false

    /// The places of the records and of their fields.
    var shape = CatalogShape.plain
}

/// Several records of a page, in the page's order, as a task has decoded them.
struct DecodedBatch: Sendable {
    /// The maximum number of records.
    static let recordLimit = 2048

    /// The suppliers; none if they were rendered.
    var suppliers: [Supplier] = []

    /// The bytes of the suppliers, if they were rendered.
    var rendered = RenderedSuppliers()

    /// The suppliers among them that are edited, and those that were removed.
    var edited: [SupplierEdits.Applied] = []

    /// The records that are not suppliers.
    var badRecords: [Supplier.BadRecord] = []

    /// The offset of each supplier's record in its page, in bytes from 0; removed suppliers included.
    var byteOffsets: [Int] = []

    /// The ``XXH64`` of each of these suppliers' ids, if the plan asks for it.
    var idHashes: [UInt64] = []

    /// The values of the last record that the next page is asked for by (``CatalogShape/NextTemplate``); `nil` if there
    /// is none.
    var lastValues: [String: String]?

    /// The facts about the map that the records were read through.
    var facts = FieldMap.Facts()

    /// The error that ends the catalog after these records.
    var error: CatalogSyntaxError?

    /// The number of records read.
    var recordCount: Int { byteOffsets.count + badRecords.count }
}

extension DecodedBatch {
    /// Decodes the records of consecutive pieces, in a strict catalog up to the first bad one.
    ///
    /// - Returns: one batch or more, the last one with the error that ends the catalog.
    static func batches(of pieces: [RecordPiece], as plan: DecodingPlan = DecodingPlan()) -> [DecodedBatch] {
        var decoder = PieceDecoder(pieces, as: plan)
        var batches: [DecodedBatch] = []
        while !pieces.isEmpty, batches.last.map({ $0.error == nil && $0.recordCount >= recordLimit }) ?? true {
            batches.append(decoder.nextBatch())
        }
        return batches
    }
}
