import SupplierGoKit

/// `suppliergo list [QUERY]`: prints suppliers as they arrive, and has their avatars fetched.
struct ListCommand: Command {
    static let description = CommandDescription(
        name: "list", overview: "Print or export suppliers, or what has changed.",
        discussion: """
            Suppliers are printed as they arrive; on a terminal a background process then fetches their avatars into \
            the cache. If the catalog cannot be reached, its last snapshot is shown with a warning. The exit status \
            is 1 if nothing matched, 3 if records were skipped.
            """,
        argument: .query,
        options: Options.loading + [
            Options.details.row, Options.avatars.row, Options.sort.row, Options.reverse.row, Options.limit.row,
            Options.group.row,
            Options.changeReport.row, Options.since.row, Options.format.row, Options.columns.row, Options.width.row,
            Options.noPager.row, Options.output.row,
        ],
        examples: [
            ("suppliergo list -c https://suppliers.example/catalog.json", "every supplier"),
            ("suppliergo list -c catalog.json krone --sort company,name", "those that match, by company"),
            ("suppliergo list --catalog work --changes", "what is new, changed or gone since the last time"),
            (
                "suppliergo list --since friday.csv -f csv | grep ,email,",
                "whose e-mail address has changed since an export"
            ),
            ("suppliergo list -o suppliers.vcf", "all of them for a phone's contacts"),
            ("curl -s URL | suppliergo list -c - --format tsv", "lines for other programs"),
        ])

    let loading: LoadingOptions

    /// The query as given.
    var text: String { loading.arguments.text }

    /// Selects the suppliers to print.
    let query: SupplierQuery

    /// The order to print them in.
    let order: SupplierOrder

    var isReversed: Bool { loading.arguments[Options.reverse] }

    /// The most suppliers to print; `nil` for all.
    let limit: Int?

    /// The headings they are put under, or `nil` for one list.
    let grouping: SupplierGrouping?

    let format: OutputFormat

    /// The columns to print; `nil` for the format's default.
    let columns: [ListColumn]?

    /// The columns of a line; `nil` for those of the terminal.
    let width: Int?

    /// The mode for their avatars, or `nil` to decide by the format and the output.
    let avatars: AvatarsMode?

    /// The state that changes are printed since, or `nil` to print suppliers.
    let changes: ChangeReference?

    /// The way the catalog is read.
    enum Reading: Sendable {
        /// Suppliers are printed as they arrive.
        case asTheyArrive

        /// The first supplier to print is known only at the catalog's end, or a part of the file would be of no use.
        case toItsEnd

        /// So it is, and the avatars are loaded before, since they are printed too.
        case withAvatars
    }

    private let reading: Reading

    init(_ arguments: Arguments) throws(UsageError) {
        changes = try ChangeReference(arguments)
        format = try arguments.format(by: Options.format)
        guard changes == nil || ChangeFormatter.formats.contains(format) else {
            let known = ChangeFormatter.formats.map(\.rawValue).joined(separator: ", ")
            throw Self.description.misuse(
                "'\(Options.changeReport.spelling)' has no format '\(format.rawValue)': it has \(known)")
        }
        loading = try LoadingOptions(arguments, refusesStandIns: changes != nil)
        query = SupplierQuery(arguments.text)
        (limit, avatars) = (arguments[Options.limit], arguments[Options.avatars])
        let isForPeople = format == .card && arguments.outputPath == nil && changes == nil
        order = arguments.value(of: Options.sort, isForPeople: isForPeople)
        width = arguments.value(of: Options.width, isForPeople: isForPeople)
        columns = arguments.value(of: Options.columns, isForPeople: isForPeople)
        grouping = arguments.value(of: Options.group, isForPeople: isForPeople)
        let isWhole =
            format.embedsAvatars || order != .catalog || arguments[Options.reverse] || grouping != nil
        let printsAvatars = format.embedsAvatars && avatars ?? .wait == .wait
        reading = printsAvatars ? .withAvatars : isWhole ? .toItsEnd : .asTheyArrive
        guard format.hasHeadings || arguments.given(Options.group.row).isEmpty else {
            let known = OutputFormat.ofSuppliers.filter(\.hasHeadings).map(\.rawValue).joined(separator: " and ")
            throw Self.description.misuse(
                "'\(Options.group.spelling)' works with \(known), not \(format.rawValue)")
        }
        guard format.hasColumns || arguments.given(Options.columns.row).isEmpty else {
            throw Self.description.misuse(
                "'\(Options.columns.spelling)' cannot be used with '\(format.rawValue)'")
        }
    }

    /// The mode for avatars.
    func mode(onTerminal isTerminal: Bool) -> AvatarsMode {
        if let avatars { return avatars }
        if format.embedsAvatars { return .wait }
        return format == .card && isTerminal ? .detach : .off
    }

    /// Prints every supplier before the first avatar is asked for, unless the avatars are printed as well.
    func run(on console: Console) async throws -> ExitStatus {
        if let changes { return try await reportChanges(since: changes, on: console) }
        return try await Session.printing(loading, width: width, on: console) { session, page in
            let begun = try await begin(in: session)
            let listing = try await page.write { try await print(begun, in: session) }
            let (console, reader) = (session.console, listing.reader)
            let edited = await reader.edited
            if loading.arguments.outputPath != nil {
                let count = edited.values.count { ($0.supplier ?? $0.original).map { query.matches($0) } ?? false }
                if count > 0 { console.inform("with \(Count.formatted(count)) of your edits") }
            }
            let conflictCount = edited.values.count { !$0.conflicts.isEmpty }
            if conflictCount > 0 {
                let verb = conflictCount == 1 ? "conflicts" : "conflict"
                console.warn(
                    "\(Count.formatted(conflictCount)) of your edits \(verb) with the catalog: "
                        + "see '\(ShellWord.call("edits", catalog: loading.catalogWord))'")
            }
            guard listing.printer.count > 0 || text.isEmpty else {
                console.inform(QueryMatcher.sentence(ofNoMatchFor: text, in: reader.others))
                return await .noMatch.orPartlyDone(if: reader.isPartial)
            }
            try await loadAvatars(of: listing.printed, listing.mode, from: reader.source, in: session)
            if text.isEmpty { await reader.informIfEmpty() }
            return await .done.orPartlyDone(if: reader.isPartial)
        }
    }

    /// The suppliers to print, and those that were printed until now.
    private struct Listing: Sendable {
        let reader: SupplierReader

        /// The mode for avatars on this output.
        let mode: AvatarsMode
        var printer: SupplierPrinter

        /// The printed suppliers; they are kept only if their avatars are loaded afterwards.
        var printed: [Supplier] = []

        /// All suppliers if they are read before the first is printed, and their rows: those under the company of a
        /// group, or all of them.
        var table = SupplierTable()
        var sections: [(heading: String?, rows: [UInt32])] = []

        /// The sentences about the order, which follow the suppliers.
        var warnings: [String] = []

        /// The first suppliers of the sections.
        func first(_ count: Int) -> [Supplier] {
            sections.lazy.flatMap(\.rows).prefix(count).map { table.supplier(at: Int($0)) }
        }
    }

    /// Reads what has to be read before the first supplier is printed.
    private func begin(in session: Session) async throws -> Listing {
        let mode = mode(onTerminal: session.console.outputTraits.isTerminal)
        let printer = SupplierPrinter(format: format, columns: columns, query: query, session: session)
        // Suppliers are rendered as they are printed if only their bytes are needed, and otherwise as rows.
        let areBytesEnough = reading == .asTheyArrive && limit == nil && mode == .off
        // Without records' other members a list reads less.
        let printsOthers = columns?.contains { $0.otherPath != nil } ?? [.json, .ndjson, .html].contains(format)
        let reader = SupplierReader(
            in: session, matching: text, renderedBy: areBytesEnough ? printer.renderer : { RowRenderer() },
            mayStartOver: reading != .asTheyArrive,
            keepsOtherFields: printsOthers || query.needsOtherFields || !order.otherPaths.isEmpty)
        var listing = Listing(reader: reader, mode: mode, printer: printer)
        if reading == .asTheyArrive { try await reader.waitForFirst() } else { try await sort(&listing, in: session) }
        // A catalog that could not be read at all must not look empty.
        if let failure = await reader.failure, await reader.count == 0 || !(failure is CatalogError) { throw failure }
        if reading == .withAvatars {
            let suppliers = listing.first(limit ?? .max)
            listing.printer.images = try await AvatarImages(of: suppliers, from: reader.source, in: session)
        }
        return listing
    }

    /// Reads the catalog to its end.
    private func sort(_ listing: inout Listing, in session: Session) async throws {
        let collation = SupplierOrder.Collation(session.console.environment)
        let none = SortedSuppliers(
            order: order, isReversed: isReversed, limit: grouping == nil ? limit : nil, collation: collation)
        let sorted = try await listing.reader.readAll(into: none) { $0.add($1.rendered) }
        (listing.table, listing.warnings) = (sorted.table, sorted.warnings(isWhole: query.isEmpty))
        listing.sections =
            grouping == nil
            ? [(nil, sorted.rows)]
            : collation.groups(of: sorted.rows) { sorted.table.text(of: .company, at: Int($0)) }
                .map { ($0.company, $0.suppliers) }
    }

    /// Prints the suppliers, also those that came before a catalog broke off.
    private func print(_ begun: Listing, in session: Session) async throws -> Listing {
        var listing = begun
        let (reader, output) = (listing.reader, session.console.output)
        let caption = ListCaption(of: session, format: format)
        if let caption { try output.write(caption.heading) }
        try listing.printer.begin(from: await reader.source)
        if reading == .asTheyArrive {
            try await printAsTheyArrive(&listing, to: output)
        } else {
            try await printSections(of: &listing)
        }
        // Without an end, what was printed does not look whole.
        if let failure = await reader.failure {
            try output.flush()
            throw failure
        }
        try listing.printer.end()
        let count = listing.printer.count
        if let caption {
            let isWhole = reading != .asTheyArrive || count != limit
            let total = isWhole ? await reader.readCount : nil
            try output.write(
                caption.footer(
                    count: count, total: total, editedCount: await reader.edited.count, source: await reader.source))
        }
        try output.flush()
        let isWhole = query.isEmpty && count != limit
        let warnings = listing.warnings + listing.printer.warnings(of: columns ?? [], isWhole: isWhole)
        if count > 0 { warnings.forEach(session.console.warn) }
        return listing
    }

    private func printAsTheyArrive(_ listing: inout Listing, to output: StandardOutput) async throws {
        while let rendered = await listing.reader.next()?.rendered {
            if rendered.areRows {
                try await print(Array(0..<UInt32(rendered.count)), of: SupplierTable(rendered), in: &listing)
            } else {
                try listing.printer.print(rendered)
            }
            try output.flush()
            if listing.printer.count == limit { await listing.reader.stop() }
        }
    }

    private func printSections(of listing: inout Listing) async throws {
        guard !listing.sections.isEmpty else { return }
        let first = listing.first(min(limit ?? .max, SupplierPrinter.layoutCount))
        try await listing.printer.layOut(for: first)
        for section in listing.sections where listing.printer.count < limit ?? .max {
            if let heading = section.heading {
                try listing.printer.printHeading(of: heading, count: section.rows.count)
            }
            try await print(section.rows, of: listing.table, in: &listing)
        }
    }

    private func print(_ rows: [UInt32], of table: SupplierTable, in listing: inout Listing) async throws {
        let rows = rows.prefix((limit ?? .max) - listing.printer.count)
        if listing.mode != .off, reading != .withAvatars {
            let room = avatars == nil ? BackgroundFetchCommand.limit - listing.printed.count : .max
            listing.printed += rows.prefix(room).map { table.supplier(at: Int($0)) }
        }
        try await listing.printer.print(rows, of: table)
    }

    /// Loads the avatars, or has them loaded; that they cannot be kept does not fail the list.
    private func loadAvatars(
        of suppliers: [Supplier], _ mode: AvatarsMode, from source: SupplierBatch.Source?, in session: Session
    ) async throws {
        guard reading != .withAvatars else { return }
        do {
            switch mode {
            case .off: break
            case .wait:
                let (loader, report) = (session.loader, AvatarReport(in: session))
                try await report.follow(
                    loader.avatars(for: suppliers, delivering: .files), total: { suppliers.count })
                report.finish(from: source)
            case .detach:
                try await BackgroundFetchCommand.start(for: suppliers, in: session)
            }
        } catch let error as CacheError {
            session.cacheWarnings.say("the avatars are not fetched", error)
        }
    }
}
