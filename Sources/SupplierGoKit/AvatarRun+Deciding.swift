import FoundationEssentials

extension AvatarRun {
    /// The avatars of surveys that are still to be looked after, by URL.
    static func gathered(_ surveys: [AvatarSurvey]) -> [SharedAvatar] {
        let count = surveys.reduce(0) { $0 + $1.open.count }
        var shared: [SharedAvatar] = []
        shared.reserveCapacity(count)
        var places: [CacheName: Int] = Dictionary(minimumCapacity: count)
        for survey in surveys {
            for avatar in survey.open {
                if let place = places.updateValue(shared.count, forKey: avatar.key.name) {
                    places[avatar.key.name] = place
                    shared[place].suppliers += avatar.suppliers
                } else {
                    shared.append(avatar)
                }
            }
        }
        return shared
    }

    /// Sends the outcomes of those whose URL has failed, leaves those whose URL is on its way to the ledger, and returns the
    /// others, with the failures of earlier runs.
    func admitted(_ avatars: [SharedAvatar]) async -> [SharedAvatar] {
        let admissions = ledger.admit(avatars)
        var outcomes = AvatarParcel()
        for index in avatars.indices {
            if case .failed(let failure) = admissions[index] {
                outcomes.append(.failed(failure), for: avatars[index].suppliers)
            }
        }
        await send(outcomes)
        // Mostly all of them, which are not copied then.
        var new = avatars
        if !admissions.allSatisfy(\.isNew) { new = zip(avatars, admissions).filter { $1.isNew }.map(\.0) }
        let missing = new.indices.filter { new[$0].held == .nothing }
        guard !missing.isEmpty, let cache = loader.cache else { return new }
        do {
            let failures = try await cache.failures(for: missing.map { new[$0].key })
            for (index, failure) in zip(missing, failures) {
                if let failure { new[index].held = .failure(failure) }
            }
        } catch {
            // Whoever stores the first avatar says what is wrong with the cache.
        }
        return new
    }

    /// What is done at a moment about what is held of an avatar.
    func plan(for held: AvatarPlan.Held, of avatar: SharedAvatar, at now: Date) -> AvatarPlan {
        AvatarPlan(for: held, wish: wish, at: now) { avatar.endpoint.map(originFields) ?? HTTPFields() }
    }

    /// The fields that a request for an avatar has; none where it names no URL.
    func originFields(for avatar: Avatar) -> HTTPFields {
        guard case .success(let url) = Result(catching: { try avatar.resolved(against: loader.location) }) else {
            return HTTPFields()
        }
        return loader.originFields(for: url)
    }

    /// The request for a URL's avatar; how urgent it is is said when it is sent.
    func request(for address: LazyURL, under conditions: HTTPFields) -> DataRequest {
        DataRequest(
            at: address, fields: conditions, originFields: loader.originFields(for: address.url),
            byteLimit: loader.configuration.avatarByteLimit, reach: loader.avatarReach,
            mayBeUncoded: true)
    }

    /// What the cache holds of an avatar, and its bytes where they are wanted; `nil` where it is gone by now.
    nonisolated(nonsending) func held(
        _ entry: CacheEntry, isStale: Bool, because reason: AvatarFailure? = nil
    ) async -> (AvatarOutcome.Result, bytes: [UInt8]?)? {
        var bytes: [UInt8]?
        if delivery == .bytes {
            do {
                bytes = try await loader.cache?.bytes(of: entry)
            } catch {
                return nil
            }
        }
        return (.loaded(LoadedAvatar(entry, isStale: isStale, because: reason)), bytes)
    }

    /// Sends what became of a URL's avatar.
    nonisolated(nonsending) func send(_ result: AvatarResult) async {
        await send([result])
    }

    /// Sends what became of some URLs' avatars, to all suppliers that wait for them.
    nonisolated(nonsending) func send(_ results: [AvatarResult]) async {
        var outcomes = AvatarParcel(roomFor: results.count)
        let waiting = ledger.end(results)
        for index in results.indices {
            var suppliers = waiting[index]
            if delivery == .bytes {
                for place in suppliers.indices { suppliers[place].avatar?.bytes = results[index].bytes }
            }
            outcomes.append(results[index].result, for: suppliers, effort: results[index].effort)
        }
        await send(outcomes)
    }

    /// Sends outcomes.
    nonisolated(nonsending) func send(_ outcomes: AvatarParcel) async {
        guard !outcomes.isEmpty else { return }
        _ = await channel.send(outcomes)
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
