import FoundationEssentials
import SupplierGoKit

/// `suppliergo check [QUERY]`: reports problems in a catalog's data, and changes nothing.
struct CheckCommand: Command {
    static let description = CommandDescription(
        name: "check", overview: "Report bad data and duplicate suppliers.",
        discussion: """
            One line per finding: a bad record; no or a malformed e-mail address; a phone number with fewer than 6 \
            digits; a full name of one word or none, unless it is the company's; an id, an e-mail address, a phone \
            number or a name with its company that another supplier has already, which is named; an avatar that is \
            gone, as far as the cache knows; a date in the future. The exit status is 3 if anything is found, \
            otherwise 0.
            """,
        argument: .query,
        options: Options.reading + [
            Options.noEdits.row, Options.details.row, Options.findingFormat.row, Options.output.row,
            Options.noPager.row,
        ],
        examples: [
            ("suppliergo check -c catalog.json", "bad data and duplicate suppliers"),
            ("suppliergo check -f csv | grep ,shared-", "only duplicate suppliers"),
            ("suppliergo check company:krone", "only those of some suppliers"),
            ("suppliergo check -o findings.csv", "for the catalog's owner"),
        ])

    let loading: LoadingOptions

    /// The query, as given: only findings of the suppliers that match are printed.
    let text: String

    let format: OutputFormat

    /// The path of the file to print into; `nil` for standard output.
    let output: String?

    let isPaged: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        format = try arguments.format(by: Options.findingFormat)
        loading = try LoadingOptions(arguments)
        text = arguments.text
        output = try arguments.outputPath()
        isPaged = try !arguments[Options.noPager]
    }

    private typealias Totals = (suppliers: Int, findings: Int)

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.printing(loading, to: output, paged: isPaged, on: console) { session in
            let query = SupplierQuery(text)
            let renderer = RuleEvaluator(
                of: session.loader.location, query: query, hasFailed: session.hasFailed,
                goneAvatars: await goneAvatars(in: session), at: Timestamp(.now))
            let reader = SupplierReader(
                in: session, renderedBy: { renderer.withoutRows }, readingCache: query.needsCache,
                keepsOtherFields: query.needsOtherFields,
                warn: { [text] warning in
                    switch warning {
                    // Without a query each is a finding.
                    case .badRecord, .moreBadRecords: if !text.isEmpty { session.warn(of: warning) }
                    default: session.warn(of: warning)
                    }
                })
            try await reader.waitForFirst()
            return (reader, renderer)
        } write: { session, source in
            try await print(source.0, by: source.1, on: session.console)
        } finish: { session, source, totals in
            let (console, isPartial) = (session.console, await source.0.isPartial)
            guard totals.suppliers > 0 || text.isEmpty else {
                console.inform(SupplierMatches.sentence(ofNoMatchFor: text))
                return .noMatch.orPartlyDone(if: isPartial)
            }
            let suppliers = Count.formatted(totals.suppliers, "supplier")
            console.inform("\(suppliers) checked, \(Count.formatted(totals.findings, "finding"))")
            return .done.orPartlyDone(if: isPartial || totals.findings > 0)
        }
    }

    /// Prints the findings as they are made.
    private func print(
        _ reader: SupplierReader, by renderer: RuleEvaluator, on console: Console
    ) async throws -> Totals {
        let formatter = FindingFormatter(
            format: format, style: console.outputStyle, isForTerminal: console.outputTraits.isTerminal)
        var (check, totals) = (SupplierCheck(), (suppliers: 0, findings: 0))
        try console.output.write(formatter.heading)
        try await withThrowingTaskGroup(of: Void.self) { printing in
            while let batch = await reader.next() {
                if batch.startsOver { check = SupplierCheck() }
                let (found, count) = check.check(batch.rendered)
                // With a query the reader warns of them.
                let badRecords = text.isEmpty ? batch.badRecords : []
                let findings = badRecords.map { Finding(badRecord: "\($0)") } + found
                totals.suppliers += count
                totals.findings += findings.count
                // Findings are printed while the next batch is checked.
                _ = try await printing.next()
                printing.addTask { try console.print(findings.map(formatter.line).joined()) }
            }
            try await printing.waitForAll()
        }
        if let failure = await reader.failure { throw failure }
        return totals
    }

    /// The avatars that are gone as far as the cache knows; none if it cannot be read.
    private func goneAvatars(in session: Session) async -> Set<String> {
        do throws(CacheError) {
            return try await session.cache.goneAvatars()
        } catch {
            session.cacheWarnings.add(readError: error)
            return []
        }
    }
}

extension Options {
    static let findingFormat = format(
        of: [.text, .ndjson, .csv], shown: "by the extension of --output, else text",
        "The output format. text is for people, the others are for programs.")
}
