/// Delivers a catalog's batches to their reader. ``CatalogDelivery/PageTally`` adds up what its pages say.
struct CatalogDelivery {
    private let channel: BoundedChannel<SupplierBatch>

    /// The form in which records are decoded.
    private let plan: DecodingPlan

    /// The claim on the catalog; it is given up once the reader has rested for long, so that others may read it.
    var claim: CacheClaim?
    private let restLimit: Duration

    /// The reader drops what it has if another source begins.
    private let startsOver: Bool

    /// The source of batches now, and that of the last one that was delivered.
    private var source = SupplierBatch.Source.location
    private var deliveredSource: SupplierBatch.Source?
    private var hasDeliveredSuppliers = false

    /// The server has forbidden to store a page: a lookup then does not read on.
    private(set) var forbidsStoring = false

    /// The error that kept the catalog from becoming a snapshot.
    var snapshotError: CacheError?

    /// An index has answered for the catalog, so that nothing else of it is delivered.
    private var isAnswered = false

    /// The added suppliers that the catalog has by itself.
    private var knownAdded: Set<Supplier.ID> = []

    /// The facts about the map that the source's records were read through.
    private var facts = FieldMap.Facts()

    /// The pages of the source that were begun.
    var pages: PageTally

    /// Creates a delivery into a channel, which holds it back while the channel's reader is busy.
    ///
    /// - Parameters:
    ///   - plan: the form in which records are decoded.
    ///   - startsOver: whether the reader drops what it has if another source begins.
    init(to channel: BoundedChannel<SupplierBatch>, of loader: SupplierLoader, plan: DecodingPlan, startsOver: Bool) {
        (self.channel, self.plan, self.startsOver) = (channel, plan, startsOver)
        restLimit = loader.configuration.readerRestLimit
        let query: String? = if case .remote(let url) = loader.location { url.query() ?? "" } else { nil }
        pages = PageTally(plan.shape, query: query)
    }

    /// Another source may begin: the reader has no supplier, or drops those that it has.
    var canStartOver: Bool { startsOver || !hasDeliveredSuppliers }

    /// Begins a source.
    mutating func begin(_ source: SupplierBatch.Source) {
        self.source = source
        pages = PageTally(plan.shape, query: pages.query)
        (facts, knownAdded) = (FieldMap.Facts(), [])
    }

    /// Begins the next page.
    ///
    /// - Parameters:
    ///   - hashesIDs: whether its ids are hashed for an index.
    ///   - isNew: whether the server has sent it, and it is not one of a snapshot.
    /// - Returns: the reader whose batches are to be delivered.
    mutating func beginPage(_ body: CatalogLoad.Body, hashesIDs: Bool, isNew: Bool) -> CatalogReader {
        pages.beginPage()
        if isNew, body.forbidsStoring { forbidsStoring = true }
        var plan = plan
        plan.hashesIDs = hashesIDs || pages.hashesIDs
        return CatalogReader(chunks: body.chunks, plan: plan)
    }

    // MARK: Batches

    /// Delivers a batch of the page.
    mutating func deliver(_ decoded: DecodedBatch) async throws {
        pages.add(decoded)
        facts.merge(decoded.facts)
        var batch = SupplierBatch()
        (batch.suppliers, batch.rendered, batch.edited) = (decoded.suppliers, decoded.rendered, decoded.edited)
        batch.badRecords = decoded.badRecords.map { $0.on(page: pages.count, after: pages.earlierRecordCount) }
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
            (last.omissions, last.doubts) = (pages.omissions, doubts)
        }
        let saysMore = !last.edited.isEmpty || !last.omissions.isEmpty || !last.doubts.isEmpty || snapshotError != nil
        if saysMore || deliveredSource != source { try await send(last) }
    }

    private mutating func send(_ batch: SupplierBatch) async throws {
        var batch = batch
        (batch.source, batch.forbidsStoring) = (source, forbidsStoring)
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
        guard plan.shape.hasMap ? facts.recordCount > 0 : !facts.names.isEmpty, pages.supplierCount == 0 else { return }
        let map = plan.shape.fieldMap
        for place in [FieldMap.Place.id, .fullname] {
            let field = map.fields[place]
            guard field.bits != 0, facts.found & field.bits == 0, place == .id || !map.allowsNoName else { continue }
            throw .noField(place.part, place: field.name, names: facts.names, paths: facts.paths.sorted())
        }
    }

    /// The signs that the catalog is not of the shape that was meant.
    private var doubts: [SupplierBatch.ShapeDoubt] {
        var doubts = pages.doubts
        let map = plan.shape.fieldMap
        guard map.hasFacts, facts.recordCount > 0 else { return doubts }
        doubts += map.paths.enumerated().filter { index, _ in
            index < 64 && map.given & ~facts.found & 1 << UInt64(index) != 0
        }.map { .unusedPath($1.text, names: facts.names, paths: facts.paths.sorted()) }
        if !map.isOwn, facts.ids.count == 1, let id = facts.ids.first, pages.supplierCount > 1 {
            doubts.append(.oneID(String(decoding: id, as: UTF8.self), recordCount: pages.supplierCount))
        }
        if facts.unreadableDateCount > 0 { doubts.append(.unreadableDates(count: facts.unreadableDateCount)) }
        return doubts
    }
}
