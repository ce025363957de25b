import SupplierGoKit

/// Counts the records of a catalog that are not suppliers, and says what they are: of those with one field at fault the
/// first are named, unless all are asked for.
struct SkippedRecords: Sendable {
    private let limit: Int

    /// By the field at fault.
    private var counts: [String: Int] = [:]

    /// The number of records that were skipped.
    private(set) var count = 0

    /// True if the catalog is known to have more suppliers than were read.
    private(set) var isIncomplete = false

    /// Creates it before the first record, for a console that may say all.
    init(for console: Console) {
        limit = console.warningLimit
    }

    /// Counts those of a batch, and returns what to say of it.
    ///
    /// - Parameter namesRecords: true if the first of a kind are named. Default `true`.
    mutating func sentences(of batch: SupplierBatch, namesRecords: Bool = true) -> [String] {
        var sentences: [String] = []
        for record in batch.badRecords where namesRecords {
            counts[record.path, default: 0] += 1
            if counts[record.path, default: 0] <= limit { sentences.append("\(record)") }
        }
        let unnamedCount = batch.unnamedBadRecordCount
        count += batch.badRecords.count + unnamedCount
        isIncomplete = isIncomplete || !batch.omissions.isEmpty
        if unnamedCount > 0 {
            sentences.append("the catalog has \(Count.formatted(unnamedCount)) bad records, which were skipped")
        }
        return sentences + batch.omissions.map { "\($0)" } + batch.doubts.map { "\($0)" }
    }

    /// Says in the end how many there are beside those that were named; `nil` if there are none.
    var sentenceOfOthers: String? {
        let count = counts.values.reduce(0) { $0 + max(0, $1 - limit) }
        guard count > 0 else { return nil }
        return "\(Count.formatted(count, "more record")) skipped ('\(Options.verbose.spelling)' names all)"
    }
}
