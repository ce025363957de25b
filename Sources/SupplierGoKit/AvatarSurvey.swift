import FoundationEssentials

/// A first look at some suppliers' avatars, which settles what needs nobody else: thousands of files that are fresh take
/// nobody's time.
///
/// It goes from endpoint to outcome where calls may block, so that nothing is handed over for each avatar.
struct AvatarSurvey: Sendable {
    /// Of so many suppliers half is worth another thread.
    private static let countWorthTwoThreads = 256

    /// What needs nobody else.
    private(set) var outcomes: [AvatarOutcome] = []

    /// What does, one by one also where several have one URL.
    private(set) var open: [SharedAvatar] = []

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
        let now = Date.now
        let resolver = run.resolver
        outcomes.reserveCapacity(suppliers.count)
        for supplier in suppliers {
            guard let avatar = supplier.avatar else {
                add(.none, for: supplier)
                continue
            }
            let address: String
            do throws(EndpointError) {
                address = try resolver.address(of: avatar)
            } catch {
                add(.failed(.endpoint(error)), for: supplier)
                continue
            }
            let key = CacheKey(avatarAt: address)
            try take(supplier, key, look(key), for: run, at: now)
        }
    }

    private mutating func take(
        _ supplier: Supplier, _ key: CacheKey, _ entry: CacheEntry?, for run: AvatarRun, at now: Date
    ) {
        guard let entry else {
            open.append(SharedAvatar(key: key, suppliers: [supplier]))
            return
        }
        let held = AvatarPlan.Held(entry: entry)
        let plan = run.plan(for: held, of: supplier, at: now)
        if run.delivery == .files, case .use(let isStale) = plan {
            add(.loaded(LoadedAvatar(entry, isStale: isStale)), for: supplier)
        } else {
            open.append(SharedAvatar(key: key, suppliers: [supplier], held: held, plan: plan))
        }
    }

    private mutating func add(_ result: AvatarOutcome.Result, for supplier: Supplier) {
        outcomes.append(AvatarOutcome(supplier: supplier, result: result, duration: .zero))
    }
}
