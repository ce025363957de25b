import SupplierGoKit

/// `suppliergo fetch [QUERY]`: brings avatars into the cache.
struct FetchCommand: Command {
    static let description = CommandDescription(
        name: "fetch", overview: "Fetch suppliers' avatars into the cache.",
        discussion: """
            It may be run again at any time: only what is missing is asked for. The exit status is 3 where an avatar \
            failed or records were skipped, so that another run may get more; an avatar that is gone (404, 410) is \
            reported, and does not count. With --shard, neither do records that were skipped and endpoints that no \
            request can be made of: a scheduler runs the shard again while it may get more. It is 74 where the cache \
            or the --store did not keep what was fetched. --format ndjson prints a line for each avatar as it ends: \
            'ids' are those of the suppliers that waited for it, 'state' is loaded, missing (404, 410) or failed, \
            'source' is network, file, store, cache, revalidated (unchanged, as its server says) or stale, 'tries' \
            counts requests, 'key' is its name in the cache and the store, and 'error' says why an avatar is not \
            there, or not kept, or stale. What is unknown is null.
            """,
        argument: .query, options: Options.loading + [Options.fetchFormat.row, Options.shard.row, Options.noLocal.row],
        examples: [
            .init("suppliergo fetch -c catalog.json", "every avatar, into the cache"),
            .init("suppliergo fetch company:krone --refresh", "some, whatever the cache holds"),
            .init("suppliergo fetch --format ndjson > avatars.ndjson", "what became of each, for a program"),
        ])

    /// How the catalog and the avatars are loaded.
    let loading: LoadingOptions

    /// Whose avatars to bring: the words to look for, as given.
    let text: String

    /// How what became of each avatar is printed; `nil` where it is not.
    let format: FetchFormat?

    init(_ arguments: Arguments) throws(UsageError) {
        loading = try LoadingOptions(arguments, fillsStore: true)
        text = arguments.text
        format = try arguments[Options.fetchFormat]
    }

    /// Loads the avatars of the suppliers that match while the catalog is still being read.
    ///
    /// A catalog that breaks off costs no avatar of a supplier that was read before: it ends the run when they are in.
    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: format == nil ? console : console.printingData()) { session in
            let reading = CatalogReading(
                session.loader.suppliers(), query: SupplierQuery(text), console: session.console, cacheWarnings: nil)
            let diagnostics = session.makeDiagnostics()
            try await load(reading, in: session, diagnostics)
            return try await sumUp(reading, in: session, diagnostics)
        }
    }

    private func load(
        _ reading: CatalogReading, in session: Session, _ diagnostics: AvatarDiagnostics
    ) async throws {
        let count = Lock(0)
        let suppliers = AsyncStream { () -> [Supplier]? in
            guard let read = await reading.next()?.suppliers else { return nil }
            let suppliers = loading.shard.map { session.loader.suppliers(read, in: $0) } ?? read
            count.withLock { $0 += suppliers.count }
            return suppliers
        }
        let formatter = format.map { _ in session.avatarLineFormatter }
        try await session.follow(
            session.loader.avatars(for: suppliers, delivering: .files), diagnostics,
            total: { await reading.total == nil ? nil : count.withLock { $0 } }
        ) { outcomes in
            if let formatter {
                try session.console.output.write(formatter.lines(of: outcomes))
                try session.console.output.flush()
            }
            try Session.requireCache(outcomes)
        }
    }

    private func sumUp(
        _ reading: CatalogReading, in session: Session, _ diagnostics: AvatarDiagnostics
    ) async throws -> ExitStatus {
        let (count, failure) = await (reading.count, reading.failure)
        // Only now: a cache that keeps no avatar either is an error, which says it all.
        if let error = await reading.snapshotError { CatalogReading.warn(session.cacheWarnings, of: error) }
        guard count > 0 || failure != nil || text.isEmpty else {
            session.console.note(SupplierMatches.sentence(ofNoMatchFor: text))
            return .noMatch
        }
        if count > 0 || failure == nil { await session.finish(diagnostics, from: reading.source) }
        if let failure { throw failure }
        let summary = diagnostics.summary.withLock { $0 }
        if summary.personalCount > 0 {
            session.console.note(
                "\(Count.subject(summary.personalCount, "avatar")) not put into the store: sent for this user only")
        }
        if let sentence = summary.unstored.sentence { throw Failure(.inputOutput, sentence) }
        let openCount = summary.failedCount - summary.goneCount + summary.unkeptCount
        // What no run can load would make a scheduler run the shard again for ever.
        let hopelessCount = await reading.skippedCount + summary.unaskableCount
        return openCount - summary.unaskableCount > 0 || hopelessCount > 0 && loading.shard == nil ? .partlyDone : .done
    }
}

extension Session {
    /// What writes the lines of `fetch --format ndjson`.
    fileprivate var avatarLineFormatter: AvatarLineFormatter {
        AvatarLineFormatter(
            resolver: EndpointResolver(against: loader.location, trusting: loader.edits),
            isForTerminal: console.outputTraits.isTerminal)
    }
}
