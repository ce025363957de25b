import FoundationEssentials

/// The loading of one avatar: out of the cache, or from its server, by one process at a time.
struct AvatarLoading {
    private let run: AvatarRun
    private var avatar: SharedAvatar

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
    consuming func load() async -> SharedAvatar? {
        // Only now: nobody else needs it as more than text.
        guard let supplier = avatar.suppliers.first, let endpoint = supplier.avatar else { return nil }
        // A plain one is its key: nothing is left to resolve.
        let isPlain = PlainURL.pathStart(in: avatar.key.text.utf8.span) != nil
        let url: URL
        do {
            if isPlain, let plain = URL(string: avatar.key.text) {
                url = plain
            } else {
                url = try endpoint.resolved(against: run.loader.location)
            }
        } catch {
            await deliver(.failed(.endpoint(error)))
            return nil
        }
        do {
            var plan = avatar.plan ?? run.plan(for: avatar.held, of: supplier, at: .now)
            if !waits, try await settle(by: plan, url) { return nil }
            guard let (claim, held) = try await takeClaim(of: url) else { return isDelivered ? nil : avatar }
            defer { claim.release() }
            if waits || held.entry != avatar.held.entry {
                // Whoever had the claim before has loaded it, or failed to.
                avatar.held = held
                plan = run.plan(for: held, of: supplier, at: .now)
                if try await settle(by: plan, url) { return nil }
            }
            try await ask(url, by: plan)
        } catch is CancellationError {
            // Nobody waits for an outcome any more.
            run.channel.cancel()
        } catch {
            let failure = DataLoadError.failed(url, code: 0, reason: String(describing: error))
            await deliver(.failed(.transfer(failure)))
        }
        return nil
    }

    /// Sends what can be said without asking anybody.
    ///
    /// - Returns: whether nobody is to be asked.
    private mutating func settle(by plan: AvatarPlan, _ url: URL) async throws -> Bool {
        switch plan {
        case .use(let isStale):
            guard let entry = avatar.held.entry else { return false }
            return try await deliver(entry, isStale: isStale)
        case .useThenAsk:
            guard let entry = avatar.held.entry else { return false }
            _ = try await deliver(entry, isStale: true)
            return false
        case .leave(let failure):
            let status = failure.status ?? HTTPStatus(404)
            await deliver(
                .failed(.missing(url, status, since: failure.failedAt, until: failure.retryAt ?? failure.failedAt)))
            return true
        case .fail where !url.isFileURL:
            await deliver(.failed(.offline(url)))
            return true
        case .ask, .fail: return false
        }
    }

    /// The right to load it, and what is held once nobody else has it; `nil` where somebody else has it.
    private func takeClaim(of url: URL) async throws -> (CacheClaim, AvatarPlan.Held)? {
        guard let cache = run.loader.cache, !url.isFileURL else { return (CacheClaim {}, avatar.held) }
        do {
            guard
                let claimed = waits ? try await cache.waitForEntry(avatar.key) : try await cache.claimEntry(avatar.key)
            else { return nil }
            guard claimed.entry == nil, waits else { return (claimed.claim, AvatarPlan.Held(entry: claimed.entry)) }
            let failure = try await cache.failures(for: [avatar.key]).first ?? nil
            return (claimed.claim, AvatarPlan.Held(failure: failure))
        } catch is CacheError {
            // Loading twice is better than not at all, and whoever stores the avatar says what is wrong with the cache.
            return (CacheClaim {}, avatar.held)
        }
    }

    /// Asks the server, and shows what is held where that fails and may be.
    private mutating func ask(_ url: URL, by plan: AvatarPlan) async throws {
        var request = AvatarRequest(run: run, url: url, key: avatar.key, entry: avatar.held.entry)
        var isUsableOnError = false
        var conditions = HTTPFields()
        switch plan {
        case .ask(let given, let isUsable): (conditions, isUsableOnError) = (given, isUsable)
        case .useThenAsk(let given): (conditions, isUsableOnError) = (given, true)
        case .use, .leave, .fail: break
        }
        switch try await request.result(under: conditions) {
        case .success(let answer):
            await deliver(.loaded(answer.avatar), bytes: answer.bytes, request.metrics)
        case .failure(let failure):
            guard failure.isOfServer, isUsableOnError, let entry = avatar.held.entry,
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
