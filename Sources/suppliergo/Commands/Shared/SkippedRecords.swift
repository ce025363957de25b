import SupplierGoKit

/// The records of a catalog that are not suppliers, of which the first are named unless all are asked for, and the signs that
/// there are more suppliers than were read.
struct SkippedRecords: Sendable {
    private let limit: Int
    private var issues: [BadRecord] = []
    private var count = 0
    private var omissions: [SupplierBatch.Omission] = []
    private var doubts: [SupplierBatch.ShapeDoubt] = []

    /// The number that an index counted, without a name.
    private var countWithoutName = 0

    /// Creates it before the first record, for a console that may say all.
    init(for console: Console) {
        limit = console.verbosity == .verbose ? .max : CatalogReader.limit
    }

    /// Takes those of a batch.
    mutating func take(_ batch: SupplierBatch) {
        count += batch.badRecords.count
        countWithoutName += batch.unnamedBadRecordCount
        issues += batch.badRecords.prefix(limit - issues.count)
        omissions += batch.omissions
        doubts += batch.doubts
    }

    /// Says what they are.
    func warn(on console: Console) {
        for issue in issues { console.warn("\(issue)") }
        Self.warn(ofNameless: countWithoutName, on: console)
        Self.warn(ofFurther: count - issues.count, on: console)
        for omission in omissions { console.warn("\(omission)") }
        for doubt in doubts { console.warn("\(doubt)") }
    }

    /// Says how many were counted in an index.
    static func warn(ofNameless count: Int, on console: Console) {
        guard count > 0 else { return }
        console.warn("the catalog has \(Count.formatted(count)) bad records, which were skipped")
    }

    /// Says how many there are beside those that were named.
    static func warn(ofFurther count: Int, on console: Console) {
        guard count > 0 else { return }
        console.warn("\(Count.formatted(count, "more record")) skipped ('\(Options.verbose.spelling)' names all)")
    }
}
