import FoundationEssentials

/// One loading of suppliers' avatars, as the suppliers come.
///
/// What it keeps does not grow with them: a batch, and what is in flight (``AvatarLedger``).
struct AvatarRun: Sendable {
    /// How many URLs are looked up in the cache at once.
    private static let lookupCount = 1024

    let loader: SupplierLoader
    let batches: ProducedStream<[Supplier]>
    let delivery: AvatarDelivery
    let ledger: AvatarLedger
    let channel: BoundedChannel<AvatarOutcome>

    /// What is wanted; what comes in from now on is not asked for again.
    let wish: AvatarPlan.Wish

    init(
        loader: SupplierLoader, batches: ProducedStream<[Supplier]>, delivery: AvatarDelivery, ledger: AvatarLedger,
        channel: BoundedChannel<AvatarOutcome>
    ) {
        self.loader = loader
        self.batches = batches
        self.delivery = delivery
        self.ledger = ledger
        self.channel = channel
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
                var backlog = AvatarBacklog(await gather(suppliers))
                while let (avatars, wishes) = backlog.next(Self.lookupCount, by: ledger) {
                    for (index, held) in zip(avatars.indices, await lookUp(avatars.map(\.key))) {
                        let avatar = avatars[index]
                        try Task.checkCancellation()
                        if await deliverAtOnce(avatar, held) { continue }
                        try await window.makeRoom(in: &group) { ledger.isCrowded }
                        // Only now: who is next may have changed during the wait.
                        guard ledger.wishCount == wishes else {
                            backlog.putBack(avatars[index...])
                            break
                        }
                        ledger.begin(avatar)
                        window.add(to: &group) {
                            await AvatarLoading(run: self, avatar: avatar, waits: false).load(held)
                        }
                    }
                }
            }
            try await window.drain(&group)
            for avatar in window.takeLeft() {
                try await window.makeRoom(in: &group) { false }
                window.add(to: &group) {
                    await AvatarLoading(run: self, avatar: avatar, waits: true).load(AvatarPlan.Held())
                }
            }
        }
    }

    /// Sends what takes no task of its own, and says whether it did: thousands of files that are fresh take no time.
    private func deliverAtOnce(_ avatar: SharedAvatar, _ held: AvatarPlan.Held) async -> Bool {
        guard delivery == .files, let entry = held.entry, case .use(let isStale) = plan(for: avatar, held) else {
            return false
        }
        await deliver(.loaded(LoadedAvatar(entry, isStale: isStale)), to: avatar.suppliers)
        return true
    }

    /// Sends the outcomes of suppliers that have nothing to load, or whose URL has failed, leaves those whose URL is on its
    /// way to the ledger, and gathers the others by URL.
    private func gather(_ suppliers: [Supplier]) async -> [SharedAvatar] {
        var shared: [SharedAvatar] = []
        var places: [CacheKey: Int] = [:]
        for supplier in suppliers {
            guard let avatar = supplier.avatar else {
                await deliver(.none, to: [supplier])
                continue
            }
            do {
                let url = try avatar.resolved(against: loader.location)
                let key = CacheKey(avatar: url)
                if let place = places[key] {
                    shared[place].suppliers.append(supplier)
                } else {
                    places[key] = shared.count
                    shared.append(SharedAvatar(url: url, key: key, suppliers: [supplier]))
                }
            } catch {
                await deliver(.failed(.endpoint(error)), to: [supplier])
            }
        }
        guard ledger.hasHistory else { return shared }
        var new: [SharedAvatar] = []
        for avatar in shared {
            switch ledger.admit(avatar) {
            case .new: new.append(avatar)
            case .joined: break
            case .failed(let failure): await deliver(.failed(failure), to: avatar.suppliers)
            }
        }
        return new
    }

    /// What is held of each avatar; a cache that cannot be read holds nothing.
    private func lookUp(_ keys: [CacheKey]) async -> [AvatarPlan.Held] {
        var held = keys.map { _ in AvatarPlan.Held() }
        guard let cache = loader.cache else { return held }
        do {
            let entries = try await cache.entries(for: keys)
            for index in keys.indices { held[index].entry = entries[index] }
            let missing = keys.indices.filter { entries[$0] == nil }
            guard !missing.isEmpty else { return held }
            let failures = try await cache.failures(for: missing.map { keys[$0] })
            for (index, failure) in zip(missing, failures) { held[index].failure = failure }
        } catch {
            // Whoever stores the first avatar says what is wrong with the cache.
        }
        return held
    }

    /// What is done about an avatar now.
    func plan(for avatar: SharedAvatar, _ held: AvatarPlan.Held) -> AvatarPlan {
        AvatarPlan(for: held, wish: wish, at: .now) { loader.originFields(for: avatar.url) }
    }

    /// Sends an outcome to each of some suppliers.
    func deliver(
        _ result: AvatarOutcome.Result, bytes: [UInt8]? = nil, to suppliers: [Supplier],
        after duration: Duration = .zero, _ metrics: TransferMetrics? = nil
    ) async {
        for var supplier in suppliers {
            if delivery == .bytes { supplier.avatar?.bytes = bytes }
            let outcome = AvatarOutcome(supplier: supplier, result: result, duration: duration, metrics: metrics)
            guard await channel.send(outcome) else { return }
        }
    }
}
