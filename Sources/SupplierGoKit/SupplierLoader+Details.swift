extension SupplierLoader {
    /// A supplier with its details, or the reason why there are none.
    ///
    /// Details are what a second endpoint says of one supplier; ``CatalogShape/Part/detail`` is its address.
    public struct Details: Sendable {
        /// The supplier, completed by its details; as it was if there are none.
        ///
        /// The details' members win over the catalog's, and are ``Supplier/otherFields`` too. Of the supplier's own
        /// fields those are filled in that the catalog leaves empty; another value than the catalog's is under the
        /// field's name with a dot before it.
        public let supplier: Supplier

        /// When the server sent the details, or said that they are unchanged; `nil` if there are none.
        public let receivedAt: Date?

        /// The reason why there are none, or only older ones; `nil` if all is well, and for a supplier without details.
        public let error: AvatarOutcome.Error?

        /// The error that kept the cache from storing the details; `nil` if it stored them, or there is no cache.
        public let cacheError: CacheError?
    }

    /// Loads one supplier's details, and completes the supplier by them.
    ///
    /// They are a response in the cache, as avatars are: used while it is fresh, revalidated after that, and used
    /// however old it is offline and if the server fails. One that says that there are none (404, 410) is asked again
    /// after an hour at most, and a silent one after ten minutes. They may have 16 MiB.
    ///
    /// - Throws: `CancellationError`; a failure is ``Details/error``.
    public func details(
        of supplier: Supplier, priority: DataRequest.Priority = .high
    ) async throws(CancellationError) -> Details {
        try await details(of: supplier, priority: priority, within: nil)
    }

    /// Loads one supplier's details, which is a failure if it takes longer than a limit.
    package func details(
        of supplier: Supplier, priority: DataRequest.Priority = .high, within limit: Duration?
    ) async throws(CancellationError) -> Details {
        guard var part = detailsPart else {
            return Details(supplier: supplier, receivedAt: nil, error: nil, cacheError: nil)
        }
        part.timeLimit = limit
        var outcomes = stream(part, of: Self.batch(of: [supplier]), \.self, .bytes, priority).makeAsyncIterator()
        guard let outcome = await outcomes.next() else { throw CancellationError() }
        var loaded: AvatarOutcome.Loaded?
        if case .loaded(let details) = outcome.result { loaded = details }
        var error = loaded?.staleReason
        if case .failed(let failure) = outcome.result { error = failure }
        let completed = loaded?.bytes.flatMap { bytes in
            part.validKey(of: supplier).flatMap {
                self.completed(supplier, by: bytes, under: $0, isPublic: loaded?.isFromPublicAddress)
            }
        }
        return Details(
            supplier: completed ?? supplier, receivedAt: loaded.map { $0.receivedAt ?? .now }, error: error,
            cacheError: loaded?.cacheError)
    }

    /// Streams what becomes of suppliers' details, which are put into the cache. The suppliers are not completed.
    package func detailOutcomes<Batches: AsyncSequence & Sendable>(
        for batches: Batches
    ) -> AvatarStream<Batches.Failure>? where Batches.Element == [Supplier] {
        detailsPart.map { stream($0, of: batches, \.self, .bytes, .normal) }
    }

    /// The URL of a supplier's details; `nil` if it has none, or an invalid one.
    package func detailsAddress(of supplier: Supplier) -> String? { detailsPart?.validKey(of: supplier)?.text }

    /// Completes suppliers by the details that the cache has, however old, without asking any server.
    ///
    /// - Throws: ``CacheError``, if the cache cannot be read at all.
    package func completed(_ suppliers: [Supplier]) async throws(CacheError) -> [Supplier] {
        guard let part = detailsPart, let cache else { return suppliers }
        var completed = suppliers
        for (index, entry) in try await cachedEntries(of: part, for: suppliers).enumerated() {
            guard let entry, let bytes = await cache.readableBytes(of: entry) else { continue }
            completed[index] =
                self.completed(
                    suppliers[index], by: bytes, under: entry.key, isPublic: entry.response?.isFromPublicAddress)
                ?? suppliers[index]
        }
        return completed
    }

    /// Completes a supplier by details.
    ///
    /// Those that came over the network to a catalog that is a file name no path of an avatar, and those from a public
    /// address no avatar on a private host.
    ///
    /// - Parameter isPublic: true if they came from a public address; `nil` if that is unknown.
    private func completed(
        _ supplier: Supplier, by details: [UInt8], under key: CacheKey, isPublic: Bool?
    ) -> Supplier? {
        var allowsPaths = true
        if case .file = location { allowsPaths = key.isLocalAvatar }
        let completed = configuration.shape.completed(supplier, byDetails: details, allowingPaths: allowsPaths)
        guard supplier.avatar == nil, let completed, completed.avatar != nil, !key.isLocalAvatar,
            !configuration.allowsPrivateHosts, CatalogProvenance.isPublic(isPublic, at: key.text),
            let avatar = EndpointResolver(against: location).key(of: completed)
        else { return completed }
        provenance.confine(avatar.text)
        return completed
    }

    /// Looks up a part of each supplier in the cache, in the suppliers' order.
    func cachedEntries(
        of part: AvatarPipeline.Part, for suppliers: [Supplier]
    ) async throws(CacheError) -> [CacheEntry?] {
        guard let cache else { return suppliers.map { _ in nil } }
        let keys = suppliers.map(part.validKey)
        var entries = try await cache.checkedEntries(for: keys.compactMap(\.self)).makeIterator()
        return keys.map { key in key == nil ? nil : entries.next() ?? nil }
    }

    private var detailsPart: AvatarPipeline.Part? {
        guard let place = configuration.shape.details else { return nil }
        let (resolver, origin) = (EndpointResolver(against: location), origin)
        return AvatarPipeline.Part(
            key: { supplier throws(AvatarOutcome.Error) in
                guard let endpoint = place.address(of: supplier).flatMap({ Avatar(endpoint: $0) }),
                    origin != nil || !place.isAddress
                else { return nil }
                do throws(Avatar.EndpointError) {
                    let address = try resolver.address(of: endpoint)
                    guard place.isAddress else { return CacheKey(address, in: .details) }
                    guard let found = URL(string: address).flatMap({ Origin($0) }) else {
                        throw .malformed(endpoint: endpoint.endpoint)
                    }
                    guard found == origin else { throw .otherOrigin(endpoint: endpoint.endpoint) }
                    return CacheKey(address, in: .details)
                } catch {
                    throw .detailsAddress(error)
                }
            },
            check: { response throws(AvatarOutcome.Error) in try response.checkDetails(at: place) },
            isUsable: { place.reasonForNoRecord(in: $0) == nil }, byteLimit: Self.detailsByteLimit, keepsLast: true)
    }

    /// The most bytes that details may have.
    private static let detailsByteLimit = 16 << 20
}
