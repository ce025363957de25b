import FoundationEssentials

/// One loading of some suppliers' avatars.
struct AvatarRun: Sendable {
    /// A URL, and the suppliers whose avatar it is.
    private struct Shared {
        let url: URL
        let key: CacheKey
        var suppliers: [Int]
    }

    /// How many URLs are looked up in the cache at once.
    private static let lookupCount = 1024

    let loader: SupplierLoader
    let suppliers: [Supplier]
    let delivery: AvatarDelivery
    let priority: DataRequest.Priority
    let channel: BoundedChannel<AvatarOutcome>

    /// Sends one outcome per supplier, and returns when the last one is sent, or nobody wants them any more.
    func deliverAll() async {
        let shared = await deliverWithoutURL()
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for start in stride(from: 0, to: shared.count, by: Self.lookupCount) {
                let slice = shared[start..<min(start + Self.lookupCount, shared.count)]
                let entries = await lookUp(slice.map(\.key))
                for (avatar, entry) in zip(slice, entries) {
                    guard !Task.isCancelled else { return }
                    if running >= loader.configuration.avatarsInFlight {
                        await group.next()
                        running -= 1
                    }
                    if let entry, delivery == .files {
                        await deliver(.loaded(Self.cached(entry)), bytes: nil, to: avatar, after: .zero)
                        continue
                    }
                    running += 1
                    group.addTask { await load(avatar, cached: entry) }
                }
            }
        }
    }

    /// Sends the outcomes of suppliers that have nothing to load, and gathers the others by URL.
    private func deliverWithoutURL() async -> [Shared] {
        var shared: [Shared] = []
        var places: [CacheKey: Int] = [:]
        for (index, supplier) in suppliers.enumerated() {
            guard let avatar = supplier.avatar else {
                _ = await channel.send(AvatarOutcome(supplier: supplier, result: .none, duration: .zero))
                continue
            }
            do {
                let url = try avatar.resolved(against: loader.location)
                let key = CacheKey(avatar: url)
                if let place = places[key] {
                    shared[place].suppliers.append(index)
                } else {
                    places[key] = shared.count
                    shared.append(Shared(url: url, key: key, suppliers: [index]))
                }
            } catch {
                let result = AvatarOutcome.Result.failed(.endpoint(error))
                _ = await channel.send(AvatarOutcome(supplier: supplier, result: result, duration: .zero))
            }
        }
        return shared
    }

    /// What the cache holds, where it may be used; a cache that cannot be read holds nothing.
    private func lookUp(_ keys: [CacheKey]) async -> [CacheEntry?] {
        let nothing: [CacheEntry?] = keys.map { _ in nil }
        guard let cache = loader.cache, !loader.configuration.isRefreshing || loader.configuration.isOffline else {
            return nothing
        }
        do {
            return try await cache.entries(for: keys)
        } catch {
            return nothing
        }
    }

    private func load(_ avatar: Shared, cached entry: CacheEntry?) async {
        let start = ContinuousClock.now
        var metrics: TransferMetrics?
        do {
            if let entry, let bytes = try await bytes(of: entry) {
                return await deliver(.loaded(Self.cached(entry)), bytes: bytes, to: avatar, after: .now - start)
            }
            let (loaded, bytes) = try await fetch(avatar, measuring: &metrics)
            await deliver(.loaded(loaded), bytes: bytes, to: avatar, after: .now - start, metrics)
        } catch let failure as AvatarFailure {
            await deliver(.failed(failure), bytes: nil, to: avatar, after: .now - start, metrics)
        } catch let error as DataLoadError {
            await deliver(.failed(.transfer(error)), bytes: nil, to: avatar, after: .now - start)
        } catch is CancellationError {
            // Nobody waits for an outcome any more.
            channel.cancel()
        } catch {
            let failure = DataLoadError.failed(avatar.url, code: 0, reason: String(describing: error))
            await deliver(.failed(.transfer(failure)), bytes: nil, to: avatar, after: .now - start)
        }
    }

    /// The cached bytes, or `nil` where they are gone by now.
    private func bytes(of entry: CacheEntry) async throws -> [UInt8]? {
        do {
            return try await loader.cache?.bytes(of: entry)
        } catch is CacheError {
            return nil
        }
    }

    /// Loads, makes sure that it is a whole image, and stores it.
    private func fetch(
        _ avatar: Shared, measuring metrics: inout TransferMetrics?
    ) async throws -> (LoadedAvatar, [UInt8]) {
        let url = avatar.url
        guard !loader.configuration.isOffline || url.isFileURL else { throw AvatarFailure.offline(url) }
        let request = DataRequest(
            url: url, originFields: loader.originFields(for: url),
            byteLimit: loader.configuration.avatarByteLimit, reach: loader.avatarReach, priority: priority)
        let response = try await loader.dataLoader.data(for: request)
        metrics = response.metrics
        guard response.head.status.isSuccess else { throw AvatarFailure.status(url, response.head.status) }
        guard !response.body.isEmpty else { throw AvatarFailure.empty(url) }
        guard let header = ImageHeader(response.body) else {
            throw AvatarFailure.notAnImage(url, contentType: response.head.fields["Content-Type"])
        }
        guard !ImageHeader.isCutShort(response.body) else { throw AvatarFailure.incomplete(url) }
        let (entry, cacheError) = try await store(response.body, as: header.kind, for: avatar.key)
        let loaded = LoadedAvatar(
            source: url.isFileURL ? .file : .network, status: url.isFileURL ? nil : response.head.status,
            byteCount: response.body.count, file: entry?.file, cacheError: cacheError)
        return (loaded, response.body)
    }

    private func store(
        _ bytes: [UInt8], as kind: ImageKind, for key: CacheKey
    ) async throws -> (CacheEntry?, CacheError?) {
        do {
            return (try await loader.cache?.store(bytes, fileExtension: kind.fileExtension, for: key), nil)
        } catch let error as CacheError {
            return (nil, error)
        }
    }

    private func deliver(
        _ result: AvatarOutcome.Result, bytes: [UInt8]?, to avatar: Shared, after duration: Duration,
        _ metrics: TransferMetrics? = nil
    ) async {
        for index in avatar.suppliers {
            var supplier = suppliers[index]
            if delivery == .bytes { supplier.avatar?.bytes = bytes }
            let outcome = AvatarOutcome(supplier: supplier, result: result, duration: duration, metrics: metrics)
            guard await channel.send(outcome) else { return }
        }
    }

    private static func cached(_ entry: CacheEntry) -> LoadedAvatar {
        LoadedAvatar(source: .cache, status: nil, byteCount: entry.byteCount, file: entry.file)
    }
}
