import FoundationEssentials

/// One avatar that its run looks after, from what is held of it until its outcomes are sent.
struct AvatarFlight: Sendable {
    let run: AvatarRun
    let url: URL

    /// The avatar, with what is held of it.
    private(set) var avatar: SharedAvatar

    /// The right to load it; `nil` before it is taken.
    private(set) var claim: CacheClaim?

    /// What is to be done about it.
    private var plan: AvatarPlan

    private let start = ContinuousClock.now

    /// When its server was asked, and for what.
    private var askedAt = Date.distantPast
    private var request: DataRequest?

    /// Whether its outcomes were sent: of what may be shown while it is asked about, before that.
    private(set) var isDelivered = false

    /// Creates one; where the avatar names no URL, sends that and is `nil`.
    nonisolated(nonsending) init?(of avatar: SharedAvatar, in run: AvatarRun) async {
        // Only now: nobody else needs it as more than text.
        guard let endpoint = avatar.suppliers.first?.avatar else { return nil }
        self.run = run
        self.avatar = avatar
        plan = avatar.plan ?? run.plan(for: avatar.held, of: endpoint, at: .now)
        do throws(EndpointError) {
            url = try Self.url(of: avatar, endpoint, in: run)
        } catch {
            let suppliers = run.ledger.end(avatar.key, .failed(.endpoint(error)))
            await run.send(AvatarParcel(.failed(.endpoint(error)), for: suppliers))
            return nil
        }
    }

    /// A plain URL is its key: nothing is left to resolve.
    private static func url(
        of avatar: SharedAvatar, _ endpoint: Avatar, in run: AvatarRun
    ) throws(EndpointError) -> URL {
        if PlainURL.pathStart(in: avatar.key.text.utf8.span) != nil, let url = URL(string: avatar.key.text) {
            return url
        }
        return try endpoint.resolved(against: run.loader.location)
    }

    /// Sends what can be said without asking anybody.
    ///
    /// - Returns: whether nobody is to be asked.
    nonisolated(nonsending) mutating func settle() async -> Bool {
        switch plan {
        case .use(let isStale):
            return await deliverHeld(isStale: isStale)
        case .useThenAsk:
            _ = await deliverHeld(isStale: true)
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

    /// Takes the right to load it, with what was held when it was taken, and sends what that is good for.
    ///
    /// - Returns: whether nobody is to be asked.
    nonisolated(nonsending) mutating func take(_ claim: CacheClaim, _ held: AvatarPlan.Held) async -> Bool {
        self.claim = claim
        guard held != avatar.held, let endpoint = avatar.suppliers.first?.avatar else { return false }
        // Whoever had the claim before has loaded it, or failed to.
        avatar.held = held
        plan = run.plan(for: held, of: endpoint, at: .now)
        guard await settle() else { return false }
        claim.release()
        return true
    }

    /// Asks the server, for which there is a place.
    ///
    /// - Parameter isAgain: whether it has answered to conditions what is of no use.
    func ask(isAgain: Bool = false) {
        var flight = self
        let request = run.request(for: url, avatar.key, under: isAgain ? HTTPFields() : plan.conditions)
        (flight.request, flight.askedAt) = (request, .now)
        run.traffic.begin(flight) { receiver in run.loader.dataLoader.start(request, handing: receiver) }
    }

    /// Sees what came, keeps it, and sends the outcomes; or asks again.
    ///
    /// - Returns: whether it is over.
    nonisolated(nonsending) mutating func land(_ outcome: DataOutcome) async throws -> Bool {
        guard let request else { preconditionFailure("what lands was asked for") }
        let arrival = AvatarArrival(run: run, url: url, key: avatar.key, entry: avatar.held.entry)
        switch try await arrival.result(of: outcome, to: request, askedAt: askedAt) {
        case nil:
            ask(isAgain: true)
            return false
        case .success(let answer):
            await deliver(.loaded(answer.avatar), bytes: answer.bytes, outcome.metrics)
        case .failure(let failure):
            if failure.isOfServer, plan.isUsableOnError, await deliverHeld(isStale: true, because: failure) { break }
            await deliver(.failed(failure), outcome.metrics)
        }
        claim?.release()
        return true
    }

    /// Sends that it could not be had for another reason than those that servers and caches give.
    nonisolated(nonsending) mutating func fail(with error: any Error) async {
        await deliver(.failed(.transfer(.failed(url, code: 0, reason: String(describing: error)))))
        claim?.release()
    }

    /// Sends what the cache holds; says no where it is gone by now.
    nonisolated(nonsending) private mutating func deliverHeld(isStale: Bool, because reason: AvatarFailure? = nil) async
        -> Bool
    {
        guard let entry = avatar.held.entry else { return false }
        guard !isDelivered else { return true }
        var bytes: [UInt8]?
        if run.delivery == .bytes {
            do {
                bytes = try await run.loader.cache?.bytes(of: entry)
            } catch {
                return false
            }
        }
        await deliver(.loaded(LoadedAvatar(entry, isStale: isStale, because: reason)), bytes: bytes)
        return true
    }

    nonisolated(nonsending) private mutating func deliver(
        _ result: AvatarOutcome.Result, bytes: [UInt8]? = nil, _ metrics: TransferMetrics? = nil
    ) async {
        guard !isDelivered else { return }
        isDelivered = true
        var suppliers = run.ledger.end(avatar.key, result)
        if run.delivery == .bytes {
            for index in suppliers.indices { suppliers[index].avatar?.bytes = bytes }
        }
        await run.send(AvatarParcel(result, for: suppliers, after: .now - start, metrics: metrics))
    }
}

extension LoadedAvatar {
    /// What the cache holds.
    init(_ entry: borrowing CacheEntry, isStale: Bool, because reason: AvatarFailure? = nil) {
        self.init(
            source: isStale ? .stale : .cache, status: nil, byteCount: entry.byteCount, at: entry.place,
            staleReason: reason)
    }
}
