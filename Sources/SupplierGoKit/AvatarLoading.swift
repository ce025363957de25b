import FoundationEssentials

/// The loading of one avatar: out of the cache, or from its server, by one process at a time.
struct AvatarLoading {
    private let run: AvatarRun
    private let avatar: SharedAvatar

    /// Whether it waits for somebody else who is loading it.
    private let waits: Bool
    private let start = ContinuousClock.now

    /// Whether its outcomes were sent: of what may be shown while it is asked about, before that.
    private var isDelivered = false

    init(run: AvatarRun, avatar: SharedAvatar, waits: Bool) {
        self.run = run
        self.avatar = avatar
        self.waits = waits
    }

    /// Loads, and sends the outcomes.
    ///
    /// - Returns: the avatar, where somebody else is loading it and nothing was sent; `nil` where all is done.
    consuming func load(_ held: AvatarPlan.Held) async -> SharedAvatar? {
        do {
            if !waits, try await settle(by: held) { return nil }
            guard let claim = try await takeClaim() else { return isDelivered ? nil : avatar }
            defer { claim.release() }
            // Whoever had the claim before may have loaded it.
            let heldNow = await lookUpAgain()
            if try await settle(by: heldNow) { return nil }
            try await ask(about: heldNow)
        } catch is CancellationError {
            // Nobody waits for an outcome any more.
            run.channel.cancel()
        } catch {
            let failure = DataLoadError.failed(avatar.url, code: 0, reason: String(describing: error))
            await deliver(.failed(.transfer(failure)))
        }
        return nil
    }

    /// Sends what can be said without asking anybody.
    ///
    /// - Returns: whether nobody is to be asked.
    private mutating func settle(by held: AvatarPlan.Held) async throws -> Bool {
        switch run.plan(for: avatar, held) {
        case .use(let isStale):
            guard let entry = held.entry else { return false }
            return try await deliver(entry, isStale: isStale)
        case .useThenAsk:
            guard let entry = held.entry else { return false }
            _ = try await deliver(entry, isStale: true)
            return false
        case .leave(let failure):
            let status = failure.status ?? HTTPStatus(404)
            await deliver(
                .failed(
                    .missing(avatar.url, status, since: failure.failedAt, until: failure.retryAt ?? failure.failedAt)))
            return true
        case .fail where !avatar.url.isFileURL:
            await deliver(.failed(.offline(avatar.url)))
            return true
        case .ask, .fail: return false
        }
    }

    /// The right to load it; `nil` where somebody else has it.
    private func takeClaim() async throws -> CacheClaim? {
        guard let cache = run.loader.cache, !avatar.url.isFileURL else { return CacheClaim {} }
        do {
            return waits ? try await cache.waitForClaim(avatar.key) : try await cache.claim(avatar.key)
        } catch is CacheError {
            // Loading twice is better than not at all.
            return CacheClaim {}
        }
    }

    private func lookUpAgain() async -> AvatarPlan.Held {
        guard let cache = run.loader.cache else { return AvatarPlan.Held() }
        do {
            let entry = try await cache.entries(for: [avatar.key]).first ?? nil
            guard entry == nil, waits else { return AvatarPlan.Held(entry: entry) }
            return AvatarPlan.Held(failure: try await cache.failures(for: [avatar.key]).first ?? nil)
        } catch {
            // Whoever stores the avatar says what is wrong with the cache.
            return AvatarPlan.Held()
        }
    }

    /// Asks the server, and shows what is held where that fails and may be.
    private mutating func ask(about held: AvatarPlan.Held) async throws {
        var request = AvatarRequest(run: run, avatar: avatar, entry: held.entry)
        var isUsableOnError = false
        var conditions = HTTPFields()
        switch run.plan(for: avatar, held) {
        case .ask(let given, let isUsable): (conditions, isUsableOnError) = (given, isUsable)
        case .useThenAsk(let given): (conditions, isUsableOnError) = (given, true)
        case .use, .leave, .fail: break
        }
        switch try await request.result(under: conditions) {
        case .success(let answer):
            await deliver(.loaded(answer.avatar), bytes: answer.bytes, request.metrics)
        case .failure(let failure):
            guard failure.isOfServer, isUsableOnError, let entry = held.entry,
                try await deliver(entry, isStale: true, because: failure)
            else { return await deliver(.failed(failure), request.metrics) }
        }
    }

    /// Sends what the cache holds; says no where it is gone by now.
    private mutating func deliver(
        _ entry: CacheEntry, isStale: Bool, because reason: AvatarFailure? = nil
    ) async throws -> Bool {
        guard !isDelivered else { return true }
        var bytes: [UInt8]?
        if run.delivery == .bytes {
            do {
                bytes = try await run.loader.cache?.bytes(of: entry)
            } catch is CacheError {
                return false
            }
        }
        await deliver(.loaded(LoadedAvatar(entry, isStale: isStale, because: reason)), bytes: bytes)
        return true
    }

    private mutating func deliver(
        _ result: AvatarOutcome.Result, bytes: [UInt8]? = nil, _ metrics: TransferMetrics? = nil
    ) async {
        guard !isDelivered else { return }
        isDelivered = true
        await run.deliver(result, bytes: bytes, to: run.ledger.end(avatar.key, result), after: .now - start, metrics)
    }
}

extension LoadedAvatar {
    /// What the cache holds.
    init(_ entry: CacheEntry, isStale: Bool, because reason: AvatarFailure? = nil) {
        self.init(
            source: isStale ? .stale : .cache, status: nil, byteCount: entry.byteCount, file: entry.file,
            staleReason: reason)
    }
}
