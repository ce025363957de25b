import FoundationEssentials
import SupplierGoKit

/// `suppliergo check [QUERY]`: reports problems in a catalog's data, and changes nothing.
struct CheckCommand: Command {
    static let description = CommandDescription(
        name: "check", overview: "Report bad data and duplicate suppliers.",
        discussion: """
            One line per finding: a bad record; no or a malformed e-mail address, or one that mixes alphabets in a \
            word; a phone number with fewer than 3 digits, or two numbers in its place; no full name, or N/A, a dash, \
            test or an e-mail address in its place, or one that is mis-decoded, or has HTML entities or invisible \
            characters; an id, an e-mail address, a phone number or a name with its company that another supplier has \
            already, which is named; an avatar that is gone, as far as the cache knows; a date in the future. A field \
            that no record has is one finding. The exit status is 3 if anything is found, otherwise 0.
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
    var text: String { loading.arguments.text }

    let format: OutputFormat

    init(_ arguments: Arguments) throws(UsageError) {
        format = try arguments.format(by: Options.findingFormat)
        loading = try LoadingOptions(arguments)
    }

    private typealias Totals = (suppliers: Int, findings: Int)

    func run(on console: Console) async throws -> ExitStatus {
        try await Session.printing(loading, on: console) { session, page in
            let (console, matcher) = (session.console, QueryMatcher(text, hasFailed: session.hasFailed))
            let resolver = EndpointResolver(against: session.loader.location)
            let (gone, now) = (await goneAvatars(in: session), Timestamp(.now))
            let reader = SupplierReader(
                in: session,
                renderedBy: { RuleEvaluator(matcher: matcher, resolver: resolver, goneAvatars: gone, now: now) },
                readingCache: matcher.query.needsCache,
                keepsOtherFields: matcher.query.needsOtherFields,
                warn: { [text] warning in
                    switch warning {
                    // Without a query each is a finding.
                    case .badRecord, .moreBadRecords: if !text.isEmpty { session.warn(of: warning) }
                    default: session.warn(of: warning)
                    }
                })
            try await reader.waitForFirst(keepingBadRecords: text.isEmpty)
            let totals = try await page.write { try await print(reader, on: console) }
            guard totals.suppliers > 0 || text.isEmpty else {
                console.inform(matcher.sentenceOfNoMatch())
                return .noMatch.orPartlyDone(if: session.isPartial)
            }
            matcher.warnings().forEach(console.warn)
            let suppliers = Count.formatted(totals.suppliers, "supplier")
            console.inform("\(suppliers) checked, \(Count.formatted(totals.findings, "finding"))")
            return .done.orPartlyDone(if: session.isPartial || totals.findings > 0)
        }
    }

    /// Prints the findings as they are made.
    private func print(_ reader: SupplierReader, on console: Console) async throws -> Totals {
        let formatter = FindingFormatter(
            format: format, style: console.outputStyle, isForTerminal: console.outputTraits.isTerminal)
        var (check, totals) = (SupplierCheck(), (suppliers: 0, findings: 0))
        try console.output.write(formatter.heading)
        while let batch = await reader.next() {
            if batch.startsOver { check = SupplierCheck() }
            let (found, count) = check.check(batch.rendered)
            // With a query the reader warns of them.
            let badRecords = text.isEmpty ? batch.badRecords : []
            let findings = badRecords.map { Finding(subject: nil, rule: .badRecord, value: "\($0)") } + found
            totals.suppliers += count
            totals.findings += findings.count
            try console.print(findings.map(formatter.line).joined())
        }
        let remaining = check.remaining()
        totals.findings += remaining.count
        try console.print(remaining.map(formatter.line).joined())
        if let failure = await reader.failure { throw failure }
        return totals
    }

    /// The avatars that are gone as far as the cache knows; none if it cannot be read.
    private func goneAvatars(in session: Session) async -> Set<CacheKey> {
        do throws(CacheError) {
            return try await session.cache.goneAvatars()
        } catch {
            session.cacheWarnings.add(readError: error)
            return []
        }
    }
}

/// Makes the findings of suppliers that a ``RuleEvaluator`` has rendered, and remembers the values that no two may
/// share.
///
/// For each supplier it holds the id, the name and four hashes of 64 bits, which are seeded for each process: a million
/// suppliers have two equal hashes of different values with a probability below 1 in 10^6.
struct SupplierCheck: Sendable {
    /// The first suppliers with a value, for each of ``Finding/Rule/ofSeveral``.
    private var firsts = Finding.Rule.ofSeveral.map { _ in [UInt64: Int32]() }
    private var subjects: [Finding.Subject] = []

    /// The suppliers without a field that no supplier has had yet, by its rule: if none has it, that is one finding.
    private var pending: [Finding.Rule: [Int32]] = [.email: [], .phone: [], .fullname: []]

    /// Checks the next suppliers of the catalog.
    ///
    /// - Returns: the findings, and the number of suppliers whose findings are wanted.
    mutating func check(_ rendered: RenderedSuppliers) -> (findings: [Finding], wantedCount: Int) {
        let (text, renderer) = (rendered.bytes.span, rendered.renderer as? RuleEvaluator)
        let (ofOne, ofSeveral) = (Finding.Rule.ofOne, Finding.Rule.ofSeveral)
        var (findings, wantedCount) = ([(position: Int32, finding: Finding)](), 0)
        var end = 0
        for row in renderer?.rows ?? [] {
            let fields = FieldRanges(ofRowAt: end, in: text)
            end = fields.rowEnd
            guard let subject = Finding.Subject(fields, in: text) else { continue }
            let position = Int32(truncatingIfNeeded: subjects.count)
            subjects.append(subject)
            for (rule, positions) in pending where fields[rule.field]?.isEmpty == false {
                findings += positions.map { ($0, finding(of: rule, at: $0)) }
                pending[rule] = nil
            }
            // Looks a hash up once: its value is stored first if there is none.
            func stored(_ value: inout Int32) -> Int32 { value }
            func add(_ rule: Finding.Rule, first: Finding.Subject?) {
                guard row.isWanted else { return }
                let value = fields[rule.field].map { String(decoding: text.extracting($0)) } ?? ""
                if value.isEmpty, pending[rule]?.append(position) != nil { return }
                findings.append((position, Finding(subject: subject, rule: rule, value: value, first: first)))
            }
            for index in row.broken.indices where row.broken[index] { add(ofOne[index], first: nil) }
            for index in row.hashes.indices where row.hashes[index] != RuleEvaluator.Row.noHash {
                let first = stored(&firsts[index][row.hashes[index], default: position])
                if first != position { add(ofSeveral[index], first: subjects[Int(first)]) }
            }
            if row.isWanted { wantedCount += 1 }
        }
        // Those that were pending are about earlier suppliers.
        findings.sort { $0.position < $1.position }
        return (findings.map(\.finding), wantedCount)
    }

    /// The findings about fields that no supplier has had.
    func remaining() -> [Finding] {
        Finding.Rule.ofOne.flatMap { rule in
            let positions = pending[rule] ?? []
            let ofAll = Finding(subject: nil, rule: rule, value: "")
            return positions.count > 1 ? [ofAll] : positions.map { finding(of: rule, at: $0) }
        }
    }

    private func finding(of rule: Finding.Rule, at position: Int32) -> Finding {
        Finding(subject: subjects[Int(position)], rule: rule, value: "")
    }
}

extension Options {
    static let findingFormat = format(
        of: [.text, .ndjson, .csv], shown: "by the extension of --output, else text",
        "The output format. text is for people, the others are for programs.")
}
