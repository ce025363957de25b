import SupplierGoKit

/// Reads a catalog batch by batch for a consumer: the suppliers that match a query, or their rendered bytes, with
/// warnings of bad records, a snapshot, and a cache that cannot keep the catalog.
///
/// Everything that reads a catalog is a consumer: the commands, the browser's `CatalogFeed`, and completions.
actor SupplierReader {
    /// Selects the suppliers. A command prints its hints at the end.
    nonisolated let matcher: QueryMatcher
    private let session: Session
    private nonisolated var console: Console { session.console }
    private let warn: @Sendable (CatalogWarning) -> Void

    private var batches: GuessingBatches?

    /// The records are completed by the details in the cache, before they are selected and rendered.
    private let isCompleting: Bool

    /// Renders suppliers here instead of while they are decoded: on the threads for files, since the cache is read.
    private let cacheRenderer: BatchRenderer?

    /// The batches that ``waitForFirst(keepingBadRecords:)`` has read.
    private var held: [SupplierBatch] = []
    private var hasNamedSnapshot = false

    /// The number of suppliers that matched until now.
    private(set) var count = 0

    /// The number of suppliers, with those that did not match.
    private(set) var readCount = 0

    /// The edits of the edited suppliers and of the removed ones.
    private(set) var edited: [Supplier.ID: SupplierEdits.Applied] = [:]

    /// The records that were not suppliers.
    private(set) var skipped: SkippedRecords

    /// True if a run that read the catalog to its end is only partly done.
    var isPartial: Bool { skipped.isPartial }

    /// Says so if the catalog was read to its end and has no suppliers. A renderer must not leave any out.
    func informIfEmpty() {
        guard batches == nil, failure == nil, readCount == 0 else { return }
        // A map reads fields leniently.
        let command = skipped.areOfFields ? session.inspection(of: session.loader.location) : nil
        console.inform("the catalog has no suppliers" + (command.map { "; see '\($0)'" } ?? ""))
    }

    /// The source that they were read from; `nil` before the first.
    private(set) var source: SupplierBatch.Source?

    /// The error that ended the catalog before its time.
    private(set) var failure: (any Error)?

    /// The error for which the catalog is not kept as a snapshot.
    private(set) var snapshotError: CacheError?

    /// Creates a reader that has read nothing.
    ///
    /// - Parameters:
    ///   - session: loads the catalog.
    ///   - matcher: selects the suppliers. Default: all.
    ///   - renderer: returns the renderer of each batch, whose bytes take the place of the suppliers; by default none
    ///     is rendered.
    ///   - readsCache: true if the renderer reads the cache. A query may need the cache as well.
    ///   - id: the only supplier that is wanted, if the catalog's index knows it; default `nil`, for all.
    ///   - mayStartOver: true if a snapshot may replace what was read: its first batch ``SupplierBatch/startsOver``.
    ///   - keepsOtherFields: true if suppliers have their records' other members. Default `true`.
    ///   - usesDetails: true if records are completed by details in the cache if that is asked for. Default `true`.
    ///   - warn: receives the warnings; default ``Session/warn(of:)``.
    init(
        in session: Session, matching matcher: QueryMatcher = QueryMatcher(),
        renderedBy renderer: @escaping BatchRenderer = { nil }, readingCache readsCache: Bool = false,
        preferring id: Supplier.ID? = nil, mayStartOver: Bool = false, keepsOtherFields: Bool = true,
        usingDetails usesDetails: Bool = true, warn: (@Sendable (CatalogWarning) -> Void)? = nil
    ) {
        (self.matcher, self.session) = (matcher, session)
        self.warn = warn ?? session.warn(of:)
        skipped = SkippedRecords(limit: session.console.warningLimit, keepsSentences: warn != nil)
        let matching: BatchRenderer = {
            matcher.isEmpty ? renderer() : renderer().map { MatchingRenderer(matcher: matcher, renderer: $0) }
        }
        let isCompleting = usesDetails && session.options.usesDetails
        self.isCompleting = isCompleting
        let readsCache = readsCache || matcher.query.needsCache || isCompleting
        cacheRenderer = readsCache ? matching : nil
        batches = GuessingBatches(of: session) { loader in
            loader.suppliers(
                renderedBy: { readsCache ? nil : matching() }, preferring: id, startsOver: mayStartOver,
                keepsOtherFields: keepsOtherFields || matcher.needsOtherFields || isCompleting)
        }
    }

    /// The number of suppliers that match, once the catalog is read to its end.
    var total: Int? { batches == nil ? count : nil }

    /// Reads to the end while a line on standard error shows the number of suppliers, after 300 milliseconds: nothing
    /// can be printed before that.
    ///
    /// - Parameters:
    ///   - empty: the value before the first batch, and again when the catalog starts over.
    ///   - stopsAtFirst: true if it reads to the first suppliers that match only. Default `false`.
    ///   - consume: adds a batch to the value.
    /// - Throws: `CancellationError`; another error that ended the catalog before its time is ``failure``.
    nonisolated func readAll<Value>(
        into empty: Value, stoppingAtFirst stopsAtFirst: Bool = false, _ consume: (inout Value, SupplierBatch) -> Void
    ) async throws -> Value {
        var value = empty
        try await console.showingProgress(
            of: "suppliers", waiting: session.waiting(in: console.errorStyle), after: .milliseconds(300)
        ) {
            Progress(done: await self.readCount)
        } during: {
            while let batch = await next() {
                if batch.startsOver { value = empty }
                consume(&value, batch)
                if stopsAtFirst, await count > 0 { break }
            }
            try Task.checkCancellation()
        }
        return value
    }

    /// Reads to the first suppliers that can be printed, or to the end, while a line on standard error shows how many
    /// were read. They come with ``next()``.
    ///
    /// - Parameter keepsBadRecords: true if the bad records before them come too. Default `false`.
    /// - Throws: `CancellationError`; the error that ended the catalog before.
    func waitForFirst(keepingBadRecords keepsBadRecords: Bool = false) async throws {
        held = try await readAll(into: [], stoppingAtFirst: true) { held, batch in
            let hasSuppliers = !batch.suppliers.isEmpty || batch.rendered.count > 0
            if hasSuppliers || keepsBadRecords && !batch.badRecords.isEmpty { held.append(batch) }
        }
        if let failure { throw failure }
    }

    /// The next suppliers that match or were rendered; `nil` at the end, with ``failure`` if that was not the
    /// catalog's.
    func next() async -> SupplierBatch? {
        if !held.isEmpty { return held.removeFirst() }
        guard var batches else { return nil }
        do {
            let batch = try await batches.next()
            if let sentence = batches.sentence, self.batches?.sentence == nil { warn(.reading(sentence)) }
            self.batches = batches
            if var batch {
                count(batch)
                await select(from: &batch)
                count += batch.suppliers.count + batch.rendered.count
                return batch
            }
        } catch {
            failure = error
        }
        stop()
        return nil
    }

    /// Reads no further: the catalog's transfer ends.
    func stop() {
        guard batches.take() != nil else { return }
        if isPartial { session.markAsPartial() }
        if let sentence = skipped.sentenceOfOthers { warn(.moreBadRecords(sentence)) }
    }

    /// Counts what was read, and warns of what is wrong with it.
    private func count(_ batch: SupplierBatch) {
        if batch.startsOver {
            (count, readCount, edited) = (0, 0, [:])
            skipped = SkippedRecords(limit: skipped.limit, keepsSentences: skipped.keepsSentences)
        }
        for supplier in batch.edited { edited[supplier.edit.id] = supplier }
        source = batch.source
        snapshotError = snapshotError ?? batch.snapshotError
        readCount += batch.suppliers.count + batch.rendered.readCount
        if case .snapshot(let storedAt, let reason?) = batch.source, !exchange(&hasNamedSnapshot, with: true) {
            let age = Age.formatted(Int(Date().timeIntervalSince(storedAt)))
            let sentence = session.refusal(reason) ?? reason.sentence
            warn(.snapshot("\(sentence); showing the snapshot of \(age) ago"))
        }
        skipped.add(batch, warning: warn)
        if let error = batch.snapshotError { warn(.unkept(error)) }
    }

    /// Renders suppliers that were not rendered while they were decoded, or keeps those that match.
    private func select(from batch: inout SupplierBatch) async {
        guard !matcher.isEmpty || cacheRenderer != nil || isCompleting, !batch.suppliers.isEmpty else { return }
        if isCompleting {
            do throws(CacheError) {
                batch.suppliers = try await session.loader.completed(batch.suppliers)
            } catch {
                session.cacheWarnings.add(readError: error)
            }
        }
        let select = { @Sendable [read = batch, matcher, cacheRenderer] in
            var batch = read
            if let cacheRenderer { batch.render(by: cacheRenderer) }
            batch.suppliers = batch.suppliers.filter { matcher.matches($0) }
            return batch
        }
        batch = cacheRenderer != nil || matcher.query.needsCache ? await BlockingThreads.files.run(select) : select()
    }
}

/// A warning of a ``SupplierReader``, which its consumer prints, or drops: ``SkippedRecords`` keeps those of records.
enum CatalogWarning: Sendable {
    /// A skipped record, and at the end the number of further ones.
    case badRecord(String), moreBadRecords(String)

    /// A sign that the catalog is incomplete, or has records that an index does not name.
    case omission(String)

    /// A sign that the map is not the one that was meant.
    case doubt(String)

    /// A snapshot stands in for the catalog.
    case snapshot(String)

    /// The catalog is not kept as a snapshot.
    case unkept(CacheError)

    /// The places by which a file is read that has none of our names, which is no fault.
    case reading(String)
}

/// Counts the records that are not suppliers. Of those with one field at fault the first are named, or all.
struct SkippedRecords: Sendable {
    /// The number of records with one field at fault that are named.
    fileprivate let limit: Int

    /// True for a reader whose consumer prints no warnings when they come.
    fileprivate let keepsSentences: Bool

    /// By the field at fault.
    fileprivate var counts: [String: Int] = [:]

    /// The number of records that were skipped.
    fileprivate(set) var count = 0

    /// True if the catalog is known to have more suppliers than were read.
    fileprivate(set) var isIncomplete = false

    /// The sentences of the warnings until now, if they are kept: of records and of what is missing, and of the map.
    fileprivate(set) var named: [String] = []
    fileprivate(set) var doubts: [String] = []

    /// True if records were skipped, each for one of its fields.
    var areOfFields: Bool { count > 0 && counts[""] == nil }

    /// True if a record was skipped, or the catalog has more suppliers than were read.
    var isPartial: Bool { count > 0 || isIncomplete }

    /// The sentences about the records that were skipped, named or not, and about what is missing.
    var sentences: [String] { named + [sentenceOfOthers].compactMap(\.self) }

    /// Counts those of a batch, and warns of them.
    mutating func add(_ batch: SupplierBatch, warning warn: (CatalogWarning) -> Void) {
        func name(_ sentence: String, as warning: (String) -> CatalogWarning) {
            if keepsSentences { named.append(sentence) }
            warn(warning(sentence))
        }
        for record in batch.badRecords {
            counts[record.path, default: 0] += 1
            if counts[record.path, default: 0] <= limit { name("\(record)", as: CatalogWarning.badRecord) }
        }
        let unnamedCount = batch.unnamedBadRecordCount
        count += batch.badRecords.count + unnamedCount
        isIncomplete = isIncomplete || !batch.omissions.isEmpty
        let unnamed = "\(Count.formatted(unnamedCount, "bad record")) of the catalog skipped"
        for omission in (unnamedCount > 0 ? [unnamed] : []) + batch.omissions.map({ "\($0)" }) {
            name(omission, as: CatalogWarning.omission)
        }
        let newDoubts = batch.doubts.compactMap(\.sentence)
        doubts += newDoubts
        newDoubts.forEach { warn(.doubt($0)) }
    }

    /// The number of records that were not named, as a sentence; `nil` if all were.
    var sentenceOfOthers: String? {
        let count = counts.values.reduce(0) { $0 + max(0, $1 - limit) }
        guard count > 0 else { return nil }
        return "\(Count.formatted(count, "more record")) skipped ('\(Options.verbose.spelling)' names all)"
    }
}

extension SupplierBatch.ShapeDoubt {
    /// The sentence, with the nearest field if no record has one; `nil` for a next page that may be missing because
    /// there is none, since no path is misspelt.
    fileprivate var sentence: String? {
        switch self {
        case .unusedPath(let path, let names, let paths):
            let nearest = NearestWord.path(to: path, among: names.map { FieldPath([$0]).text } + paths)
            return "\(self)" + (nearest.map { "; " + NearestWord.question($0) } ?? "")
        case .missingNextPage(let path, let paths):
            return NearestWord.to(path, among: paths, within: 1).map { "\(self); \(NearestWord.question($0))" }
        default: return "\(self)"
        }
    }
}
