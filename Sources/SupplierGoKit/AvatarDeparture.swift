import FoundationEssentials

/// One avatar that its run looks after, from what is held of it until its server is asked.
///
/// It is an object of the task that lets it depart, since it goes through several lists there.
final class AvatarDeparture {
    /// The avatar, with what is held of it.
    private(set) var avatar: SharedAvatar

    /// What is to be done about it.
    private var plan: AvatarPlan

    private let address: LazyURL
    private let start: Moment

    /// Whether the avatar is a file that the catalog names, not one of a server.
    let isFile: Bool

    /// The avatar's URL.
    private var url: URL { address.url }

    /// Whether its outcomes were sent: of what may be shown while it is asked about, before that.
    private(set) var isDelivered = false

    /// Creates one.
    ///
    /// - Throws: ``EndpointError``, where the avatar names no URL.
    init?(of avatar: SharedAvatar, in run: AvatarRun, at start: Moment) throws(EndpointError) {
        if PlainURL.pathStart(in: avatar.key.text.utf8.span) != nil {
            // A plain URL is its key: nothing is left to resolve.
            address = LazyURL(plain: avatar.key.text)
        } else {
            guard let endpoint = avatar.endpoint else { return nil }
            address = LazyURL(try endpoint.resolved(against: run.loader.location))
        }
        isFile = address.isFile
        self.start = start
        self.avatar = avatar
        plan = avatar.plan ?? run.plan(for: avatar.held, of: avatar, at: .now)
    }

    /// Sends what can be said without asking anybody.
    ///
    /// - Returns: whether nobody is to be asked.
    nonisolated(nonsending) func settle(in run: AvatarRun) async -> Bool {
        switch plan {
        case .use(let isStale):
            return await deliverHeld(isStale: isStale, in: run)
        case .useThenAsk:
            _ = await deliverHeld(isStale: true, in: run)
            return false
        case .leave(let failure):
            let status = failure.status ?? HTTPStatus(404)
            await deliver(
                .failed(.missing(url, status, since: failure.failedAt, until: failure.retryAt ?? failure.failedAt)),
                in: run)
            return true
        case .fail where !isFile:
            await deliver(.failed(.offline(url)), in: run)
            return true
        case .ask, .fail: return false
        }
    }

    /// Takes what was held when the right to load it was taken, and sends what that is good for.
    ///
    /// - Returns: whether nobody is to be asked.
    nonisolated(nonsending) func take(_ held: AvatarPlan.Held, in run: AvatarRun) async -> Bool {
        guard held != avatar.held else { return false }
        // Whoever had the claim before has loaded it, or failed to.
        avatar.held = held
        plan = run.plan(for: held, of: avatar, at: .now)
        return await settle(in: run)
    }

    /// Asks the server, for which there is a place.
    ///
    /// - Parameter claim: the right to load it.
    func ask(holding claim: CacheClaim, in run: AvatarRun) {
        AvatarFlight(
            key: avatar.key, held: avatar.held, request: run.request(for: address, under: plan.conditions),
            isFile: isFile, claim: claim, start: start, isUsableOnError: plan.isUsableOnError, isDelivered: isDelivered
        ).begin(in: run)
    }

    nonisolated(nonsending) private func deliverHeld(isStale: Bool, in run: AvatarRun) async -> Bool {
        guard !isDelivered else { return true }
        guard let entry = avatar.held.entry, let (result, bytes) = await run.held(entry, isStale: isStale) else {
            return false
        }
        await deliver(result, bytes: bytes, in: run)
        return true
    }

    nonisolated(nonsending) private func deliver(
        _ result: AvatarOutcome.Result, bytes: [UInt8]? = nil, in run: AvatarRun
    ) async {
        guard !isDelivered else { return }
        isDelivered = true
        await run.send(
            AvatarResult(result, of: avatar.key, bytes: bytes, effort: AvatarEffort(.now - start, nil)))
    }
}
