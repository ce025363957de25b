import FoundationEssentials
import SupplierGoKit

/// Says on standard error what is wrong with a catalog, as its batches come in.
struct CatalogWarnings {
    /// How many bad records are named where not all are asked for.
    static let limit = 20

    /// What is said of a catalog that is too large to be kept.
    static let unkept = "the catalog is not kept for '\(Options.offline.spelling)'"

    /// How many records were no suppliers.
    private(set) var skippedCount = 0

    /// How many of them were to be named.
    private var namedCount = 0

    private let console: Console
    private let cache: CacheWarnings?
    private var hasNamedSnapshot = false

    /// Creates it before the first batch.
    ///
    /// - Parameter cache: says that the catalog is not kept; `nil` where that is said elsewhere.
    init(console: Console, cache: CacheWarnings?) {
        self.console = console
        self.cache = cache
    }

    /// Takes notice of a batch.
    mutating func take(_ batch: SupplierBatch) {
        if case .snapshot(let storedAt, let reason?) = batch.source, !hasNamedSnapshot {
            hasNamedSnapshot = true
            let age = Age.formatted(Int(Date().timeIntervalSince(storedAt)))
            console.warn("showing the snapshot of \(age) ago: \(Failure.sentence(of: reason))")
        }
        for issue in batch.issues {
            skippedCount += 1
            namedCount += 1
            if namedCount <= Self.limit || console.verbosity == .verbose { console.warn("\(issue)") }
        }
        if batch.unnamedIssueCount > 0 {
            skippedCount += batch.unnamedIssueCount
            console.warn("the catalog has \(Count.formatted(batch.unnamedIssueCount)) bad records, which were skipped")
        }
        if let error = batch.snapshotError as? CacheError {
            cache?.say(Self.unkept, error)
        }
    }

    /// Says how many bad records were not named.
    func finish() {
        let unnamed = namedCount - Self.limit
        guard unnamed > 0, console.verbosity < .verbose else { return }
        console.warn("\(Count.formatted(unnamed, "more record")) skipped ('\(Options.verbose.spelling)' names all)")
    }
}
