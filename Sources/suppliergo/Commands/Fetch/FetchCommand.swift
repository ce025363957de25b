import SupplierGoFleet
import SupplierGoKit

/// `suppliergo fetch [QUERY]`: brings avatars into the cache.
struct FetchCommand: Command {
    static let description = CommandDescription(
        name: "fetch", overview: "Fetch avatars and details into the cache.",
        discussion: """
            It can be run again at any time: only missing, stale and failed avatars are requested. The exit status \
            is 3 if an avatar failed or records were skipped, so that another run may get more. An avatar that is \
            gone (404, 410) is reported and does not count. The same holds for --details; older details that stand in \
            for failed ones count as failed. With --shard, skipped records and unusable endpoints do \
            not count either: a scheduler runs a shard again while it may get more. The exit status is 74 if the \
            cache or the --store could not keep an avatar. --format ndjson prints a line for each avatar: 'ids' are \
            the suppliers that waited for it; 'state' is loaded, missing (404, 410) or failed; 'source' is network, \
            file, store, cache, revalidated (unchanged on its server) or stale; 'tries' counts requests; 'key' is \
            its name in the cache and the store; 'error' is why it is gone, not kept or stale. Unknown values are \
            null.
            """,
        argument: .query,
        options: Options.loading + [
            Options.details.row, Options.fetchFormat.row, Options.shard.row, Options.noLocal.row,
            Options.copyDirectory.row, Options.copyName.row,
        ],
        examples: [
            ("suppliergo fetch -c catalog.json", "every avatar, into the cache"),
            ("suppliergo fetch company:krone --refresh", "some, revalidated"),
            ("suppliergo fetch --to faces --name '{id}-{fullname}'", "and into the directory faces"),
            ("suppliergo fetch --format ndjson > avatars.ndjson", "the result of each, for a program"),
        ])

    let loading: LoadingOptions

    /// The words to look for, as given.
    var text: String { loading.arguments.text }

    /// The format of a line for each avatar, or `nil` for no lines.
    var format: OutputFormat? { loading.arguments[Options.fetchFormat] }

    /// The directory to copy the avatars into, and the names of the copies; `nil` for none.
    let copies: (directory: String, name: FieldTemplate)?

    init(_ arguments: Arguments) throws(UsageError) {
        copies = try arguments.copies()
        loading = try LoadingOptions(arguments, fillsStore: true, shard: try arguments.shard())
        if loading.usesDetails { try arguments.refuse(Options.details.row, with: [Options.noLocal.row]) }
    }

    /// Loads the avatars of the suppliers that match while the catalog is still being read.
    ///
    /// A catalog that breaks off costs no avatar for a supplier that was read before: it ends the run when they are in.
    func run(on console: Console) async throws -> ExitStatus {
        try await Session.with(loading, on: format == nil ? console : console.printingData()) { session in
            let named = copies?.name.otherPaths.map(\.text) ?? []
            let reader = SupplierReader(
                in: session, matching: QueryMatcher(text, naming: named, hasFailed: session.hasFailed),
                usingDetails: false,
                warn: {
                    if case .unkept = $0 { return }
                    session.warn(of: $0)
                })
            let report = AvatarReport(in: session)
            let detailReport = AvatarReport(of: .details, in: session)
            let copier = try copies.map { try AvatarCopies(in: $0.directory, named: $0.name, for: session) }
            let suppliers = try await load(reader, in: session, report, copier)
            if let outcomes = session.loader.detailOutcomes(for: suppliers.batches(upTo: suppliers.count)) {
                try await detailReport.follow(outcomes, total: { suppliers.count })
            }
            let status = try await sumUp(reader, in: session, report, detailReport)
            let lacksCopies = copier?.finish() == false
            if await reader.count > 0 { reader.matcher.warnings().forEach(session.console.warn) }
            return lacksCopies && status == .done ? .partlyDone : status
        }
    }

    /// Loads the avatars, and returns the suppliers whose details are loaded afterwards.
    private func load(
        _ reader: SupplierReader, in session: Session, _ report: AvatarReport, _ copier: AvatarCopies?
    ) async throws -> SupplierTable {
        let (count, table) = (Lock(0), Lock(SupplierTable()))
        let suppliers = AsyncStream { () -> [Supplier]? in
            guard let read = await reader.next()?.suppliers else { return nil }
            let suppliers = loading.shard.map { session.loader.select(read, for: $0) } ?? read
            count.withLock { $0 += suppliers.count }
            if loading.usesDetails { table.withLock { table in suppliers.forEach { table.append($0) } } }
            return suppliers
        }
        let formatter = format.map { _ in
            AvatarLineFormatter(
                resolver: EndpointResolver(against: session.loader.location, trusting: session.loader.edits),
                isForTerminal: session.console.outputTraits.isTerminal
            ) { [loader = session.loader] supplier in
                if case .failed(let error) = loader.unstored(supplier) { error } else { nil }
            }
        }
        try await report.follow(
            session.loader.avatars(for: suppliers, delivering: .files),
            total: { await reader.total == nil ? nil : count.withLock { $0 } }
        ) { outcomes in
            if let formatter { try session.console.print(formatter.lines(of: outcomes)) }
            try AvatarReport.requireCache(outcomes)
            try copier?.copy(outcomes)
        }
        return table.withLock(\.self)
    }

    private func sumUp(
        _ reader: SupplierReader, in session: Session, _ report: AvatarReport, _ detailReport: AvatarReport
    ) async throws -> ExitStatus {
        let (count, failure) = await (reader.count, reader.failure)
        // Only now: a cache that keeps no avatar either is an error, which says it all.
        if let error = await reader.snapshotError { session.warn(of: .unkept(error)) }
        let (skipped, isSharded) = (await reader.skipped, loading.shard != nil)
        guard count > 0 || failure != nil || text.isEmpty else {
            session.console.inform(reader.matcher.sentenceOfNoMatch())
            return .noMatch.orPartlyDone(if: skipped.isIncomplete || skipped.count > 0 && !isSharded)
        }
        if text.isEmpty { await reader.informIfEmpty() }
        if count > 0 || failure == nil { report.finish(from: await reader.source) }
        detailReport.finish(from: nil)
        if let failure { throw failure }
        let counts = report.counts.withLock { $0 }
        let detailCounts = detailReport.counts.withLock { $0 }
        if counts.personalCount > 0 {
            session.console.inform(
                "\(Count.subject(counts.personalCount, "avatar")) not put into the store: sent for this user only")
        }
        if let sentence = report.unstoredSentence { throw Failure(.inputOutput, sentence) }
        // Otherwise a scheduler would run the shard again for ever: no run can load these.
        let openCount = counts.openCount + detailCounts.openCount
        let hopelessCount = skipped.count + counts.unaskableCount + detailCounts.unaskableCount
        return .done.orPartlyDone(if: skipped.isIncomplete || openCount > 0 || hopelessCount > 0 && !isSharded)
    }
}

extension Arguments {
    /// The directory that `--to` names, and the names of the files in it.
    fileprivate func copies() throws(UsageError) -> (directory: String, name: FieldTemplate)? {
        guard let directory = self[Options.copyDirectory] else {
            guard given(Options.copyName.row).isEmpty else {
                throw command.misuse("'\(Options.copyName.spelling)' needs '\(Options.copyDirectory.spelling)'")
            }
            return nil
        }
        try refuse(Options.copyDirectory.row, with: [Options.noLocal.row])
        let name = self[Options.copyName]
        do throws(CatalogShape.ParseError) {
            var parser = FieldTemplate.Parser(name, .fullname)
            return (directory, try parser.template())
        } catch {
            throw command.misuse("the value '\(error.place)' of '\(Options.copyName.spelling)' \(error.reason)")
        }
    }
}

extension Options {
    static let copyDirectory = Option<String?>(
        .output, "to", .directory("dir"), isSetting: false,
        """
        Copy the avatars into DIR, which is created if needed. A file that this command did not write for the same \
        supplier is never overwritten; the list \(AvatarCopies.listName) in DIR says which file is whose.
        """)

    static let copyName = Option(
        .output, "name", .text("template"), default: "{id}", shown: "{id}", isSetting: false,
        "The names of the copies, without extension: text with fields in braces, as in '{id}-{fullname|lower}'.")

    static let fetchFormat = Option<OutputFormat?>(
        .show, "format", short: "f", .choice("format", of: [.ndjson]), shown: "none, a summary only", isSetting: false,
        """
        Print a line for each avatar. It is a JSON object of url, ids, state (loaded, missing or failed), status, \
        bytes, source, tries, seconds, key and error.
        """)

    static let shard = Option<Shard??>(
        .fleet, "shard", .shard("i/n"), shown: "all avatars", isSetting: false,
        """
        Fetch the I-th of N parts of the avatars, from 1. So N processes share the work without talking to each other. \
        auto takes the part from Slurm's array, or from Kubernetes' indexed job or GNU parallel, with N in \
        $SUPPLIERGO_SHARDS.
        """)
}
