import SupplierGoKit

/// `suppliergo list [QUERY]`: prints suppliers as they arrive, then sees to their avatars.
struct ListCommand: Command {
    static let description = CommandDescription(
        name: "list", overview: "Print a catalog's suppliers, then bring their avatars into the cache.",
        discussion: """
            Suppliers are printed as they arrive; none waits for an avatar. A catalog that cannot be reached is shown \
            from its last snapshot, with a warning. The exit status is 1 where nothing matched, 3 where records were \
            skipped.
            """,
        argument: .query,
        options: Options.loading + [
            Options.avatars.row, Options.sort.row, Options.reverse.row, Options.limit.row, Options.group.row,
            Options.format.row, Options.noPager.row, Options.output.row,
        ],
        examples: [
            .init("suppliergo list -c https://suppliers.example/catalog.json", "every supplier"),
            .init("suppliergo list -c catalog.json krone --sort name", "those that match, by name"),
            .init("suppliergo list --catalog work --offline", "a named catalog's last snapshot"),
            .init("curl -s URL | suppliergo list -c - --format tsv", "lines for other programs"),
        ])

    /// How the catalog and the avatars are loaded.
    let loading: LoadingOptions

    /// Which suppliers to print: the words to look for, as given.
    let text: String

    /// The order to print them in.
    let order: SupplierOrder

    /// Whether that order is reversed.
    let isReversed: Bool

    /// The most suppliers to print; `nil` for all.
    let limit: Int?

    /// What they are put under; `nil` for one list.
    let grouping: SupplierGrouping?

    /// How to print them.
    let format: OutputFormat

    /// The path of the file to print into; `nil` for standard output.
    let output: String?

    /// What to do about their avatars.
    let avatars: AvatarsMode

    /// Whether long output goes through a pager on a terminal.
    let isPaged: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        format = try arguments[Options.format]
        loading = try LoadingOptions(arguments)
        text = arguments.text
        order = try arguments[Options.sort]
        isReversed = try arguments[Options.reverse]
        limit = try arguments[Options.limit]
        grouping = try arguments[Options.group]
        output = try arguments.outputPath()
        avatars = try arguments[Options.avatars] ?? (format == .card || format.embedsAvatars ? .wait : .off)
        isPaged = try !arguments[Options.noPager]
        guard grouping == nil || format.hasHeadings else {
            let known = OutputFormat.allCases.filter(\.hasHeadings).map(\.rawValue).joined(separator: ", ")
            throw UsageError(
                "'\(Options.group.spelling)' needs a format with headings, which '\(format.rawValue)' is not: \(known)",
                see: .command(Self.description.name))
        }
    }

    func run(on console: Console) async throws -> ExitStatus {
        try await console.withOutput(to: output) { console in
            try await ListRun(arguments: self, console: console).run()
        }
    }
}

/// What `list` does about avatars.
enum AvatarsMode: String, CaseIterable, Sendable {
    /// Stay until they are in.
    case wait

    /// Leave them to a background process.
    case detach

    /// Bring none.
    case off
}

/// One run of `list`.
struct ListRun: Sendable {
    let arguments: ListCommand
    let console: Console

    /// Prints every supplier before the first avatar is asked for, but where the avatars are printed as well.
    func run() async throws -> ExitStatus {
        try await Session.with(arguments.loading, on: console) { session in
            let content = try await console.beforePaging(arguments.isPaged) {
                needsAll ? .gathered(try await gather(in: session)) : try await arriving(in: session)
            }
            return try await console.paging(arguments.isPaged) {
                try await list(content, in: session)
            } rest: { listed in
                guard listed.count > 0 || arguments.text.isEmpty else {
                    console.note("no supplier matches '\(arguments.text)'")
                    return .noMatch
                }
                if !bringsAvatarsFirst { try await seeToAvatars(of: listed.suppliers, in: session) }
                return listed.skippedCount > 0 ? .partlyDone : .done
            }
        }
    }

    /// What is to be printed.
    private enum Content: Sendable {
        /// All of a catalog that was read before.
        case gathered(Gathered)

        /// A catalog as it arrives, from the first suppliers that are to be printed; `nil` where there are none.
        case arriving(CatalogReading, first: CatalogReading.Portion?)
    }

    /// Waits for the first suppliers that are to be printed: until then a pager would have nothing to show.
    private func arriving(in session: Session) async throws -> Content {
        let reading = CatalogReading(
            session.loader.suppliers(renderedBy: renderer(of: listing(in: session))),
            query: SupplierQuery(arguments.text), console: console, cache: session.cacheWarnings)
        let first = try await reading.firstPortion()
        if first == nil, let failure = await reading.failure { throw failure }
        return .arriving(reading, first: first)
    }

    /// What was printed; the suppliers are kept only where their avatars are to be seen to.
    private struct Listed: Sendable {
        var suppliers: [Supplier] = []
        var count = 0
        var skippedCount = 0
        var caption: ListCaption?

        /// Whether the catalog was read to its end.
        var isWhole = true
    }

    /// Prints what there is to print.
    private func list(_ content: Content, in session: Session) async throws -> Listed {
        var listed = Listed()
        var listing = listing(in: session)
        listed.caption = ListCaption(of: session, format: arguments.format)
        if let caption = listed.caption { try console.output.write(caption.heading) }
        try console.output.write(listing.begin())
        let failure: (any Error)?
        switch content {
        case .gathered(let gathered):
            try await print(gathered, into: &listing, listed: &listed)
            failure = gathered.failure
        case .arriving(let reading, let first):
            try await print(reading, from: first, into: &listing, listed: &listed)
            failure = await reading.failure
        }
        try console.output.write(listing.end())
        if let caption = listed.caption, failure == nil {
            try console.output.write(caption.footer(count: listed.count, isWhole: listed.isWhole))
        }
        try console.output.flush()
        if let failure { throw failure }
        return listed
    }

    /// Prints a catalog as it arrives; what was good before it broke off is printed as well.
    private func print(
        _ reading: CatalogReading, from first: CatalogReading.Portion?, into listing: inout Listing,
        listed: inout Listed
    ) async throws {
        var next = first
        while let portion = next {
            try print(portion.rendered, into: &listing, listed: &listed)
            try await printRows(portion.suppliers, into: &listing, listed: &listed)
            listed.isWhole = listed.count != arguments.limit
            if !listed.isWhole { await reading.stop() }
            next = await reading.nextPortion()
        }
        if let failure = await reading.failure, !(failure is CatalogError) { throw failure }
        listed.caption?.take(await reading.readCount, from: await reading.source)
        listed.skippedCount = await reading.skippedCount
    }

    private func print(
        _ gathered: Gathered, into listing: inout Listing, listed: inout Listed
    ) async throws {
        listing.pictures = gathered.pictures
        listed.caption?.take(gathered.readCount, from: gathered.source)
        listed.skippedCount = gathered.skippedCount
        guard let groups = gathered.groups else {
            return try await printRows(gathered.suppliers, into: &listing, listed: &listed)
        }
        for group in groups where listed.count < limit {
            try console.output.write(listing.heading(of: group))
            try await printRows(group.suppliers, into: &listing, listed: &listed)
        }
    }

    private func listing(in session: Session) -> Listing {
        Listing(format: arguments.format, query: SupplierQuery(arguments.text), session: session)
    }

    /// The most suppliers that are printed.
    var limit: Int { arguments.limit ?? .max }

    /// What renders all that is to be listed, where nothing but its bytes is needed of a supplier.
    private func renderer(of listing: Listing) -> (any SupplierRendering)? {
        guard !needsAll, arguments.limit == nil, arguments.avatars == .off, let renderer = listing.renderer else {
            return nil
        }
        let query = SupplierQuery(arguments.text)
        return query.isEmpty ? renderer : MatchingRenderer(query: query, renderer: renderer)
    }

    private func print(
        _ rendered: RenderedSuppliers, into listing: inout Listing, listed: inout Listed
    ) throws(OutputError) {
        guard rendered.count > 0 else { return }
        listed.count += rendered.count
        try console.output.write(listing.rows(of: rendered))
        try console.output.flush()
    }

    private func printRows(
        _ suppliers: [Supplier], into listing: inout Listing, listed: inout Listed
    ) async throws {
        var rest = suppliers.prefix(limit - listed.count)
        listed.count += rest.count
        if arguments.avatars != .off, !bringsAvatarsFirst { listed.suppliers += rest }
        while !rest.isEmpty {
            let rows = rest.prefix(listing.batchLimit)
            rest = rest.dropFirst(rows.count)
            try console.output.write(await listing.rows(of: Array(rows)))
            try Task.checkCancellation()
        }
        try console.output.flush()
    }

    /// Brings the avatars in, or has them brought; that they cannot be kept is no failure of the list.
    private func seeToAvatars(of suppliers: [Supplier], in session: Session) async throws {
        do {
            switch arguments.avatars {
            case .off: break
            case .wait: _ = try await session.bringAvatars(of: inOrderOfSight(suppliers))
            case .detach: try await session.leaveAvatars(of: suppliers)
            }
        } catch let error as CacheError {
            session.cacheWarnings.say("the avatars are not brought in", error)
        }
    }

    /// The suppliers whose lines are in the window first: a pager begins with the first ones, a terminal ends with the last.
    private func inOrderOfSight(_ suppliers: [Supplier]) -> [Supplier] {
        guard !arguments.isPaged, arguments.format == .card, let height = console.outputTraits.height else {
            return suppliers
        }
        let hidden = suppliers.dropLast(height)
        return Array(suppliers[hidden.endIndex...]) + hidden
    }
}
