import FoundationEssentials

/// One loading of suppliers' avatars, as the suppliers come.
///
/// What it keeps does not grow with them: a batch, and what is in flight (``AvatarLedger``). It is an object, because it is
/// asked for each avatar on several threads at once: a structure's parts would be counted by all of them.
final class AvatarRun: Sendable {
    /// How many suppliers' avatars are looked up in the cache at once, at most.
    private static let surveyCount = 2048

    /// How many avatars depart together at most: the claims that they need are one trip to the disk.
    private static let departureCount = 32

    /// How many that have landed are looked after together at most: their outcomes are sent in one parcel. Images are sent
    /// one by one, since what waits for its reader is counted in parcels.
    private var landingCount: Int { delivery == .bytes ? 1 : 16 }

    /// How many tasks look after what has landed: one for each thread that files have.
    private static let landerCount = 2

    /// How many parcels of outcomes the channel holds: one of a survey, or of a URL's suppliers.
    static let parcelsAhead = 16

    let loader: SupplierLoader
    let delivery: AvatarDelivery
    let ledger: AvatarLedger
    let traffic: AvatarTraffic<AvatarFlight>
    let channel: BoundedChannel<AvatarParcel>
    let resolver: EndpointResolver

    private let batches: ProducedStream<[Supplier]>

    /// What is wanted; what comes in from now on is not asked for again.
    let wish: AvatarPlan.Wish

    init(
        loader: SupplierLoader, batches: ProducedStream<[Supplier]>, delivery: AvatarDelivery, ledger: AvatarLedger,
        channel: BoundedChannel<AvatarParcel>
    ) {
        self.loader = loader
        self.batches = batches
        self.delivery = delivery
        self.ledger = ledger
        self.channel = channel
        traffic = AvatarTraffic(limit: loader.configuration.avatarsInFlight)
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
        defer { ledger.forgetAll() }
        try await withTaskCancellationHandler {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.landerCount { group.addTask { await self.landAll() } }
                do {
                    let left = try await departAll()
                    try await depart(left: left)
                    traffic.close()
                } catch {
                    traffic.cancel()
                    throw error
                }
                try await group.waitForAll()
            }
        } onCancel: {
            traffic.cancel()
        }
    }

    /// Lets the avatars depart that are not settled by a look into the cache; returns those that somebody else is loading.
    private func departAll() async throws -> [SharedAvatar] {
        var left: [SharedAvatar] = []
        while let suppliers = try await batches.next() {
            var backlog = AvatarBacklog(suppliers)
            while let (next, wishes) = backlog.next(Self.surveyCount, by: ledger, keys: loader.avatarKeys) {
                let surveys = await AvatarSurvey.surveys(of: next, for: self)
                // What is there is not held back by what is to be waited for.
                for survey in surveys { await send(survey.outcomes) }
                var avatars = await admitted(Self.gathered(surveys))[...]
                while !avatars.isEmpty {
                    let count = try await traffic.takePlaces(upTo: min(avatars.count, Self.departureCount)) {
                        ledger.isCrowded
                    }
                    // Only now: who is next may have changed during the wait.
                    guard ledger.wishCount == wishes else {
                        traffic.end(count)
                        backlog.putBack(avatars.flatMap(\.suppliers))
                        break
                    }
                    left += try await depart(avatars.prefix(count))
                    avatars = avatars.dropFirst(count)
                }
                try Task.checkCancellation()
            }
        }
        return left
    }

    /// Lets avatars depart that have places, as far as they are not settled without their servers; returns those that
    /// somebody else is loading.
    private func depart(_ avatars: ArraySlice<SharedAvatar>) async throws -> [SharedAvatar] {
        var departures: [AvatarDeparture] = []
        departures.reserveCapacity(avatars.count)
        ledger.begin(avatars)
        let start = Moment.now
        for index in avatars.indices {
            if let departure = await departure(of: avatars[index], at: start), await !departure.settle(in: self) {
                departures.append(departure)
            } else {
                traffic.end()
            }
        }
        var left: [SharedAvatar] = []
        var claims = try await claims(for: departures)
        for (index, departure) in departures.enumerated() {
            let claimed = claims[index].take()
            if let claimed, await !departure.take(AvatarPlan.Held(claimed.entry), in: self) {
                departure.ask(holding: claimed.claim, in: self)
            } else {
                claimed?.claim.release()
                traffic.end()
                if claimed == nil, !departure.isDelivered { left.append(ledger.detach(departure.avatar)) }
            }
        }
        return left
    }

    /// The departure of an avatar; where it names no URL, sends that and is `nil`.
    nonisolated(nonsending) private func departure(
        of avatar: SharedAvatar, at start: Moment
    ) async -> AvatarDeparture? {
        do throws(EndpointError) {
            return try AvatarDeparture(of: avatar, in: self, at: start)
        } catch {
            await send(AvatarResult(.failed(.endpoint(error)), of: avatar.key))
            return nil
        }
    }

    /// The rights to load avatars, and what is held once nobody else has them; `nil` for what somebody else is loading.
    private func claims(for departures: [AvatarDeparture]) async throws -> [ClaimedEntry?] {
        if let cache = loader.cache, departures.contains(where: { !$0.isFile }) {
            do {
                return try await cache.claimEntries(for: departures.map(\.avatar.key))
            } catch is CacheError {
                // Loading twice is better than not at all, and whoever stores the avatar says what is wrong with the cache.
            }
        }
        return departures.map { ClaimedEntry(claim: CacheClaim {}, entry: $0.avatar.held.entry) }
    }

    /// Lets avatars depart that somebody else was loading, each as soon as nobody is.
    private func depart(left: [SharedAvatar]) async throws {
        guard let cache = loader.cache, !left.isEmpty else { return }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, avatar) in left.enumerated() {
                if index >= loader.configuration.avatarsInFlight { try await group.next() }
                group.addTask { try await self.depart(avatar, waitingIn: cache) }
            }
            try await group.waitForAll()
        }
    }

    private func depart(_ avatar: SharedAvatar, waitingIn cache: any DataCaching) async throws {
        guard let departure = await departure(of: avatar, at: .now) else { return }
        var held = AvatarPlan.Held.nothing
        var claim = CacheClaim {}
        do {
            let claimed = try await cache.waitForEntry(avatar.key)
            (claim, held) = (claimed.claim, AvatarPlan.Held(claimed.entry))
            if held == .nothing, let failure = try await cache.failures(for: [avatar.key]).first ?? nil {
                held = .failure(failure)
            }
        } catch is CacheError {
            held = avatar.held
        }
        guard await !departure.take(held, in: self) else { return claim.release() }
        _ = try await traffic.takePlaces(upTo: 1)
        departure.ask(holding: claim, in: self)
    }

    /// Looks after what lands, until nothing will any more.
    private func landAll() async {
        var results: [AvatarResult] = []
        var overCount = 0
        while true {
            var landings = overCount < landingCount ? traffic.takeLanded(upTo: landingCount - overCount) : []
            if landings.isEmpty {
                if overCount > 0 {
                    await send(results)
                    traffic.end(overCount)
                    (results, overCount) = ([], 0)
                }
                // Only now does it wait, when it holds nothing back.
                landings = await traffic.next(upTo: landingCount)
                guard !landings.isEmpty else { return }
            }
            for landing in landings {
                do throws(CancellationError) {
                    if try await landing.flight.land(landing.outcome, in: self, &results) { overCount += 1 }
                } catch {
                    // Nobody waits for an outcome any more.
                    channel.cancel()
                    overCount += 1
                }
            }
        }
    }
}
