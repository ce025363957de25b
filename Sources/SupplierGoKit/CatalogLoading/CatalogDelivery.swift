/// Sends a catalog's batches to its reader, page after page, and leaves out what another source has delivered before.
struct CatalogDelivery {
    private let channel: BoundedChannel<SupplierBatch>

    /// The form in which records are decoded before any was delivered.
    private let plan: DecodingPlan

    /// The claim on the catalog, which another reading has once this one's reader rests.
    var claim: CacheClaim?
    private let restLimit: Duration

    /// The facts about the map that the source's records were read through.
    private var facts = FieldMap.Facts()

    /// The added suppliers that the catalog has by itself.
    private var knownAdded: Set<Supplier.ID> = []

    /// Whether an index has answered for the catalog, so that nothing else of it is delivered.
    private var isAnswered = false

    /// Whether another source may have to continue after this one, and so must know what was delivered.
    private let notesDelivered: Bool

    /// Whether the catalog is at a URL.
    private let isRemote: Bool

    /// Whether another source begins at the catalog's beginning.
    private let startsOver: Bool

    /// The source of batches now, and that of the last one sent.
    private(set) var source = SupplierBatch.Source.location
    private var sentSource: SupplierBatch.Source?

    private var delivered = DeliveredSuppliers()

    /// The bad records that were delivered. Beyond ``DeliveredSuppliers/limit`` none is added, and may be delivered twice.
    private var deliveredBadRecords: Set<SupplierBatch.BadRecord> = []
    private var leavesOut = false

    /// The number of pages of this source that were begun.
    private(set) var pageCount = 0

    /// The number of records of this source, and of its pages before the last one.
    private var recordCount = 0
    private(set) var earlierRecordCount = 0

    /// The number of suppliers that the catalog itself has, removed ones included.
    private(set) var supplierCount = 0

    /// The envelope of the last page, and the last number of suppliers that one had.
    private var envelope = CatalogEnvelope()
    private var total: Int?

    /// Creates a delivery into a channel, which holds it back while the channel's reader is busy.
    ///
    /// - Parameters:
    ///   - renderer: renders the suppliers.
    ///   - startsOver: whether another source delivers the catalog from its beginning.
    ///   - keepsOtherFields: whether suppliers have their records' other members.
    init(
        to channel: BoundedChannel<SupplierBatch>, of loader: SupplierLoader,
        renderedBy renderer: @escaping BatchRenderer, startsOver: Bool, keepsOtherFields: Bool
    ) {
        self.channel = channel
        self.startsOver = startsOver
        plan = DecodingPlan(
            isStrict: loader.configuration.isStrict, renderer: renderer, edits: EditTable(loader.edits),
            keepsOtherFields: keepsOtherFields, shape: loader.configuration.shape)
        restLimit = loader.configuration.readerRestLimit
        if case .remote = loader.location { isRemote = true } else { isRemote = false }
        notesDelivered = loader.cache != nil && !startsOver && loader.location.requestURL != nil
    }

    /// Whether another source can continue: what was delivered is known.
    var canContinue: Bool { delivered.isComplete }

    /// Begins to deliver from another source.
    mutating func begin(_ source: SupplierBatch.Source) {
        self.source = source
        if replacesAll { (delivered, deliveredBadRecords) = (DeliveredSuppliers(), []) }
        leavesOut = !delivered.isEmpty || !deliveredBadRecords.isEmpty
        (pageCount, recordCount, earlierRecordCount, supplierCount) = (0, 0, 0, 0)
        (envelope, total, facts) = (CatalogEnvelope(), nil, FieldMap.Facts())
        if startsOver { knownAdded = [] }
    }

    /// Begins the next page.
    ///
    /// - Parameter hashesIDs: whether its ids are hashed for an index.
    /// - Returns: the reader whose batches are to be sent.
    mutating func beginPage(_ chunks: ByteChunks, hashesIDs: Bool) -> CatalogReader {
        pageCount += 1
        earlierRecordCount = recordCount
        var plan = plan
        // Suppliers that another source has delivered are left out before the others are rendered.
        if leavesOut { plan.renderer = { nil } }
        plan.keptIDLimit = notesDelivered ? DeliveredSuppliers.limit - recordCount : 0
        plan.hashesIDs = hashesIDs
        return CatalogReader(chunks: chunks, plan: plan)
    }

    /// Ends a page that was read to its end.
    ///
    /// - Returns: the members beside its array, with the next page if the shape has a URL for it.
    mutating func endPage(_ read: CatalogEnvelope) -> CatalogEnvelope {
        envelope = read
        if isRemote, recordCount > earlierRecordCount,
            let target = plan.shape.nextPage(after: pageCount, recordCount: recordCount)
        {
            envelope.follow(target)
        }
        total = envelope.total ?? total
        return envelope
    }

    /// Sends a batch of the page, without the records that another source has delivered.
    mutating func deliver(_ decoded: SupplierBatch) async throws {
        recordCount += decoded.recordCount
        supplierCount += decoded.byteOffsets.count
        facts.merge(decoded.facts)
        var batch = decoded
        (batch.keptIDs, batch.byteOffsets, batch.idHashes) = ([], [], [])
        for edited in decoded.edited where edited.edit.kind == .added { knownAdded.insert(edited.edit.id) }
        if pageCount > 1 { batch.badRecords = batch.badRecords.map { $0.onPage(pageCount, after: earlierRecordCount) } }
        if leavesOut {
            batch.badRecords.removeAll(where: deliveredBadRecords.contains)
            batch.suppliers = delivered.leavingOut(of: batch.suppliers)
            batch.render(by: plan.renderer)
        } else if notesDelivered, delivered.isComplete {
            let ids = decoded.suppliers.map(\.id) + decoded.keptIDs
            let removed = decoded.edited.filter { $0.supplier == nil }.map(\.edit.id)
            delivered.note(ids + removed, of: decoded.byteOffsets.count)
            if deliveredBadRecords.count < DeliveredSuppliers.limit { deliveredBadRecords.formUnion(batch.badRecords) }
        }
        guard
            !batch.suppliers.isEmpty || batch.rendered.readCount > 0 || !batch.badRecords.isEmpty
                || !batch.edited.isEmpty
        else { return }
        try await send(batch)
    }

    /// Delivers the suppliers with an id that an index has found, and nothing else of the catalog.
    ///
    /// - Returns: whether there are any, or an edit has added or removed them.
    mutating func deliver(
        indexed found: [Supplier], withID id: Supplier.ID, badRecordCount: Int
    ) async throws -> Bool {
        var batch = SupplierBatch(suppliers: found, badRecords: [], source: source)
        if let edit = plan.edits?.edits[id], !found.isEmpty || edit.kind == .added {
            batch.edited = found.isEmpty ? [edit.applied(to: nil)] : found.map(edit.applied)
            batch.suppliers = batch.edited.compactMap(\.supplier)
        }
        guard !batch.suppliers.isEmpty || !batch.edited.isEmpty else { return false }
        batch.unnamedBadRecordCount = badRecordCount
        isAnswered = true
        try await send(batch)
        return true
    }

    /// Delivers the suppliers that edits have added, and that the catalog does not have by itself.
    private mutating func deliverAdded() async throws {
        let added = plan.edits?.edits.added.filter { !knownAdded.contains($0.id) } ?? []
        guard !isAnswered, !added.isEmpty else { return }
        var batch = SupplierBatch()
        batch.edited = added.map { $0.applied(to: nil) }
        batch.suppliers = batch.edited.compactMap(\.supplier)
        batch.render(by: plan.renderer)
        try await send(batch)
    }

    private mutating func send(_ batch: SupplierBatch) async throws {
        var batch = batch
        batch.source = source
        batch.startsOver = sentSource != nil && sentSource != source && (startsOver || replacesAll)
        sentSource = source
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

    /// Whether nothing that another source has delivered is to stay.
    private var replacesAll: Bool {
        if case .snapshot(_, .becameEmpty?) = source { true } else { false }
    }

    /// Throws the error of a map by which no record is a supplier.
    func checkMap() throws(CatalogSyntaxError) {
        guard let map = plan.shape.map, facts.recordCount > 0, supplierCount == 0 else { return }
        for (part, field) in [(CatalogShape.Part.id, map.id), (.fullname, map.fullname)] {
            guard field.bits != 0, facts.found & field.bits == 0 else { continue }
            throw .noField(part, place: field.name, names: facts.names)
        }
    }

    /// The signs that the places of the shape are not those that were meant.
    private var doubts: [SupplierBatch.ShapeDoubt] {
        guard let map = plan.shape.map, facts.recordCount > 0 else { return [] }
        var doubts = map.paths.enumerated().filter { path, _ in
            path < 64 && map.given & ~facts.found & 1 << UInt64(path) != 0
        }.map { SupplierBatch.ShapeDoubt.unusedPath($1.text, names: facts.names) }
        if facts.idCount > 1, !facts.hasSeveralIDs {
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
        case .unusable where envelope.signs.sayNoMore: break
        case .unusable(let value): omissions.append(.unusableNextPage(value))
        }
        if countsMore, let total { omissions.append(.fewerRecords(total: total, found: recordCount)) }
        return omissions
    }

    /// The catalog counts more suppliers than it had.
    private var countsMore: Bool { total.map { $0 > recordCount } ?? false }

    /// What says that there is more, although no next page was found.
    private var unnamedNextPage: SupplierBatch.Omission? {
        guard !plan.shape.readsOnePage,
            let sign = envelope.signs.sign(after: pageCount, recordCount: recordCount),
            sign.kind != .total || !countsMore && !plan.shape.countsNone
        else { return nil }
        var places = sign.kind == .link ? [sign.path] : []
        // A server that gives cursors would send the same page for every number.
        if sign.kind != .link, envelope.signs.cursor == nil { places = CatalogShape.countedPages }
        return .unnamedNextPage(sign.clause, places: isRemote ? places : [])
    }

    /// Ends the delivery: at least one batch names the source that was read last.
    mutating func finish(_ snapshotError: (any Error)?) async throws {
        try await deliverAdded()
        let (omissions, doubts) = isAnswered ? ([], []) : (omissions, doubts)
        guard sentSource != source || snapshotError != nil || !omissions.isEmpty || !doubts.isEmpty else { return }
        var last = SupplierBatch(suppliers: [], badRecords: [], source: source, snapshotError: snapshotError)
        (last.omissions, last.doubts) = (omissions, doubts)
        try await send(last)
    }
}

extension CatalogDelivery {
    /// The ids of the suppliers that were delivered, so that another source can leave them out.
    struct DeliveredSuppliers: Sendable {
        /// The maximum number of suppliers whose ids are kept. After more, no other source can continue.
        static let limit = 65_536

        /// The ids; `nil` beyond the limit.
        private var ids: [[Supplier.ID]]? = []
        private var count = 0

        /// The number of suppliers still to be left out, by their ids; made when the first one is.
        private var counts: [Supplier.ID: Int]?

        /// Whether all of them are known.
        var isComplete: Bool { ids != nil }

        /// Whether there are none.
        var isEmpty: Bool { isComplete && count == 0 }

        /// Notes `count` delivered suppliers; fewer ids than that are not those of all of them.
        mutating func note(_ delivered: [Supplier.ID], of count: Int) {
            guard ids != nil, delivered.count == count, self.count + count <= Self.limit else {
                ids = nil
                return
            }
            ids?.append(delivered)
            self.count += count
        }

        /// The suppliers that were not delivered.
        mutating func leavingOut(of suppliers: [Supplier]) -> [Supplier] {
            var counts = counts ?? Dictionary((ids ?? []).joined().map { ($0, 1) }, uniquingKeysWith: +)
            defer { self.counts = counts }
            return suppliers.filter { supplier in
                guard let count = counts[supplier.id], count > 0 else { return true }
                counts[supplier.id] = count - 1
                return false
            }
        }
    }
}
