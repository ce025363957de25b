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
            Options.group.row, Options.changeReport.row, Options.since.row, Options.format.row, Options.columns.row,
            Options.width.row, Options.noPager.row, Options.output.row,
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

    var text: String { loading.arguments.text }

    let order: SupplierOrder

    var isReversed: Bool { loading.arguments[Options.reverse] }

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

    init(_ arguments: Arguments) throws(UsageError) {
        changes = try ChangeReference(arguments)
        format = try arguments.format(by: Options.format)
        guard changes == nil || ChangeFormatter.formats.contains(format) else {
            let known = ChangeFormatter.formats.map(\.rawValue).joined(separator: ", ")
            throw Self.description.misuse(
                "'\(Options.changeReport.spelling)' has no format '\(format.rawValue)': it has \(known)")
        }
        loading = try LoadingOptions(arguments, refusesStandIns: changes != nil)
        (limit, avatars) = (arguments[Options.limit], arguments[Options.avatars])
        let isForPeople = format == .card && arguments.outputPath == nil && changes == nil
        order = arguments.value(of: Options.sort, isForPeople: isForPeople)
        width = arguments.value(of: Options.width, isForPeople: isForPeople)
        columns = arguments.value(of: Options.columns, isForPeople: isForPeople)
        grouping = arguments.value(of: Options.group, isForPeople: isForPeople)
        guard format.hasHeadings || arguments.given(Options.group.row).isEmpty else {
            let known = OutputFormat.ofSuppliers.filter(\.hasHeadings).map(\.rawValue).joined(separator: " and ")
            throw Self.description.misuse("'\(Options.group.spelling)' works with \(known), not \(format.rawValue)")
        }
        guard format.hasColumns || arguments.given(Options.columns.row).isEmpty else {
            throw Self.description.misuse("'\(Options.columns.spelling)' cannot be used with '\(format.rawValue)'")
        }
    }

    /// The mode for avatars.
    func mode(onTerminal isTerminal: Bool) -> AvatarsMode {
        avatars ?? (format.embedsAvatars ? .wait : format == .card && isTerminal ? .detach : .off)
    }

    /// The way in which the catalog is read and its suppliers are printed: decided once, before it is read.
    ///
    /// ``SupplierReader`` reads batches, which hold bytes of the format or rows, and ``SupplierPrinter`` prints them.
    private enum Reading {
        /// The format's bytes are printed as they arrive: nothing else of a supplier is needed. The first of a card
        /// are rows, by which its columns are laid out.
        case bytes

        /// Rows are printed as they arrive. They are counted up to the limit, looked up in the cache, or kept for the
        /// avatars that are fetched afterwards.
        case rows

        /// It is read to its end before: the first supplier to print is known only then, or a part of the file would be
        /// of no use. So are the avatars that are printed with them.
        case toItsEnd

        init(of list: ListCommand, _ mode: AvatarsMode, by printer: SupplierPrinter) {
            if list.format.embedsAvatars || list.order != .catalog || list.isReversed || list.grouping != nil {
                self = .toItsEnd
            } else {
                self = list.limit != nil || mode != .off || printer.printsCachedAvatars ? .rows : .bytes
            }
        }
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
                let query = reader.matcher.query
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
                console.inform(reader.matcher.sentenceOfNoMatch())
                return await .noMatch.orPartlyDone(if: reader.isPartial)
            }
            try await loadAvatars(of: listing, in: session)
            if text.isEmpty { await reader.informIfEmpty() }
            return await .done.orPartlyDone(if: reader.isPartial)
        }
    }

    /// The suppliers to print, and those that were printed until now.
    private struct Listing: Sendable {
        let reading: Reading
        let reader: SupplierReader
        var printer: SupplierPrinter

        /// The mode for the avatars that are loaded once the suppliers are printed.
        let mode: AvatarsMode

        /// The printed suppliers; they are kept only if their avatars are loaded afterwards.
        var printed: [Supplier] = []

        /// All suppliers if they are read before the first is printed, and their rows: those under the company of a
        /// group, or all of them.
        var table = SupplierTable()
        var sections: [(heading: String?, rows: [UInt32])] = []

        /// The first suppliers of the sections.
        func first(_ count: Int) -> [Supplier] {
            sections.lazy.flatMap(\.rows).prefix(count).map { table.supplier(at: Int($0)) }
        }
    }

    /// Reads what has to be read before the first supplier is printed.
    private func begin(in session: Session) async throws -> Listing {
        let named = order.otherPaths + (columns ?? []).compactMap(\.otherPath)
        let matcher = QueryMatcher(text, naming: named, hasFailed: session.hasFailed)
        let mode = mode(onTerminal: session.console.outputTraits.isTerminal)
        let printer = SupplierPrinter(format: format, columns: columns, query: matcher.query, session: session)
        let reading = Reading(of: self, mode, by: printer)
        // Without records' other members a list reads less.
        let reader = SupplierReader(
            in: session, matching: matcher,
            renderedBy: { reading == .bytes ? printer.renderer : RowRenderer() },
            mayStartOver: reading == .toItsEnd,
            keepsOtherFields: columns == nil && [.json, .ndjson, .html].contains(format))
        let printsAvatars = format.embedsAvatars && mode == .wait
        var listing = Listing(reading: reading, reader: reader, printer: printer, mode: printsAvatars ? .off : mode)
        if reading == .toItsEnd { try await sort(&listing, in: session) } else { try await reader.waitForFirst() }
        // A catalog that could not be read at all must not look empty.
        if let failure = await reader.failure, await reader.count == 0 || !(failure is CatalogError) { throw failure }
        if printsAvatars {
            let suppliers = listing.first(limit ?? .max)
            listing.printer.images = try await AvatarImages(of: suppliers, from: reader.source, in: session)
        }
        return listing
    }

    /// Reads the catalog to its end, and keeps no more suppliers than about twice those that will be printed.
    private func sort(_ listing: inout Listing, in session: Session) async throws {
        let collation = SupplierOrder.Collation(session.console.environment)
        let limit = grouping == nil ? limit : nil
        func sortedRows(of table: SupplierTable) -> [UInt32] {
            let rows = table.rows(by: order, reversed: isReversed, collation: collation) {}
            return limit.map { Array(rows.prefix($0)) } ?? rows
        }
        let table = try await listing.reader.readAll(into: SupplierTable()) { table, batch in
            table.append(batch.rendered.bytes[...])
            if let limit, table.count > 2 * limit + 4096 { table = table.copy(of: sortedRows(of: table).sorted()) }
        }
        let rows = sortedRows(of: table)
        let groups = grouping.map { _ in collation.groups(of: rows) { table.text(of: .company, at: Int($0)) } }
        (listing.table, listing.sections) = (table, groups?.map { ($0.company, $0.suppliers) } ?? [(nil, rows)])
    }

    /// Prints the suppliers, also those that came before a catalog broke off.
    private func print(_ begun: Listing, in session: Session) async throws -> Listing {
        var listing = begun
        let (reader, output) = (listing.reader, session.console.output)
        let caption = ListCaption(of: session, format: format)
        if let caption { try output.write(caption.heading) }
        try listing.printer.begin(from: await reader.source)
        if listing.reading == .toItsEnd {
            try await printSections(of: &listing)
        } else {
            try await printAsTheyArrive(&listing, to: output)
        }
        // Without an end, what was printed does not look whole.
        if let failure = await reader.failure {
            try output.flush()
            throw failure
        }
        try listing.printer.end()
        let count = listing.printer.count
        let isWhole = listing.reading == .toItsEnd || count != limit
        if let caption {
            let total = isWhole ? await reader.readCount : nil
            try output.write(
                caption.footer(
                    count: count, total: total, editedCount: await reader.edited.count, source: await reader.source))
        }
        try output.flush()
        if count > 0 { reader.matcher.warnings(isWhole: isWhole).forEach(session.console.warn) }
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
        if listing.mode != .off {
            let room = avatars == nil ? BackgroundFetchCommand.limit - listing.printed.count : .max
            listing.printed += rows.prefix(room).map { table.supplier(at: Int($0)) }
        }
        try await listing.printer.print(rows, of: table)
    }

    /// Loads the avatars, or has them loaded; that they cannot be kept does not fail the list.
    private func loadAvatars(of listing: Listing, in session: Session) async throws {
        let suppliers = listing.printed
        do {
            switch listing.mode {
            case .off: break
            case .wait:
                let (loader, report) = (session.loader, AvatarReport(in: session))
                try await report.follow(loader.avatars(for: suppliers, delivering: .files), total: { suppliers.count })
                report.finish(from: await listing.reader.source)
            case .detach:
                try await BackgroundFetchCommand.start(for: suppliers, in: session)
            }
        } catch let error as CacheError {
            session.cacheWarnings.say("the avatars are not fetched", error)
        }
    }
}
