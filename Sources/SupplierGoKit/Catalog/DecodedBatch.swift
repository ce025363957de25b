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

    /// A record that is not a supplier.
    struct BadRecord: Error, Hashable {
        let error: RecordError

        /// The record's position in its page, from 1. Until the batch is in order, it is counted from the batch's first
        /// record.
        var record: Int

        /// The offset of the record's first byte in its page.
        let byteOffset: Int

        /// The line of the record's beginning in its page, from 1; `nil` in JSON.
        let line: Int?

        /// The supplier's id, if it can be read.
        let id: Supplier.ID?
    }

    /// The records that are not suppliers.
    var badRecords: [BadRecord] = []

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
        while decoder.hasMore { batches.append(decoder.nextBatch()) }
        return batches
    }
}

/// A record that is not a supplier, without its position.
struct RecordError: Error, Hashable {
    /// The field at fault; empty for the record itself.
    let path: String

    /// The expected and the found value, as a clause.
    let reason: String

    /// The offset of the first byte that is not valid JSON, in a record that is not.
    private(set) var errorOffset: Int?

    init(path: String, expected: String, found: String) {
        (self.path, reason) = (path, "expected \(expected), found \(found)")
    }

    init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    /// A record that is not valid JSON.
    init(_ error: CatalogSyntaxError) {
        let place = error.placeAndClause
        self.init(path: "", reason: place?.clause ?? "\(error)")
        errorOffset = place?.byteOffset
    }

    /// A row without any value, which is not told.
    static let emptyRow = RecordError(path: "", reason: "")

    init(path: String, encoding error: JSONText.EncodingError) {
        switch error {
        case .invalidUTF8:
            self.init(path: path, expected: "a string in UTF-8", found: "bytes that are not UTF-8")
        case .loneSurrogate:
            self.init(path: path, expected: "a string of whole characters", found: "half a surrogate pair")
        }
    }
}
