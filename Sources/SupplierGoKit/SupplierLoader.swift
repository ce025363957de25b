/// Loads a catalog's suppliers and, apart from them, their avatars.
///
/// ```swift
/// let loader = SupplierLoader(url: url)
/// for try await outcome in loader.avatars(for: loader.suppliers()) { show(outcome.supplier) }
/// ```
///
/// ## Topics
///
/// ### Creating
/// - ``init(url:configuration:)``
/// - ``init(location:configuration:dataLoader:cache:)``
/// - ``Configuration``
/// - ``configuration``
/// - ``location``
///
/// ### Suppliers
/// - ``suppliers()``
/// - ``supplier(withID:)``
/// - ``edits``
///
/// ### Avatars
/// - ``avatars(for:delivering:priority:)-(SupplierStream,_,_)``
/// - ``avatars(for:delivering:priority:)-([Supplier],_,_)``
/// - ``avatars(for:delivering:priority:)-(Batches,_,_)``
/// - ``avatar(for:delivering:priority:)``
/// - ``cachedAvatars(for:)``
///
/// ### Details
/// - ``details(of:priority:)``
/// - ``Details``
///
/// ### The same loader otherwise
/// - ``refreshing``
/// - ``offline``
/// - ``uncached``
public struct SupplierLoader: Sendable {
    /// The catalog's location.
    public let location: CatalogLocation

    /// The options.
    public package(set) var configuration: Configuration

    /// The user's own corrections, which are applied to the suppliers. Default none.
    public var edits = SupplierEdits()

    /// A store of avatars behind the cache, before the avatars' servers. Default `nil`, for none.
    package var sharedStore: (any AvatarSharing)?

    /// The catalog's origin, if it is at a URL.
    let origin: Origin?

    let dataLoader: any DataLoading
    package private(set) var cache: (any DataCaching)?

    /// The addresses that the catalog came from.
    let provenance = CatalogProvenance()

    /// Creates a loader of a catalog at an `http`, `https` or `file` URL, with a loader and a cache of its own.
    ///
    /// The cache is a ``DiskCache`` in `suppliergo` in the user's directory for caches, which the command line uses
    /// too.
    public init(url: URL, configuration: Configuration = Configuration()) {
        let location = url.isFileURL ? CatalogLocation.file(path: url.path(percentEncoded: false)) : .remote(url)
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        let directory = caches?.appending(path: "suppliergo").path(percentEncoded: false)
        var options = DataLoader.Configuration()
        options.temporaryDirectory = directory
        self.init(
            location: location, configuration: configuration, dataLoader: DataLoader(configuration: options),
            cache: directory.map { DiskCache(directory: $0) })
    }

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - location: the catalog's location.
    ///   - configuration: how to load.
    ///   - dataLoader: loads the catalog and the avatars.
    ///   - cache: keeps avatars and the catalog's snapshot, by the rules of RFC 9111; `nil` for none.
    public init(
        location: CatalogLocation, configuration: Configuration = Configuration(), dataLoader: any DataLoading,
        cache: (any DataCaching)?
    ) {
        self.location = location
        if case .remote(let url) = location { origin = Origin(url) } else { origin = nil }
        self.configuration = configuration
        if case .file = location { self.configuration.shape = configuration.shape.ofFile }
        // They belong to the origin, as any other field does, and not to one URL alone.
        if case .remote(let url) = location, configuration.originFields["Authorization"] == nil,
            let field = HeaderFields.Field(authorizationIn: url)
        {
            self.configuration.originFields.append(field)
        }
        if configuration.isRefreshing { self.configuration.waitsSince = .now }
        self.dataLoader = CheckedLoader.make(dataLoader)
        self.cache = cache
    }

    /// The same loader without its cache and the store that it shares.
    public var uncached: SupplierLoader { with { ($0.cache, $0.sharedStore) = (nil, nil) } }

    /// The same loader, which asks servers also about what is fresh (``Configuration/isRefreshing``), for a program
    /// that shows the catalog already. Unlike that option it respects waits, and a catalog that fails or has become
    /// empty is replaced by its snapshot.
    public var refreshing: SupplierLoader {
        with { loader in
            loader.configuration.keepsSuppliers = !configuration.isRefreshing || configuration.keepsSuppliers
            loader.configuration.isRefreshing = true
        }
    }

    /// The same loader, which asks again what servers said until now is gone, and before the end of their waits.
    package var impatient: SupplierLoader {
        with { ($0.configuration.waitsSince, $0.configuration.failuresSince) = (.now, .now) }
    }

    /// The same loader, which shows what its cache has and touches no network (``Configuration/isOffline``).
    public var offline: SupplierLoader { with { $0.configuration.isOffline = true } }

    private func with(_ change: (inout SupplierLoader) -> Void) -> SupplierLoader {
        var loader = self
        change(&loader)
        return loader
    }

    /// The header fields for a request: the configuration's at the catalog's own origin, none elsewhere.
    package func originFields(for url: @autoclosure () -> URL) -> HeaderFields {
        let fields = configuration.originFields
        guard !fields.isEmpty, let origin, Origin(url()) == origin else { return HeaderFields() }
        return fields
    }
}

extension SupplierLoader {
    /// Streams the catalog's suppliers in batches as its bytes arrive.
    ///
    /// ``SupplierLoader/edits`` are applied; suppliers that they add come last. There is at least one batch, even of an
    /// empty catalog. A catalog whose server names a next page, in a `Link` header field (RFC 8288) or beside the
    /// array, is read to its last page, as one stream; ``SupplierBatch/omissions`` of the last batch say if it is known
    /// to be incomplete.
    ///
    /// A catalog at a URL is also kept in the cache, as a snapshot. If its server cannot be reached, responds with an
    /// error status, sends something that is not a catalog, or has no suppliers any more, the snapshot is delivered
    /// instead; at least one batch then names it as its ``SupplierBatch/source``. A catalog that fails after suppliers
    /// were delivered ends with ``CatalogError/brokenOff(_:snapshotStoredAt:)`` if it has a snapshot.
    ///
    /// The stream throws ``CatalogError``, after the valid suppliers have been delivered, or `CancellationError`.
    public func suppliers() -> SupplierStream {
        suppliers(renderedBy: { nil })
    }

    /// Streams the catalog's suppliers, rendered on the tasks that decode them: batches then hold bytes, in the
    /// catalog's order, and no suppliers.
    ///
    /// - Parameters:
    ///   - renderer: returns the renderer of each batch.
    ///   - id: if an index knows suppliers with this id, they are all that is delivered. Default `nil`.
    ///   - isExclusive: whether nothing is delivered if an index knows no supplier with the id. Default `false`.
    ///   - startsOver: whether the reader drops the suppliers of a catalog that fails
    ///     (``SupplierBatch/startsOver``), so that the snapshot can be delivered instead. Default `false`.
    ///   - keepsOtherFields: whether suppliers have their ``Supplier/otherFields``. Default `true`.
    package func suppliers(
        renderedBy renderer: @escaping BatchRenderer, preferring id: Supplier.ID? = nil, isExclusive: Bool = false,
        startsOver: Bool = false, keepsOtherFields: Bool = true
    ) -> SupplierStream {
        let lookup = id.map { CatalogLoad.Lookup(id: $0, isExclusive: isExclusive) }
        let plan = DecodingPlan(
            isStrict: configuration.isStrict, renderer: renderer, edits: edits, keepsOtherFields: keepsOtherFields,
            shape: configuration.shape)
        return SupplierStream(
            batches: ProducedStream(capacity: 1) { channel in
                let delivery = CatalogDelivery(to: channel, of: self, plan: plan, startsOver: startsOver)
                var load = CatalogLoad(loader: self, delivery: delivery, lookup: lookup)
                try await load.run()
            })
    }

    /// The first supplier with an id; `nil` if no supplier has it.
    ///
    /// An index beside the catalog's snapshot answers without reading that: offline, while the snapshot is fresh, and
    /// after the server said that it has not changed. So does the index of a file that was read before and has not
    /// changed. Otherwise the catalog is read up to the supplier; with a cache it is then read on to its end in the
    /// background, so that an index answers later lookups, unless its server forbids storing it.
    ///
    /// - Throws: what ``suppliers()`` throws.
    public func supplier(withID id: Supplier.ID) async throws -> Supplier? {
        let suppliers = suppliers(renderedBy: { nil }, preferring: id, isExclusive: true, startsOver: true)
        for try await batch in suppliers {
            guard let supplier = batch.suppliers.first(where: { $0.id == id }) else { continue }
            if let cache, location != .standardInput, !batch.forbidsStoring {
                suppliers.readOn(claiming: CacheKey(indexOf: location.address), in: cache)
            }
            return supplier
        }
        return nil
    }
}

extension SupplierLoader {
    /// Streams what becomes of each supplier's avatar: one outcome per supplier, one transfer per distinct URL.
    ///
    /// A failure is an outcome, never an error. Outcomes come in the order of arrival. Loading starts at once, and goes
    /// no further ahead of the reader than ``Configuration/avatarsInFlight``. Cancelling the reading task, or dropping
    /// the stream, ends what is in flight.
    public func avatars(
        for suppliers: [Supplier], delivering delivery: AvatarOutcome.Delivery = .bytes,
        priority: DataRequest.Priority = .normal
    ) -> AvatarStream<Never> {
        avatars(for: Self.batch(of: suppliers), delivering: delivery, priority: priority)
    }

    /// Streams what becomes of the avatars of suppliers that are still arriving, in batches of any size.
    ///
    /// Memory does not grow with the number of suppliers: at most 4 batches are read ahead. A URL that comes again
    /// after its download ended is found in the cache; without a cache it is downloaded again. What the batches throw
    /// is thrown after the last outcome.
    public func avatars<Batches: AsyncSequence & Sendable>(
        for batches: Batches, delivering delivery: AvatarOutcome.Delivery = .bytes,
        priority: DataRequest.Priority = .normal
    ) -> AvatarStream<Batches.Failure> where Batches.Element == [Supplier] {
        stream(avatarPart, of: batches, \.self, delivery, priority)
    }

    /// Streams what becomes of the avatars of a catalog's suppliers while the catalog is being read:
    /// `avatars(for: suppliers())`.
    ///
    /// The catalog's errors are thrown after the last outcome. Bad records are left out in silence: a program that
    /// reports them reads ``suppliers()`` itself.
    public func avatars(
        for suppliers: SupplierStream, delivering delivery: AvatarOutcome.Delivery = .bytes,
        priority: DataRequest.Priority = .normal
    ) -> AvatarStream<SupplierStream.Failure> {
        stream(avatarPart, of: suppliers, \.suppliers, delivery, priority)
    }

    /// Loads one supplier's avatar.
    ///
    /// - Throws: `CancellationError`; a failure is an outcome.
    public func avatar(
        for supplier: Supplier, delivering delivery: AvatarOutcome.Delivery = .bytes,
        priority: DataRequest.Priority = .high
    ) async throws(CancellationError) -> AvatarOutcome {
        var outcomes = avatars(for: [supplier], delivering: delivery, priority: priority).makeAsyncIterator()
        guard let outcome = await outcomes.next() else { throw CancellationError() }
        return outcome
    }

    /// Returns suppliers as if they were arriving.
    static func batch(of suppliers: [Supplier]) -> AsyncStream<[Supplier]> {
        AsyncStream { continuation in
            continuation.yield(suppliers)
            continuation.finish()
        }
    }

    /// Streams what becomes of a part of suppliers that are still arriving.
    func stream<Batches: AsyncSequence & Sendable>(
        _ part: AvatarPipeline.Part, of batches: Batches,
        _ suppliers: @escaping @Sendable (Batches.Element) -> [Supplier],
        _ delivery: AvatarOutcome.Delivery, _ priority: DataRequest.Priority
    ) -> AvatarStream<Batches.Failure> {
        let failure = Lock<Batches.Failure?>(nil)
        let read = ProducedStream<[Supplier]>(capacity: 4) { channel in
            do throws(Batches.Failure) {
                for try await batch in batches {
                    guard await channel.send(suppliers(batch)) else { return }
                }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        return AvatarStream(
            of: AvatarPipeline(loading: part, of: read, at: priority, delivering: delivery, by: self),
            failure: failure)
    }

    private var avatarPart: AvatarPipeline.Part {
        let resolver = EndpointResolver(against: location, trusting: edits)
        return AvatarPipeline.Part(
            key: { supplier throws(AvatarOutcome.Error) in try resolver.checkedKey(of: supplier) },
            check: { response throws(AvatarOutcome.Error) in try response.checkImage() },
            isUsable: { ImageHeader.kind(of: $0.span) != nil }, byteLimit: configuration.avatarByteLimit,
            isShared: true)
    }

    /// Looks up each supplier's avatar in the cache, in the suppliers' order, without asking any server: the entry, or
    /// `nil` for an avatar that is not cached and for a supplier without one.
    ///
    /// - Throws: ``CacheError``, if the cache cannot be read at all.
    public func cachedAvatars(for suppliers: [Supplier]) async throws -> [CacheEntry?] {
        try await cachedEntries(of: avatarPart, for: suppliers)
    }
}
