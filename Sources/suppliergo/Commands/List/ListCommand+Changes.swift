import SupplierGoKit

/// The state of a catalog that `list --changes` compares it with.
enum ChangeReference: Sendable, Hashable {
    /// The last report; a new one replaces it if `moves`.
    case lastReport(moves: Bool)

    /// The catalog in a file.
    case file(CatalogLocation)

    /// Reads it; `nil` if suppliers are listed and not their changes.
    init?(_ arguments: Arguments) throws(UsageError) {
        let since = arguments.called(Options.since.row).last?.text
        let isAskedFor = try arguments[Options.changeReport]
        guard isAskedFor || since != nil else { return nil }
        try arguments.refuse(
            Options.changeReport.row,
            with: [
                Options.sort.row, Options.reverse.row, Options.limit.row, Options.group.row, Options.columns.row,
                Options.width.row, Options.avatars.row,
            ])
        guard let since, since != Self.last else {
            self = .lastReport(moves: since == nil)
            return
        }
        guard since != "-", !since.contains("://") else {
            throw arguments.command.misuse("'\(Options.since.spelling)' takes a file, and '\(since)' is none")
        }
        self = .file(.file(path: arguments.environment.absolutePath(since)))
    }

    /// The value of `--since` for the last report.
    private static let last = "last"
}

extension Arguments {
    /// The format of changes: as for a list, of those that they have. A setting that does not fit does not apply.
    func changesFormat() throws(UsageError) -> OutputFormat {
        let format = try outputFormat()
        if ChangeFormatter.formats.contains(format) { return format }
        guard called(Options.format.row).isEmpty, try outputPath() == nil else {
            let known = ChangeFormatter.formats.map(\.rawValue).joined(separator: ", ")
            throw ListCommand.description.misuse(
                "'\(Options.changeReport.spelling)' has no format '\(format.rawValue)': it has \(known)")
        }
        return .card
    }
}

extension ListCommand {
    /// Prints the changes since a state of the catalog. The mark moves after all output was written.
    func reportChanges(since reference: ChangeReference, on console: Console) async throws -> ExitStatus {
        let moved = Lock<(mark: ChangeMark, lines: [UInt8])?>(nil)
        let status = try await console.withOutput(to: output) { console in
            try await Session.with(loading, on: console) { session in
                let report = try await console.beforePaging(isPaged) {
                    try await makeReport(since: reference, in: session.withoutEdits)
                }
                let formatter = ChangeFormatter(
                    format: format, style: console.outputStyle, isForTerminal: console.outputTraits.isTerminal)
                return try await console.paging(isPaged) {
                    try console.print(formatter.text(of: report.changes))
                } rest: {
                    moved.withLock { $0 = report.move }
                    return report.isPartial ? .partlyDone : report.changes.isEmpty ? .noMatch : .done
                }
            }
        }
        if let move = moved.withLock({ $0 }) { try await move.mark.set(move.lines) }
        return status
    }

    private struct Report: Sendable {
        var changes: [CatalogChange] = []

        /// The mark that is set after the report, if any.
        var move: (mark: ChangeMark, lines: [UInt8])?
        var isPartial = false
    }

    private func makeReport(since reference: ChangeReference, in session: Session) async throws -> Report {
        let console = session.console
        switch reference {
        case .file(let file):
            let (changes, _, reader) = try await compare(
                session, with: file, keepsLines: false, mayLackAvatars: true)
            return await report(changes, reader, in: session)
        case .lastReport(let moves):
            guard let mark = ChangeMark(of: session.loader.location, in: session.cache) else {
                throw Self.description.misuse(
                    "a catalog on standard input has no last report: give '\(Options.since.spelling) FILE'")
            }
            let isFirst = try await !mark.isSet
            let (changes, lines, reader) = try await compare(
                session, with: isFirst ? nil : .file(path: mark.path), keepsLines: moves)
            var report = await report(isFirst ? nil : changes, reader, in: session)
            guard moves else {
                if isFirst { console.note("there is no earlier report of this catalog") }
                return report
            }
            guard await reader.isWhole else {
                console.warn("the catalog was not read as a whole, so the next report begins where this one does")
                return report
            }
            if isFirst { console.note("this is the first report of this catalog: changes are reported from now on") }
            // A report of some suppliers must not hide the changes of the others from the next one.
            if isFirst || text.isEmpty { report.move = (mark, lines) }
            return report
        }
    }

    private func report(_ changes: [CatalogChange]?, _ reader: CatalogReader, in session: Session) async -> Report {
        let (query, hasFailed) = (SupplierQuery(text), session.hasFailed)
        let wanted = await BlockingThreads.files.run {
            (changes ?? []).filter { change in
                [change.old, change.new].contains { $0.map { query.matches($0, hasFailed: hasFailed) } ?? false }
            }
        }
        if changes != nil, wanted.isEmpty { session.console.note("nothing has changed") }
        return Report(changes: wanted, isPartial: await reader.isPartial)
    }

    /// Compares the catalog with an earlier state.
    ///
    /// - Parameter earlier: the earlier state's file; `nil` for none.
    private func compare(
        _ session: Session, with earlier: CatalogLocation?, keepsLines: Bool, mayLackAvatars: Bool = false
    ) async throws -> ([CatalogChange], lines: [UInt8], CatalogReader) {
        let location = session.loader.location
        var comparison = CatalogComparison(
            of: location, with: earlier ?? location, mayLackAvatars: mayLackAvatars)
        if let earlier {
            comparison = try await read(earlier, into: comparison, in: session, warns: true) { $0.addOld($1) }
        }
        let formatter = RecordFormatter(.ndjson, catalog: location, isForTerminal: false)
        let none = (comparison: comparison, lines: [UInt8]())
        let (compared, reader) = try await session.readCatalog(into: none, preferring: nil) { compared, batch in
            // Without an earlier state there is nothing to report.
            if earlier != nil { compared.comparison.addNew(batch.suppliers) }
            var formatter = formatter
            for supplier in batch.suppliers where keepsLines {
                formatter.append(ListedSupplier(supplier: supplier, avatar: nil), into: &compared.lines)
            }
        }
        comparison = compared.comparison
        if let earlier, comparison.hasLeft {
            comparison = try await read(earlier, into: comparison, in: session, warns: false) { $0.addLeft($1) }
            guard !comparison.hasLeft else {
                throw Failure(.inputOutput, "the earlier catalog changed while it was compared: run the command again")
            }
        }
        return (comparison.changes, compared.lines, reader)
    }

    /// Reads the earlier state from a file.
    ///
    /// - Parameter warns: whether bad records are named.
    private func read(
        _ location: CatalogLocation, into comparison: CatalogComparison, in session: Session, warns: Bool,
        _ add: (inout CatalogComparison, [Supplier]) -> Void
    ) async throws -> CatalogComparison {
        try await DataLoader.with { dataLoader in
            let suppliers = SupplierLoader(location: location, dataLoader: dataLoader, cache: nil).suppliers()
            let reader = CatalogReader(
                suppliers, query: SupplierQuery(""), in: session, cacheWarnings: nil, warnsOfBadRecords: warns)
            let comparison = try await reader.readAll(into: comparison) { add(&$0, $1.suppliers) }
            guard let failure = await reader.failure else { return comparison }
            // An unreadable file is named already.
            guard let error = failure as? CatalogError, case .syntax = error else { throw failure }
            let advice = error.advice.map { "; \($0)" } ?? ""
            throw Failure(.badData, "in the file '\(location)', \(error)\(advice)")
        }
    }
}

extension CatalogReader {
    /// Whether the catalog was read to its end, and from its location or the snapshot that was asked for.
    fileprivate var isWhole: Bool {
        if case .snapshot(_, _?) = source { return false }
        return !skipped.isIncomplete
    }
}

extension Options {
    static let changeReport = Option(
        .choose, flag: "changes", isSetting: false,
        """
        Print what has changed since the last such report. Suppliers that were added, removed or changed are printed as \
        card, json, ndjson or csv. The first time it only begins. With a query the next report begins where this one does.
        """)

    static let since = Option<String?>(
        .choose, "since", .file("file"), isSetting: false,
        """
        Print what has changed since a catalog in FILE. It may be an export in csv or json; avatars are compared if it has \
        any. 'last' is the last report of --changes, which stays the last.
        """)
}
