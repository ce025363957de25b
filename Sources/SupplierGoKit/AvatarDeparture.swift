import FoundationEssentials

/// One avatar that its run looks after, from what is held of it until its server is asked.
struct AvatarDeparture: Sendable {
    let run: AvatarRun
    let url: URL

    /// The avatar, with what is held of it.
    private(set) var avatar: SharedAvatar

    /// What is to be done about it.
    private var plan: AvatarPlan

    private let start = Moment.now

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
            await run.send(AvatarResult(.failed(.endpoint(error)), of: avatar.key))
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

    /// Takes what was held when the right to load it was taken, and sends what that is good for.
    ///
    /// - Returns: whether nobody is to be asked.
    nonisolated(nonsending) mutating func take(_ held: AvatarPlan.Held) async -> Bool {
        guard held != avatar.held, let endpoint = avatar.suppliers.first?.avatar else { return false }
        // Whoever had the claim before has loaded it, or failed to.
        avatar.held = held
        plan = run.plan(for: held, of: endpoint, at: .now)
        return await settle()
    }

    /// Asks the server, for which there is a place.
    ///
    /// - Parameter claim: the right to load it.
    func ask(holding claim: CacheClaim) {
        AvatarFlight(
            run: run, key: avatar.key, entry: avatar.held.entry,
            request: run.request(for: url, avatar.key, under: plan.conditions), claim: claim, start: start,
            isUsableOnError: plan.isUsableOnError, isDelivered: isDelivered
        ).begin()
    }

    nonisolated(nonsending) private mutating func deliverHeld(isStale: Bool) async -> Bool {
        guard !isDelivered else { return true }
        guard let entry = avatar.held.entry, let (result, bytes) = await run.held(entry, isStale: isStale) else {
            return false
        }
        await deliver(result, bytes: bytes)
        return true
    }

    nonisolated(nonsending) private mutating func deliver(
        _ result: AvatarOutcome.Result, bytes: [UInt8]? = nil
    ) async {
        guard !isDelivered else { return }
        isDelivered = true
        await run.send(AvatarResult(result, of: avatar.key, bytes: bytes, after: .now - start))
    }
}
