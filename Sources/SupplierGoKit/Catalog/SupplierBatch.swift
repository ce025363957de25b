import FoundationEssentials

/// Several records of a catalog, in the catalog's order: the suppliers, and the bad records among them.
public struct SupplierBatch: Sendable {
    /// The suppliers; none if they were rendered.
    public var suppliers: [Supplier] = []

    /// The bytes of the suppliers, if they were rendered.
    package var rendered = RenderedSuppliers()

    /// The suppliers among them that are edited, and those that were removed; rendered ones included.
    public internal(set) var edited: [EditedSupplier] = []

    /// The records that are not suppliers, in the order of their positions.
    public var badRecords: [BadRecord] = []

    /// The number of bad records that an index counted, which ``badRecords`` does not name.
    package var unnamedBadRecordCount = 0

    /// Whether the batches before this one are to be dropped: another source delivers the catalog from its beginning.
    package var startsOver = false

    /// The time at which the snapshot was stored that the records are from; `nil` if they are from the catalog's location.
    var storedAt: Date?

    /// The error of the catalog's location, if the snapshot is read for that.
    var locationError: (any Error)?

    /// Why the catalog could not be kept as a snapshot; only ever in the last batch.
    public var snapshotError: (any Error)?

    /// The ids of rendered suppliers, up to ``DecodingPlan/keptIDLimit``.
    var keptIDs: [Supplier.ID] = []

    /// The offset of each supplier's record in its page, in bytes from 0; removed suppliers included.
    var byteOffsets: [Int] = []

    /// The ``XXH64`` of each of these suppliers' ids, if the plan asks for it.
    var idHashes: [UInt64] = []

    /// The number of records read.
    var recordCount: Int { byteOffsets.count + badRecords.count }

    init() {}
}
