/// Several records of a catalog, in the catalog's order: the suppliers, and the bad records among them. They are those
/// that some bytes have completed, 2,048 at most (`DecodedBatch.recordLimit`).
public struct SupplierBatch: Sendable {
    /// The suppliers; none if they were rendered.
    public var suppliers: [Supplier] = []

    /// The bytes of the suppliers, if they were rendered.
    package var rendered = RenderedSuppliers()

    /// The suppliers among them that are edited, and those that were removed; rendered ones included.
    public internal(set) var edited: [SupplierEdits.Applied] = []

    /// The records that are not suppliers, in the order of their positions.
    public var badRecords: [Supplier.BadRecord] = []

    /// The number of bad records that an index counted, which ``badRecords`` does not name.
    package var unnamedBadRecordCount = 0

    /// The signs that the catalog has more suppliers than were read; only ever in the last batch.
    public var omissions: [Omission] = []

    /// The signs that the catalog is not of the shape that was meant; only ever in the last batch.
    public var doubts: [ShapeDoubt] = []

    /// The batches before this one are to be dropped: another source delivers the catalog from its beginning.
    package var startsOver = false

    /// The source that the records were read from.
    public internal(set) var source = Source.location

    /// The server has forbidden to store a page that was read until now.
    var forbidsStoring = false

    /// The error that kept the catalog from becoming a snapshot; only ever in the last batch.
    public var snapshotError: CacheError?

    /// Creates a batch. Default: nothing of the location.
    public init(
        suppliers: [Supplier] = [], badRecords: [Supplier.BadRecord] = [], source: SupplierBatch.Source = .location,
        snapshotError: CacheError? = nil
    ) {
        (self.suppliers, self.badRecords) = (suppliers, badRecords)
        (self.source, self.snapshotError) = (source, snapshotError)
    }

    /// Renders the suppliers, if they are to be rendered.
    package mutating func render(by renderer: BatchRenderer) {
        guard let renderer = renderer() else { return }
        for supplier in suppliers { rendered.append(supplier, by: renderer) }
        suppliers = []
    }

    /// The source that a catalog's records were read from.
    public enum Source: Sendable, Hashable {
        /// The catalog's own location.
        case location

        /// The last valid body, in the cache since `storedAt`; `reason` is the location's error, or `nil` if it was not
        /// used.
        case snapshot(storedAt: Date, reason: CatalogError?)
    }

    /// A sign that a catalog has, or may have, more suppliers than were read.
    public enum Omission: Sendable, Hashable {
        /// The catalog itself says that it has `total` suppliers, on all its pages, and had `found` records.
        case fewerRecords(total: Int, found: Int)

        /// The member beside the array that names the next page has a value that is not a URL; a clause.
        case unusableNextPage(String)

        /// A file, a command or standard input names a next page, which is not read.
        case unreadNextPage(String)

        /// A member beside the array, or a header field, says that there is more, and no next page was found: a clause,
        /// and the places of ``CatalogShape/Part/next`` that may read on.
        case unnamedNextPage(String, places: [String])

        /// A page with suppliers has an error beside them, which says so.
        case error(String)

        /// A page has another array of objects, under one of the names that suppliers are looked for by.
        case unreadArray(String)
    }
}

extension SupplierBatch {
    /// A sign that a catalog is not of the shape that was meant.
    public enum ShapeDoubt: Sendable, Hashable {
        /// No record has a value at a path; the names are those of the first record's members, and the paths lead to
        /// the values in the first records.
        case unusedPath(String, names: [String], paths: [String])

        /// No page has a member at a path that is to lead to the next one, as it is too if all suppliers are on one
        /// page: the other paths tell. They lead to the members beside the suppliers.
        case missingNextPage(String, paths: [String])

        /// All of several records have one id.
        case oneID(String, recordCount: Int)

        /// So many dates have none of the forms that are read, and count as unknown.
        case unreadableDates(count: Int)

        /// So many lines stand before the heading of a table in CSV, and are no part of it.
        case skippedLines(count: Int)
    }
}

extension SupplierBatch.ShapeDoubt: CustomStringConvertible {
    /// One sentence without a full stop.
    public var description: String {
        switch self {
        case .unusedPath(let path, let names, _): "no record has '\(path)': its fields are \(names.listed)"
        case .missingNextPage(let path, let paths):
            "no page has '\(path)', the place of 'next': its fields are \(paths.listed)"
        case .oneID(let id, let count):
            "all \(Count.formatted(count)) records have the id '\(id)': 'id' may have a better place"
        case .unreadableDates(1): "1 date has no known form, and counts as unknown"
        case .skippedLines(let count):
            "\(Count.formatted(count, "line")) before the heading \(count == 1 ? "is" : "are") skipped"
        case .unreadableDates(let count): "\(Count.formatted(count)) dates have no known form, and count as unknown"
        }
    }
}

extension SupplierBatch.Omission: Redacted {
    /// One sentence without a full stop, and without a URL's user and password.
    public var description: String {
        switch self {
        case .fewerRecords(let total, let found):
            "the catalog is incomplete: it says that it has \(Count.formatted(total)) suppliers, and has "
                + Count.formatted(found)
        case .unusableNextPage(let value):
            "the catalog may be incomplete: \(value.shownText()), which is not a URL of a next page"
        case .error(let reason): "the catalog may be incomplete: it says '\(reason)' beside its suppliers"
        case .unreadArray(let name):
            "the catalog may be incomplete: its array '\(name)' is not read; 'records = \(name)' reads that alone"
        case .unreadNextPage(let target):
            "the catalog is incomplete: its next page, '\(target.asShownURL)', is not read"
        case .unnamedNextPage(let clause, let places):
            "the catalog is incomplete: \(clause), and no next page was found; "
                + (places.isEmpty ? "" : places.map { "'next = \($0)'" }.joined(separator: " or ") + " may read on, ")
                + "'next =' reads one page alone"
        }
    }
}
