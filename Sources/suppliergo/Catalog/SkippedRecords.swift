import SupplierGoKit

/// Counts the records of a catalog that are not suppliers. Of the records with one field at fault the first are named,
/// unless all are asked for. ``SupplierReader/isPartial`` makes the exit status 3 of them.
struct SkippedRecords: Sendable {
    private let limit: Int

    /// By the field at fault.
    private var counts: [String: Int] = [:]

    /// The number of records that were skipped.
    private(set) var count = 0

    /// True if the catalog is known to have more suppliers than were read.
    private(set) var isIncomplete = false

    /// Creates it before the first record, for a console that may name all.
    init(for console: Console) { limit = console.warningLimit }

    /// Counts those of a batch, and returns the warnings of the batch.
    mutating func add(_ batch: SupplierBatch) -> [CatalogWarning] {
        var warnings: [CatalogWarning] = []
        for record in batch.badRecords {
            counts[record.path, default: 0] += 1
            if counts[record.path, default: 0] <= limit { warnings.append(.badRecord("\(record)")) }
        }
        let unnamedCount = batch.unnamedBadRecordCount
        count += batch.badRecords.count + unnamedCount
        isIncomplete = isIncomplete || !batch.omissions.isEmpty
        if unnamedCount > 0 {
            warnings.append(.omission("\(Count.formatted(unnamedCount, "bad record")) of the catalog skipped"))
        }
        warnings += batch.omissions.map { .omission("\($0)") }
        return warnings + batch.doubts.compactMap(\.sentence).map { .doubt($0) }
    }

    /// The number of records that were not named, as a sentence; `nil` if all were.
    var sentenceOfOthers: String? {
        let count = counts.values.reduce(0) { $0 + max(0, $1 - limit) }
        guard count > 0 else { return nil }
        return "\(Count.formatted(count, "more record")) skipped ('\(Options.verbose.spelling)' names all)"
    }
}

extension SupplierBatch.ShapeDoubt {
    /// The sentence, with the nearest field if no record has one; `nil` for a next page that may be missing because
    /// there is none, since no path is misspelt.
    fileprivate var sentence: String? {
        switch self {
        case .unusedPath(let path, let names, let paths):
            let nearest = NearestWord.path(to: path, among: names + paths)
            return "\(self)" + (nearest.map { "; " + NearestWord.question($0) } ?? "")
        case .missingNextPage(let path, let paths):
            return NearestWord.to(path, among: paths, within: 1).map { "\(self); \(NearestWord.question($0))" }
        default: return "\(self)"
        }
    }
}
