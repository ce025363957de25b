import FoundationEssentials

/// A first look at some suppliers' avatars, which settles what needs nobody else: thousands of files that are fresh take
/// nobody's time.
///
/// It goes from endpoint to outcome where calls may block, so that nothing is handed over for each avatar, and copies
/// only those suppliers that need somebody else.
struct AvatarSurvey: Sendable {
    /// Of so many suppliers half is worth another thread.
    private static let countWorthTwoThreads = 256

    /// Of so many suppliers only every 16th is looked for, as long as nothing was found.
    static let countWorthSampling = 256, samplingStep = 16

    /// What needs nobody else.
    private(set) var outcomes: AvatarParcel

    /// What does, one by one also where several have one URL.
    private(set) var open: [SharedAvatar] = []

    private let suppliers: ArraySlice<Supplier>

    /// Surveys suppliers, in their order, on as many threads as it takes.
    static func surveys(of suppliers: ArraySlice<Supplier>, for run: AvatarRun) async -> [AvatarSurvey] {
        guard suppliers.count >= countWorthTwoThreads else { return [await survey(of: suppliers, for: run)] }
        let middle = suppliers.startIndex + suppliers.count / 2
        async let first = survey(of: suppliers[..<middle], for: run)
        let second = await survey(of: suppliers[middle...], for: run)
        return [await first, second]
    }

    private static func survey(of suppliers: ArraySlice<Supplier>, for run: AvatarRun) async -> AvatarSurvey {
        guard let cache = run.loader.cache else { return AvatarSurvey(of: suppliers, for: run) { _ in nil } }
        do {
            return try await cache.withLookup { look in try AvatarSurvey(of: suppliers, for: run, look) }
        } catch {
            // A cache that cannot be read holds nothing, and whoever stores the first avatar says what is wrong with it.
            return AvatarSurvey(of: suppliers, for: run) { _ in nil }
        }
    }

    private init(
        of suppliers: ArraySlice<Supplier>, for run: AvatarRun, _ look: (CacheKey) throws -> CacheEntry?
    ) rethrows {
        self.suppliers = suppliers
        outcomes = AvatarParcel(of: suppliers)
        let now = Date.now
        // The run's parts are taken once: each time that they are counts their users anew.
        let (resolver, wish, delivery) = (run.resolver, run.wish, run.delivery)
        let span = suppliers.span
        // What is to be loaded is looked for when the right to load it is taken, in any case: where a cache has nothing, that is
        // enough. Offline nothing is loaded.
        var looksForAll = span.count < Self.countWorthSampling || wish.isOffline
        for index in span.indices {
            let place = suppliers.startIndex + index
            guard let avatar = span[index].avatar else {
                outcomes.append(.none, at: place)
                continue
            }
            let address: String
            do throws(EndpointError) {
                address = try resolver.address(of: avatar)
            } catch {
                outcomes.append(.failed(.endpoint(error)), at: place)
                continue
            }
            let key = CacheKey(avatarAt: address)
            let isLookedFor = looksForAll || index % Self.samplingStep == 0
            guard isLookedFor, let entry = try look(key) else {
                open.append(SharedAvatar(key: key, suppliers: suppliers[place...place]))
                continue
            }
            looksForAll = true
            let plan = AvatarPlan(for: entry, wish: wish, at: now) { run.originFields(for: avatar) }
            if delivery == .files, case .use(let isStale) = plan {
                outcomes.append(.loaded(LoadedAvatar(entry, isStale: isStale)), at: place)
            } else {
                open.append(
                    SharedAvatar(key: key, suppliers: suppliers[place...place], held: .entry(entry), plan: plan))
            }
        }
    }
}
