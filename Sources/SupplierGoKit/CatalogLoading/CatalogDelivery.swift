/// Delivers a catalog's batches to their reader, and adds up what its pages say.
struct CatalogDelivery {
    private let channel: BoundedChannel<SupplierBatch>

    /// The form in which records are decoded.
    private let plan: DecodingPlan

    /// The claim on the catalog; it is given up once the reader has rested for long, so that others may read it.
    var claim: CacheClaim?
    private let restLimit: Duration

    /// The query of the catalog's URL; `nil` if it is not at one.
    private let query: String?
    private var isRemote: Bool { query != nil }

    /// The reader drops what it has if another source begins.
    private let startsOver: Bool

    /// The source of batches now, and that of the last one that was delivered.
    private var source = SupplierBatch.Source.location
    private var deliveredSource: SupplierBatch.Source?
    private var hasDeliveredSuppliers = false

    /// The error that kept the catalog from becoming a snapshot.
    var snapshotError: CacheError?

    /// An index has answered for the catalog, so that nothing else of it is delivered.
    private var isAnswered = false

    /// The added suppliers that the catalog has by itself.
    private var knownAdded: Set<Supplier.ID> = []

    /// The facts about the map that the source's records were read through.
    private var facts = FieldMap.Facts()

    /// The number of lines before the headings of its tables.
    private var skippedLineCount = 0

    /// The number of pages of this source that were begun.
    private(set) var pageCount = 0

    /// The last record's values on the page, and the URLs without numbers that pages of this source were asked for by.
    private var lastValues: [String: String] = [:]
    private var cursorURLs: Set<String> = []

    /// The hashes of the ids on the page, and on the one before; none unless pages are counted.
    private var (pageIDs, earlierPageIDs): ([UInt64], [UInt64]) = ([], [])

    /// The first page calls itself page 0, and the server has an error in place of the page after the last.
    private var countsFromZero = false
    private(set) var hasErrorAtEnd = false

    /// The number of records of this source, and of its pages before the last one.
    private(set) var (recordCount, earlierRecordCount) = (0, 0)

    /// The number of suppliers that the catalog itself has, removed ones included.
    private(set) var supplierCount = 0

    /// The envelope of the last page, and the last number of suppliers that one had.
    private var envelope = CatalogEnvelope()
    private var total: Int?

    /// Creates a delivery into a channel, which holds it back while the channel's reader is busy.
    ///
    /// - Parameters:
    ///   - renderer: renders the suppliers.
    ///   - startsOver: whether the reader drops what it has if another source begins.
    ///   - keepsOtherFields: whether suppliers have their records' other members.
    init(
        to channel: BoundedChannel<SupplierBatch>, of loader: SupplierLoader,
        renderedBy renderer: @escaping BatchRenderer, startsOver: Bool, keepsOtherFields: Bool
    ) {
        self.channel = channel
        self.startsOver = startsOver
        plan = DecodingPlan(
            isStrict: loader.configuration.isStrict, renderer: renderer, edits: loader.edits,
            keepsOtherFields: keepsOtherFields, shape: loader.configuration.shape)
        restLimit = loader.configuration.readerRestLimit
        query = if case .remote(let url) = loader.location { url.query() ?? "" } else { nil }
    }

    /// Another source may begin: the reader has no supplier, or drops those that it has.
    var canStartOver: Bool { startsOver || !hasDeliveredSuppliers }

    /// Begins a source.
    mutating func begin(_ source: SupplierBatch.Source) {
        self.source = source
        (pageCount, recordCount, earlierRecordCount, supplierCount) = (0, 0, 0, 0)
        (envelope, total, facts, knownAdded, cursorURLs) = (CatalogEnvelope(), nil, FieldMap.Facts(), [], [])
        (skippedLineCount, pageIDs, countsFromZero, hasErrorAtEnd) = (0, [], false, false)
    }

    /// Begins the next page.
    ///
    /// - Parameter hashesIDs: whether its ids are hashed for an index.
    /// - Returns: the reader whose batches are to be delivered.
    mutating func beginPage(_ chunks: ByteChunks, hashesIDs: Bool) -> CatalogReader {
        pageCount += 1
        (earlierRecordCount, lastValues, earlierPageIDs, pageIDs) = (recordCount, [:], pageIDs, [])
        var plan = plan
        plan.hashesIDs = hashesIDs || countsPages
        return CatalogReader(chunks: chunks, plan: plan)
    }

    /// Ends a page that was read to its end.
    ///
    /// - Returns: the members beside its array, with the next page if the shape has a URL for it.
    mutating func endPage(_ read: CatalogEnvelope) -> CatalogEnvelope {
        envelope = read
        skippedLineCount += read.skippedLineCount
        if let target = nextTarget() { envelope.follow(target) }
        total = envelope.total ?? total
        return envelope
    }

    /// Pages are asked for by their number, or by that of the records before.
    private var countsPages: Bool { isRemote && plan.shape.nextTemplate?.isCounted == true }

    /// Ends the pages if the one that was asked for by a number is past the last: it has nothing in it, or is an error
    /// although the catalog has had all that it counts, and nothing says that there is more.
    mutating func endsPages(_ error: any Error) -> Bool {
        guard countsPages, pageCount > 0, !countsMore else { return false }
        let signs = envelope.signs
        switch error {
        case CatalogSyntaxError.empty:
            guard pageCount > 1, !saysMore(after: pageCount - 1) else { return false }
        case CatalogError.page(_, .status(_, let status, _, _)):
            let isCounted = signs[.pageTotal] != nil || signs[.total] != nil || total != nil
            guard [400, 404, 416].contains(status.code), isCounted, !saysMore(after: pageCount) else { return false }
            hasErrorAtEnd = true
        default: return false
        }
        envelope.endPages()
        return true
    }

    private func saysMore(after count: Int) -> Bool {
        envelope.signs.sign(after: start.pagesBefore + count, recordCount: start.offset + recordCount) != nil
    }

    /// The numbers of the first page, which the catalog's own address may have, and of the pages before it.
    private var start: (page: Int, offset: Int, pagesBefore: Int) {
        let given = plan.shape.nextTemplate?.numbers(in: query ?? "")
        let origin = countsFromZero || given?.page == 0 ? 0 : 1
        let page = given?.page ?? origin
        return (page, given?.offset ?? 0, page - origin)
    }

    /// The next page's URL by the shape's template; `nil` after the last page, and an empty text, which
    /// ``RemotePages`` takes for a loop, if the page, or values in it that only numbers tell apart, come again.
    private mutating func nextTarget() -> String? {
        guard let template = plan.shape.nextTemplate, !envelope.signs.sayNoMore else { return nil }
        // If several records have one id, it tells no page from another.
        if countsPages, !pageIDs.isEmpty, pageIDs == earlierPageIDs, Set(pageIDs).count == pageIDs.count { return "" }
        if pageCount == 1 { countsFromZero = envelope.signs[.page]?.number == 0 }
        // Without a value of the response, nothing but the server says that there is another page.
        guard !template.cursors.isEmpty || isRemote && recordCount > earlierRecordCount else { return nil }
        func url(page: Int, offset: Int) -> String? {
            template.url(page: page, offset: offset) { envelope.cursors[$0.text] ?? lastValues[$0.text] }
        }
        if template.isCounted, template.hasCursor, let same = url(page: 0, offset: 0),
            !cursorURLs.insert(same).inserted
        {
            return ""
        }
        let next = url(page: start.page + pageCount, offset: start.offset + recordCount)
        return next?.addingParameters(of: query ?? "")
    }

    // MARK: Batches

    /// Delivers a batch of the page.
    mutating func deliver(_ decoded: DecodedBatch) async throws {
        recordCount += decoded.recordCount
        supplierCount += decoded.byteOffsets.count
        if countsPages { pageIDs += decoded.idHashes }
        facts.merge(decoded.facts)
        lastValues = decoded.lastValues ?? lastValues
        var batch = SupplierBatch()
        (batch.suppliers, batch.rendered, batch.edited) = (decoded.suppliers, decoded.rendered, decoded.edited)
        batch.badRecords = decoded.badRecords.map {
            SupplierBatch.BadRecord($0, onPage: pageCount, after: earlierRecordCount)
        }
        for edited in decoded.edited where edited.edit.kind == .added { knownAdded.insert(edited.edit.id) }
        let isEmpty = batch.suppliers.isEmpty && batch.edited.isEmpty && batch.rendered.readCount == 0
        if !isEmpty || !batch.badRecords.isEmpty { try await send(batch) }
    }

    /// Answers a lookup by the suppliers that an index has found, and delivers nothing else of the catalog.
    ///
    /// - Returns: whether there are any, an edit has added or removed them, or no other supplier is wanted.
    mutating func answer(
        _ lookup: CatalogLoad.Lookup, with found: [Supplier], badRecordCount: Int
    ) async throws -> Bool {
        var batch = SupplierBatch(suppliers: found, badRecords: [], source: source)
        if let edit = plan.edits[lookup.id], !found.isEmpty || edit.kind == .added {
            batch.edited = found.isEmpty ? [edit.applied(to: nil)] : found.map(edit.applied)
            batch.suppliers = batch.edited.compactMap(\.supplier)
        }
        guard lookup.isExclusive || !batch.suppliers.isEmpty || !batch.edited.isEmpty else { return false }
        batch.unnamedBadRecordCount = badRecordCount
        isAnswered = true
        try await send(batch)
        return true
    }

    /// Ends the delivery: suppliers that edits have added come last, and at least one batch names the last source.
    mutating func finish() async throws {
        var last = SupplierBatch()
        last.snapshotError = snapshotError
        if !isAnswered {
            let added = plan.edits.added.filter { !knownAdded.contains($0.id) }
            last.edited = added.map { $0.applied(to: nil) }
            last.suppliers = last.edited.compactMap(\.supplier)
            last.render(by: plan.renderer)
            (last.omissions, last.doubts) = (omissions, doubts)
        }
        let saysMore = !last.edited.isEmpty || !last.omissions.isEmpty || !last.doubts.isEmpty || snapshotError != nil
        if saysMore || deliveredSource != source { try await send(last) }
    }

    private mutating func send(_ batch: SupplierBatch) async throws {
        var batch = batch
        batch.source = source
        batch.startsOver = deliveredSource != nil && deliveredSource != source
        deliveredSource = source
        if !batch.suppliers.isEmpty || batch.rendered.count > 0 { hasDeliveredSuppliers = true }
        if channel.sendNow(batch) { return }
        let release = claim.map { claim in
            Task { [restLimit] in
                try await Task.sleep(for: restLimit)
                claim.release()
            }
        }
        defer { release?.cancel() }
        guard await channel.send(batch) else { throw CancellationError() }
    }

    // MARK: What the pages say

    /// Throws the error of a catalog in which no record has the place of an id, or of a full name.
    func checkPlaces() throws(CatalogSyntaxError) {
        // In our own names a record without any member is only a bad one.
        guard plan.shape.hasMap ? facts.recordCount > 0 : !facts.names.isEmpty, supplierCount == 0 else { return }
        let map = plan.shape.fieldMap
        for (part, field) in [(CatalogShape.Part.id, map.id), (.fullname, map.fullname)] {
            guard field.bits != 0, facts.found & field.bits == 0, part == .id || !map.allowsNoName else { continue }
            throw .noField(part, place: field.name, names: facts.names, paths: facts.paths.sorted())
        }
    }

    /// The signs that the catalog is not of the shape that was meant.
    private var doubts: [SupplierBatch.ShapeDoubt] {
        var doubts: [SupplierBatch.ShapeDoubt] = []
        if skippedLineCount > 0 { doubts.append(.skippedLines(count: skippedLineCount)) }
        let map = plan.shape.fieldMap
        guard map.hasFacts, facts.recordCount > 0 else { return doubts }
        // Unlike a field's place, a template finds other fields without regard to case.
        let ofDetails = plan.shape.details?.template.otherPaths ?? []
        doubts += map.paths.enumerated().filter { index, path in
            index < 64 && map.given & ~facts.found & 1 << UInt64(index) != 0
                && !(ofDetails.contains(path) && facts.names.contains { path.isLike($0) })
        }.map { .unusedPath($1.text, names: facts.names, paths: facts.paths.sorted()) }
        if !map.isOwn, facts.idCount > 1, !facts.hasSeveralIDs {
            doubts.append(.oneID(String(decoding: facts.id, as: UTF8.self), recordCount: facts.idCount))
        }
        if facts.unreadableDateCount > 0 { doubts.append(.unreadableDates(count: facts.unreadableDateCount)) }
        return doubts
    }

    /// The signs that there are more suppliers than were read.
    private var omissions: [SupplierBatch.Omission] {
        var omissions: [SupplierBatch.Omission] = []
        switch envelope.next {
        case .none: omissions += unnamedNextPage.map { [$0] } ?? []
        case .page(let target): omissions.append(.unreadNextPage(target))
        case .unusable(let value): omissions.append(.unusableNextPage(value))
        }
        if countsMore, let total { omissions.append(.fewerRecords(total: total, found: recordCount)) }
        return omissions
    }

    /// The catalog counts more suppliers than it had.
    private var countsMore: Bool { total.map { $0 > recordCount } ?? false }

    /// The sign of further pages in a catalog without a next page; `nil` if there is none.
    private var unnamedNextPage: SupplierBatch.Omission? {
        guard !plan.shape.readsOnePage,
            let sign = envelope.signs.sign(after: pageCount, recordCount: recordCount),
            sign.kind != .total || !countsMore && !plan.shape.countsNone
        else { return nil }
        // A server that gives cursors would send the same page for every number.
        let cursor = envelope.signs.cursor.map { [$0.place] }
        let lastID = sign.kind == .flag && plan.shape.fieldMap.id.isBare ? plan.shape.fieldMap.id.name : nil
        let places =
            sign.kind == .link ? [sign.path] : cursor ?? PageNames.countedPages + PageNames.places(afterLast: lastID)
        return .unnamedNextPage(sign.clause, places: isRemote ? places : [])
    }
}
