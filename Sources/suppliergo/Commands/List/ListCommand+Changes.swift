import SupplierGoKit

/// The state of a catalog that `list --changes` compares it with.
enum ChangeReference: Sendable, Hashable {
    /// The last report; a new one replaces it if `moves`.
    case lastReport(moves: Bool)

    /// The catalog in a file.
    case file(path: String)

    /// Reads it; `nil` if suppliers are listed and not their changes.
    init?(_ arguments: Arguments) throws(UsageError) {
        let since = arguments.given(Options.since.row).last?.text
        let isAskedFor = arguments[Options.changeReport]
        guard isAskedFor || since != nil else { return nil }
        try arguments.refuse(
            Options.changeReport.row,
            with: [
                Options.sort.row, Options.reverse.row, Options.limit.row, Options.group.row, Options.columns.row,
                Options.width.row, Options.avatars.row, Options.details.row,
            ])
        guard let since, since != "last" else {
            self = .lastReport(moves: since == nil)
            return
        }
        guard since != "-", !since.contains("://") else {
            throw arguments.command.misuse("'\(Options.since.spelling)' takes a file, not '\(since)'")
        }
        self = .file(path: arguments.environment.absolutePath(since))
    }
}

extension ListCommand {
    /// Prints the changes since a state of the catalog. The mark moves after all output was written.
    func reportChanges(since reference: ChangeReference, on console: Console) async throws -> ExitStatus {
        var moved: Report.Move?
        let status = try await Session.printing(loading, on: console) { session, page in
            let (report, console) = (try await makeReport(reference, in: session), session.console)
            let formatter = ChangeFormatter(
                format: format, style: console.outputStyle, isForTerminal: console.outputTraits.isTerminal)
            try await page.write {
                try console.print(formatter.text(of: report.changes, isWhole: report.failure == nil))
            }
            if let failure = report.failure { throw failure }
            moved = report.move
            return report.isPartial ? .partlyDone : report.changes.isEmpty ? .noMatch : .done
        }
        guard let moved else { return status }
        try Signals.check()
        try await moved.mark.set(moved.lines)
        if moved.isFirst {
            console.inform("this is the first report of this catalog: changes are reported from now on")
        }
        return status
    }

    private struct Report: Sendable {
        var changes: [CatalogChange] = []

        /// The mark that is set after the report, and its lines; `isFirst` if there was none.
        typealias Move = (mark: LastReport, lines: [UInt8], isFirst: Bool)
        var move: Move?
        var isPartial = false

        /// The error that ended the catalog before its time.
        var failure: (any Error)?
    }

    private func makeReport(_ reference: ChangeReference, in session: Session) async throws -> Report {
        switch reference {
        case .file(let path):
            return try await compare(EarlierCatalog(location: .file(path: path), session: session), in: session)
        case .lastReport(let moves):
            guard let mark = LastReport(of: session.loader.location, in: session.cache) else {
                throw Self.description.misuse(
                    "a catalog on standard input has no last report: give '\(Options.since.spelling) FILE'")
            }
            let isSet = try await mark.isSet
            let earlier = isSet ? EarlierCatalog(location: .file(path: mark.path), session: session, isMark: true) : nil
            let report = try await compare(earlier, in: session, moving: moves ? mark : nil)
            if !isSet, !moves { session.console.inform("no earlier report of this catalog") }
            return report
        }
    }

    /// Compares the catalog with an earlier state, if there is one.
    ///
    /// - Parameter mark: the mark to move, or `nil` for none.
    private func compare(
        _ earlier: EarlierCatalog?, in session: Session, moving mark: LastReport? = nil
    ) async throws -> Report {
        let (reader, console) = (SupplierReader(in: session.withoutEdits), session.console)
        let renderer = RecordFormatter(.ndjson, catalog: session.loader.location, isForTerminal: false)
        var lines: [UInt8] = []
        func addToMark(_ suppliers: [Supplier]) {
            for supplier in suppliers where mark != nil { _ = renderer.render(supplier, into: &lines) }
        }
        var namelessCount = 0
        let compared = try await reader.readAll(into: try await earlier?.comparison()) { comparison, batch in
            comparison?.addNew(batch.suppliers)
            comparison?.leaveOut(batch.badRecords.compactMap(\.id))
            namelessCount += batch.badRecords.count { $0.id == nil }
            addToMark(batch.suppliers)
        }
        let (failure, isIncomplete) = (await reader.failure, await reader.skipped.isIncomplete)
        if let failure, await reader.readCount == 0 { throw failure }
        var report = Report(isPartial: await reader.isPartial, failure: failure)
        if var comparison = compared, let earlier {
            if failure != nil || isIncomplete || namelessCount > 0 { comparison.withholdRemovals() }
            let (isWhole, readCount) = (failure == nil, await reader.readCount)
            earlier.warnOfMissingFields(in: comparison, andOfForeign: isWhole && readCount > 0)
            report.changes = await matching(comparison.changes, in: session)
            // Next time they are removed, if they are not read again.
            addToMark(comparison.withheld)
            if report.changes.isEmpty, failure == nil { console.inform("nothing has changed") }
        }
        if isIncomplete {
            let next = mark == nil ? "" : ", and the starting point does not move"
            console.warn("the catalog was not read as a whole, so no supplier is reported as removed" + next)
        } else if compared != nil, namelessCount > 0 {
            console.warn(
                "no supplier is reported as removed, because the id of "
                    + Count.formatted(namelessCount, "skipped record") + " cannot be read")
        }
        // A report of some suppliers must not hide the changes of the others from the next one.
        guard let mark, failure == nil, !isIncomplete, earlier == nil || text.isEmpty else { return report }
        report.move = (mark, lines, isFirst: earlier == nil)
        return report
    }

    /// The changes of suppliers that match the query.
    private func matching(_ changes: [CatalogChange], in session: Session) async -> [CatalogChange] {
        let matcher = QueryMatcher(text, hasFailed: session.hasFailed)
        return await BlockingThreads.files.run {
            changes.filter { change in [change.old, change.new].contains { $0.map { matcher.matches($0) } ?? false } }
        }
    }
}

extension Options {
    static let changeReport = Option(
        .choose, flag: "changes",
        """
        Print what has changed since the last such report. For card, json, ndjson and csv. The first run only sets the \
        starting point; one with a query leaves it.
        """)

    static let since = Option<String?>(
        .choose, "since", .file("file"), isSetting: false,
        """
        Print what has changed since a catalog in FILE. It may be an export; fields that it does not have at all are \
        not compared, nor are columns that were added to a table in a spreadsheet. 'last' is the starting point of \
        --changes, which does not move.
        """)
}
