/// The one object of an avatar on its way: claim, look up, decide, load, judge, keep.
///
/// `@unchecked Sendable`: one task uses it at a time, the pipeline's until it is started and then the download's own;
/// tasks share ``isAwaited``, ``joined`` and ``priority`` only, under the list's lock (``PendingDownloads/join(_:)``).
final class AvatarDownload: @unchecked Sendable {
    /// The avatar's key in the cache, whose address is its URL.
    let key: CacheKey

    private let pipeline: AvatarPipeline

    private let (supplier, position): (Supplier, Int)

    /// The supplier's outcome is still to come.
    var isAwaited = true

    /// The downloads of other suppliers that wait for this one, and the priority of the most urgent of all.
    var joined: [AvatarDownload] = []
    var priority: DataRequest.Priority

    var entry: CacheEntry?

    /// The last failure, if there is no entry, or its server is asked.
    var failure: StoredResponse.Failure?

    /// The decision about the entry.
    private var decision = CachePolicy.Decision.fetch

    /// An earlier download of this run has stored the entry.
    var isRecalled = false

    /// The cache had the avatar once it was claimed.
    private(set) var wasFound = false

    /// The metrics of the last transfer, or `nil` if nothing was transferred.
    private(set) var metrics: DataLoader.Metrics?

    /// The error that kept the cache from storing the image.
    private var cacheError: CacheError?

    init(
        of key: CacheKey, for supplier: consuming Supplier, at position: Int, _ priority: DataRequest.Priority,
        in pipeline: AvatarPipeline
    ) {
        (self.key, self.pipeline) = (key, pipeline)
        (self.supplier, self.position, self.priority) = (supplier, position, priority)
    }

    /// The supplier's outcome.
    func outcome(
        _ result: AvatarOutcome.Result, _ duration: Duration = .zero, _ metrics: DataLoader.Metrics? = nil
    ) -> AvatarOutcome {
        AvatarOutcome(supplier: supplier, position: position, result: result, duration: duration, metrics: metrics)
    }

    /// Loads the avatar. A stale one that may be used meanwhile is shown before its server is asked.
    func run(showing show: (AvatarOutcome.Result) -> Void) async throws(CancellationError) -> AvatarOutcome.Result {
        // An entry that this run has stored may be gone by now.
        if isRecalled { (isRecalled, entry) = (false, nil) }
        guard let url = key.url else { return .failed(.endpoint(.malformed(endpoint: key.address))) }
        // Released before the outcome is delivered: a slow reader must not hold up other processes.
        let claim = if let claim = claimNow() { claim } else { try await claimAndLookUp() }
        defer { claim?.release() }
        if let result = await settledResult() { return result }
        guard !pipeline.policy.isOffline || key.isLocalAvatar else { return .failed(.offline(url)) }
        var (conditions, staleUse) = (HeaderFields(), CachePolicy.StaleUse.never)
        switch decision {
        case .revalidate(let fields, let use): (conditions, staleUse) = (fields, use)
        case .use: entry = nil  // Its bytes turned out to be gone.
        case .fetch, .skip, .fail: break
        }
        if staleUse == .meanwhile, let stale = await avatar(.stale) { show(stale) }
        let result = try await load(url, under: conditions)
        guard case .failed(let error) = result else { return result }
        await note(error, of: url)
        let mayStandIn = pipeline.part.keepsLast ? !error.isGone : error.isOfServer
        if mayStandIn, staleUse != .never, let stale = await avatar(.stale, because: error) { return stale }
        return result
    }

    /// Claims the URL in the kit's own cache if no other process has, and then looks it up unless it was found. Blocks.
    @inline(never) private func claimNow() -> CacheClaim? {
        guard let disk = pipeline.disk, let claim = disk.files.claim(key) else { return nil }
        if entry == nil { decide(with: disk.readableEntry(for: key)) }
        return claim
    }

    /// Claims the URL in any cache after another process that is downloading it, and looks it up; `nil` if it cannot be
    /// claimed, or not in time: downloading twice is better than not at all.
    private func claimAndLookUp() async throws(CancellationError) -> CacheClaim? {
        guard let cache = pipeline.cache else { return nil }
        let (claim, waited) = await cache.claim(key, waitingUpTo: pipeline.claimTimeout)
        guard claim != nil || !Task.isCancelled else { throw CancellationError() }
        // In the kit's own cache another process had the claim a moment ago.
        let hasWaited = waited || pipeline.disk != nil
        guard hasWaited || entry == nil else { return claim }
        if hasWaited { failure = await cache.readableFailures(for: [CacheKey(failureOf: key)])[0] }
        decide(with: await cache.readableEntries(for: [key])[0])
        return claim
    }

    private func decide(with found: CacheEntry?) {
        (entry, wasFound) = (found, found != nil)
        decide()
    }
}

// MARK: - The cache and the server

extension AvatarDownload {
    /// Not inlined, as other functions here: what they use would take memory for as long as a task waits.
    @inline(never)
    func decide() {
        decision = pipeline.policy.decision(for: entry, failure: failure, isLocal: key.isLocalAvatar, at: .now) {
            key.url.map { pipeline.request($0).originFields } ?? HeaderFields()
        }
    }

    /// The result of the decision, or `nil` if a server has to be asked.
    func settledResult() async -> AvatarOutcome.Result? {
        switch decision {
        case .use(let isStale): return await avatar(isStale ? .stale : .cache)
        case .skip(let failure):
            guard let url = key.url else { return nil }
            let until = failure.retryAt ?? failure.failedAt
            return .failed(.missing(url, failure.status ?? HTTPStatus(404), since: failure.failedAt, until: until))
        case .fail: return key.url.map { .failed(.offline($0)) }
        case .revalidate, .fetch: return nil
        }
    }

    /// The avatar in the entry; `nil` without an entry, or if its bytes are gone.
    @inline(never)
    private func avatar(
        _ source: AvatarOutcome.Loaded.Source, status: HTTPStatus? = nil, because reason: AvatarOutcome.Error? = nil
    ) async -> AvatarOutcome.Result? {
        guard let entry else { return nil }
        var image: [UInt8]?
        if pipeline.delivery == .bytes {
            image = await pipeline.cache?.readableBytes(of: entry)
            // A cache of another program may have other bytes.
            guard let image, pipeline.part.isUsable(image) else { return nil }
        }
        var loaded = AvatarOutcome.Loaded(
            source: source, status: status, byteCount: entry.byteCount, bytes: image, file: entry.file,
            cacheError: cacheError, staleReason: reason)
        loaded.receivedAt = entry.receivedAt
        loaded.isFromPublicAddress = entry.response?.isFromPublicAddress
        return .loaded(loaded)
    }

    /// Keeps a response's image. The older one goes if this one is not to be stored.
    private func keep(_ response: AvatarResponse) async {
        let held = entry.take()
        cacheError = await error { cache throws(CacheError) in
            if !response.isElsewhere, !response.stored.forbidsStoring {
                entry = try await cache.store(response.body, response: response.stored, for: key)
                    .checked(for: key, byteCount: response.body.count)
            } else if let held {
                try await cache.remove(held)
            }
        }
    }

    /// The entry after a 304; `nil` if that means another response or forbids keeping the image, or the image is gone.
    @inline(never)
    private func revalidated(by response: AvatarResponse) async -> AvatarOutcome.Result? {
        guard let held = entry, let updated = held.response?.updated(by: response.stored), !updated.forbidsStoring
        else { return nil }
        cacheError = await error { cache throws(CacheError) in
            entry = try await cache.refresh(held, with: updated).checked(for: key, byteCount: held.byteCount)
        }
        if case .missing = cacheError { return nil }
        return await avatar(.revalidated, status: response.stored.status)
    }

    /// Drops an avatar that is gone, and notes until when it counts as missing.
    @inline(never)
    private func gone(_ response: AvatarResponse, _ url: URL) async -> AvatarOutcome.Error {
        let (note, status) = (response.missingNote, response.stored.status)
        let reason = CatalogSyntaxError.reason(in: response.body)
        cacheError = await error { cache throws(CacheError) in
            if let entry { try await cache.remove(entry) }
            if let note { try await cache.storeFailure(note, for: CacheKey(failureOf: key)) }
        }
        let isNoted = pipeline.cache != nil && cacheError == nil || response.shared != nil
        guard let note, let until = note.retryAt, isNoted else {
            return .status(url, status, reason: reason)
        }
        return .missing(url, status, since: note.failedAt, until: until, reason: reason)
    }

    /// Stores a failure. Only a silence keeps the avatar from being requested, for ten minutes.
    @inline(never)
    private func note(_ failure: AvatarOutcome.Error, of url: URL) async {
        if case .missing = failure { return }
        if case .transfer(let error) = failure, case .suspended = error.reason { return }
        let retryAt = failure.metrics?.isSilent == true ? Date.now + StoredResponse.Failure.waitAfterSilence : nil
        let stored = StoredResponse.Failure(
            url: url.absoluteString, status: failure.status, reason: failure.summary, failedAt: .now, retryAt: retryAt)
        // If that fails, the failure itself is reported in any case.
        _ = await error { cache throws(CacheError) in
            try await cache.storeFailure(stored, for: CacheKey(failureOf: key))
        }
    }

    /// The error of calls to the cache, or `nil` if they succeeded.
    private func error(in calls: (any DataCaching) async throws(CacheError) -> Void) async -> CacheError? {
        guard let cache = pipeline.cache else { return nil }
        do throws(CacheError) {
            try await calls(cache)
            return nil
        } catch {
            return error
        }
    }

    /// Asks the server.
    private func load(
        _ url: URL, under conditions: HeaderFields
    ) async throws(CancellationError) -> AvatarOutcome.Result {
        if key.isLocalAvatar, let error = await AvatarOutcome.Error(ofFile: url) { return .failed(error) }
        let response: AvatarResponse
        do {
            let (askedAt, request) = (Date.now, request(url, under: conditions))
            let received =
                try key.isInline
                ? AvatarResponse.inline(key.address, to: request) : await pipeline.dataLoader.data(for: request)
            metrics = received.metrics
            response = AvatarResponse(received, to: request, askedAt: askedAt, keepingAddress: pipeline.part.keepsLast)
        } catch {
            guard !Task.isCancelled else { throw CancellationError() }
            let error = AvatarOutcome.Error(ofTransfer: error, url)
            metrics = error.metrics
            return .failed(error)
        }
        if response.stored.status.code == 304, !conditions.isEmpty {
            if let avatar = await revalidated(by: response) { return avatar }
            return try await load(url, under: HeaderFields())
        }
        if response.stored.status.isGone { return .failed(await gone(response, url)) }
        do throws(AvatarOutcome.Error) {
            if !response.isElsewhere { try pipeline.part.check(response) }
        } catch {
            return .failed(error)
        }
        await keep(response)
        if case .stale(let reason) = response.shared?.use { await note(reason, of: url) }
        return loaded(response)
    }

    private func request(_ url: URL, under conditions: HeaderFields) -> DataRequest {
        var request = pipeline.request(url)
        request.fields = conditions
        if failure != nil { request.silentUntil = pipeline.policy.silenceEnd(after: failure, of: entry, at: .now) }
        request.priority = pipeline.pending.priority(of: self)
        return request
    }

    /// The avatar of a response.
    @inline(never)
    private func loaded(_ response: AvatarResponse) -> AvatarOutcome.Result {
        var source = key.isLocalAvatar ? AvatarOutcome.Loaded.Source.file : .network
        var status = key.isLocalAvatar ? nil : Optional(response.stored.status)
        var staleReason: AvatarOutcome.Error?
        switch response.shared?.use {
        case nil: break
        case .fresh: (source, status) = (.store, nil)
        case .revalidated: (source, status) = (.revalidated, HTTPStatus(304))
        case .stale(let reason): (source, status, staleReason) = (.stale, nil, reason)
        }
        let isShown = (pipeline.delivery == .bytes || entry == nil && pipeline.cache != nil) && !response.isElsewhere
        var loaded = AvatarOutcome.Loaded(
            source: source, status: status, byteCount: response.shared?.byteCount ?? response.body.count,
            bytes: isShown ? response.body : nil, file: entry?.file, cacheError: cacheError, staleReason: staleReason)
        loaded.isFromPublicAddress = response.stored.isFromPublicAddress
        return .loaded(loaded)
    }
}
