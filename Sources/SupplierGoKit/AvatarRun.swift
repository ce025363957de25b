import FoundationEssentials

/// One loading of suppliers' avatars, as the suppliers come.
///
/// What it keeps does not grow with them: a batch, and what is in flight (``AvatarLedger``). It is an object, because it is
/// asked for each avatar on several threads at once: a structure's parts would be counted by all of them.
final class AvatarRun: Sendable {
    /// How many suppliers' avatars are looked up in the cache at once.
    private static let surveyCount = 1024

    /// How many parcels of outcomes the channel holds: one of a survey, or of a URL's suppliers.
    static let parcelsAhead = 16

    let loader: SupplierLoader
    let batches: ProducedStream<[Supplier]>
    let delivery: AvatarDelivery
    let ledger: AvatarLedger
    let channel: BoundedChannel<[AvatarOutcome]>
    let resolver: EndpointResolver

    /// What is wanted; what comes in from now on is not asked for again.
    let wish: AvatarPlan.Wish

    init(
        loader: SupplierLoader, batches: ProducedStream<[Supplier]>, delivery: AvatarDelivery, ledger: AvatarLedger,
        channel: BoundedChannel<[AvatarOutcome]>
    ) {
        self.loader = loader
        self.batches = batches
        self.delivery = delivery
        self.ledger = ledger
        self.channel = channel
        resolver = EndpointResolver(against: loader.location)
        wish = AvatarPlan.Wish(
            isOffline: loader.configuration.isOffline, isRefreshing: loader.configuration.isRefreshing, since: .now)
    }

    /// Sends one outcome per supplier, and returns when the last one is sent.
    ///
    /// What somebody else is loading is left for the end: by then it may be in the cache.
    ///
    /// - Throws: `CancellationError`, where nobody wants them any more.
    func deliverAll() async throws {
        try await withThrowingTaskGroup(of: SharedAvatar?.self) { group in
            var window = AvatarWindow(limit: loader.configuration.avatarsInFlight)
            while let suppliers = try await batches.next() {
                var backlog = AvatarBacklog(suppliers)
                while let (next, wishes) = backlog.next(Self.surveyCount, by: ledger, keys: loader.avatarKeys) {
                    let surveys = await AvatarSurvey.surveys(of: next, for: self)
                    try Task.checkCancellation()
                    // What is there is not held back by what is to be waited for.
                    for survey in surveys { await send(survey.outcomes) }
                    let avatars = await admitted(Self.gathered(surveys))
                    for (index, avatar) in avatars.enumerated() {
                        try await window.makeRoom(in: &group) { ledger.isCrowded }
                        // Only now: who is next may have changed during the wait.
                        guard ledger.wishCount == wishes else {
                            backlog.putBack(avatars[index...].flatMap(\.suppliers))
                            break
                        }
                        ledger.begin(avatar)
                        window.add(to: &group) { await AvatarLoading(run: self, avatar: avatar, waits: false).load() }
                    }
                }
            }
            try await window.drain(&group)
            for avatar in window.takeLeft() {
                try await window.makeRoom(in: &group) { false }
                window.add(to: &group) { await AvatarLoading(run: self, avatar: avatar, waits: true).load() }
            }
        }
    }

    /// The avatars of surveys that are still to be looked after, by URL.
    private static func gathered(_ surveys: [AvatarSurvey]) -> [SharedAvatar] {
        var shared: [SharedAvatar] = []
        var places: [String: Int] = [:]
        for avatar in surveys.lazy.flatMap(\.open) {
            if let place = places[avatar.key.text] {
                shared[place].suppliers += avatar.suppliers
            } else {
                places[avatar.key.text] = shared.count
                shared.append(avatar)
            }
        }
        return shared
    }

    /// Sends the outcomes of those whose URL has failed, leaves those whose URL is on its way to the ledger, and returns the
    /// others, with the failures of earlier runs.
    private func admitted(_ avatars: [SharedAvatar]) async -> [SharedAvatar] {
        var new: [SharedAvatar] = []
        for avatar in avatars {
            switch ledger.admit(avatar) {
            case .new: new.append(avatar)
            case .joined: break
            case .failed(let failure):
                await send(
                    avatar.suppliers.map { AvatarOutcome(supplier: $0, result: .failed(failure), duration: .zero) })
            }
        }
        let missing = new.indices.filter { new[$0].held.entry == nil }
        guard !missing.isEmpty, let cache = loader.cache else { return new }
        do {
            let failures = try await cache.failures(for: missing.map { new[$0].key })
            for (index, failure) in zip(missing, failures) { new[index].held.failure = failure }
        } catch {
            // Whoever stores the first avatar says what is wrong with the cache.
        }
        return new
    }

    /// What is done at a moment about what is held of a supplier's avatar.
    func plan(for held: AvatarPlan.Held, of supplier: Supplier, at now: Date) -> AvatarPlan {
        AvatarPlan(for: held, wish: wish, at: now) {
            guard let avatar = supplier.avatar,
                case .success(let url) = Result(catching: { try avatar.resolved(against: loader.location) })
            else { return HTTPFields() }
            return loader.originFields(for: url)
        }
    }

    /// Sends an outcome to each of some suppliers.
    func deliver(
        _ result: AvatarOutcome.Result, bytes: [UInt8]?, to suppliers: [Supplier], after duration: Duration,
        _ metrics: TransferMetrics?
    ) async {
        let outcomes = suppliers.map { supplier in
            var supplier = supplier
            if delivery == .bytes { supplier.avatar?.bytes = bytes }
            return AvatarOutcome(supplier: supplier, result: result, duration: duration, metrics: metrics)
        }
        await send(outcomes)
    }

    private func send(_ outcomes: [AvatarOutcome]) async {
        guard !outcomes.isEmpty else { return }
        _ = await channel.send(outcomes)
    }
}
