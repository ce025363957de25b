import SupplierGoKit

/// Reads a catalog's matching suppliers batch by batch, and says what is wrong with the others.
actor CatalogReading {
    /// What was read at once.
    struct Portion: Sendable {
        /// The suppliers that match.
        let suppliers: [Supplier]

        /// Those that were rendered where they were decoded.
        let rendered: RenderedSuppliers

        /// Whether there is nothing to print.
        var isEmpty: Bool { suppliers.isEmpty && rendered.count == 0 }
    }

    private let query: SupplierQuery
    private let console: Console
    private var batches: SupplierStream.Iterator?
    private var warnings: CatalogWarnings

    /// How many suppliers matched until now.
    private(set) var count = 0

    /// How many there were, those included that did not match.
    private(set) var readCount = 0

    /// Where they were read from; `nil` before the first.
    private(set) var source: CatalogSource?

    /// What ended the catalog before its time.
    private(set) var failure: (any Error)?

    /// Why the catalog is not kept as a snapshot.
    private(set) var snapshotError: CacheError?

    /// How many records were no suppliers.
    var skippedCount: Int { warnings.skippedCount }

    /// Creates it before the first batch.
    ///
    /// - Parameter cache: says that the catalog is not kept; `nil` where whoever reads says it.
    init(_ suppliers: SupplierStream, query: SupplierQuery, console: Console, cache: CacheWarnings?) {
        self.query = query
        self.console = console
        batches = suppliers.makeAsyncIterator()
        warnings = CatalogWarnings(console: console, cache: cache)
    }

    /// How many suppliers match, once the catalog is read to its end.
    var total: Int? { batches == nil ? count : nil }

    /// Reads to the end while a line on standard error says how many suppliers were read: nothing can be printed before.
    ///
    /// - Parameter take: is given the suppliers that match, some at a time.
    /// - Throws: `CancellationError`; what else ended the catalog before its time is ``failure``.
    nonisolated func readAll(_ take: ([Supplier]) -> Void) async throws {
        try await countingAloud {
            while let suppliers = await next() { take(suppliers) }
        }
    }

    /// Reads until there is something to print, or to the end, while a line on standard error says how many suppliers were
    /// read.
    ///
    /// - Throws: `CancellationError`; what else ended the catalog before its time is ``failure``.
    nonisolated func firstPortion() async throws -> Portion? {
        try await countingAloud {
            while let portion = await nextPortion() {
                if !portion.isEmpty { return portion }
            }
            return nil
        }
    }

    private nonisolated func countingAloud<Value: Sendable>(_ work: () async -> Value) async throws -> Value {
        try await console.showingProgress(of: "suppliers", after: Self.patience) {
            Progress(done: await self.readCount)
        } during: {
            let value = await work()
            try Task.checkCancellation()
            return value
        }
    }

    /// How long nobody minds that nothing is to be seen.
    private static let patience = Duration.milliseconds(300)

    /// The next matching suppliers; `nil` at the end, of which ``failure`` says whether it was the catalog's.
    func next() async -> [Supplier]? { await nextPortion()?.suppliers }

    /// The next suppliers that match or were rendered; `nil` at the end, of which ``failure`` says whether it was the
    /// catalog's.
    func nextPortion() async -> Portion? {
        guard var batches else { return nil }
        do {
            if let batch = try await batches.next() {
                warnings.take(batch)
                readCount += batch.suppliers.count + batch.rendered.count
                source = batch.source
                snapshotError = snapshotError ?? batch.snapshotError as? CacheError
                let suppliers = query.isEmpty ? batch.suppliers : batch.suppliers.filter(query.matches)
                count += suppliers.count + batch.rendered.count
                return Portion(suppliers: suppliers, rendered: batch.rendered)
            }
        } catch {
            failure = error
        }
        stop()
        return nil
    }

    /// Reads no further: the catalog's transfer ends.
    func stop() {
        guard batches != nil else { return }
        batches = nil
        warnings.finish()
    }
}
