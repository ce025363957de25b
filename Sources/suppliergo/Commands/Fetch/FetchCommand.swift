import SupplierGoKit

/// `suppliergo fetch [QUERY]`: brings avatars into the cache.
struct FetchCommand: Command {
    static let description = CommandDescription(
        name: "fetch", overview: "Bring suppliers' avatars into the cache.",
        discussion: """
            It may be run again at any time: only what is missing is asked for. The exit status is 3 where an avatar \
            failed or records were skipped.
            """,
        argument: .query, options: Options.loading,
        examples: [
            .init("suppliergo fetch -c catalog.json", "every avatar, into the cache"),
            .init("suppliergo fetch company:krone --refresh", "some, whatever the cache holds"),
        ])

    /// How the catalog and the avatars are loaded.
    let loading: LoadingOptions

    /// Whose avatars to bring: the words to look for, as given.
    let text: String

    init(_ arguments: Arguments) throws(UsageError) {
        loading = try LoadingOptions(arguments)
        text = arguments.text
    }

    /// Brings the avatars of the suppliers that match while the catalog is still being read.
    ///
    /// A catalog that breaks off costs no avatar of a supplier that was read before: it ends the run when they are in.
    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: console) { session in
            let reading = CatalogReading(
                session.loader.suppliers(), query: SupplierQuery(text), console: console, cache: nil)
            let report = AvatarReport(console: console, cacheWarnings: session.cacheWarnings) { await reading.total }
            let batches = AsyncStream { await reading.next() }
            try await session.bring(session.loader.avatars(for: batches, delivering: .files), reportingTo: report)
            let (count, failure) = await (reading.count, reading.failure)
            // Only now: a cache that keeps no avatar either is an error, which says it all.
            if let error = await reading.snapshotError { session.cacheWarnings.say(CatalogWarnings.unkept, error) }
            guard count > 0 || failure != nil || text.isEmpty else {
                console.note("no supplier matches '\(text)'")
                return .noMatch
            }
            if count > 0 || failure == nil { _ = await session.sumUp(report) }
            if let failure { throw failure }
            let (tally, skippedCount) = await (report.tally, reading.skippedCount)
            return tally.failedCount > 0 || tally.unkeptCount > 0 || skippedCount > 0 ? .partlyDone : .done
        }
    }
}
