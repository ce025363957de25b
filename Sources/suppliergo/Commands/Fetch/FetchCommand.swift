import SupplierGoKit

/// `suppliergo fetch [QUERY]`: brings avatars into the cache.
struct FetchCommand: Sendable {
    let arguments: FetchArguments
    let console: Console

    /// Brings the avatars of the suppliers that match while the catalog is still being read.
    ///
    /// A catalog that breaks off costs no avatar of a supplier that was read before: it ends the run when they are in.
    func run() async throws -> ExitStatus {
        try await Session.with(arguments.loading, arguments.common, on: console) { session in
            let reading = CatalogReading(
                session.loader.suppliers(), query: arguments.query, console: console, cache: nil)
            let report = AvatarReport(console: console, cacheWarnings: session.cacheWarnings) { await reading.total }
            let batches = AsyncStream { await reading.next() }
            try await session.bring(session.loader.avatars(for: batches, delivering: .files), reportingTo: report)
            let (count, failure) = await (reading.count, reading.failure)
            // Only now: a cache that keeps no avatar either is an error, which says it all.
            if let error = await reading.snapshotError { session.cacheWarnings.say(CatalogWarnings.unkept, error) }
            guard count > 0 || failure != nil || arguments.text.isEmpty else {
                console.note("no supplier matches '\(arguments.text)'")
                return .noMatch
            }
            if count > 0 || failure == nil { _ = await session.sumUp(report) }
            if let failure { throw failure }
            let (tally, skippedCount) = await (report.tally, reading.skippedCount)
            return tally.failedCount > 0 || tally.unkeptCount > 0 || skippedCount > 0 ? .partlyDone : .done
        }
    }
}
