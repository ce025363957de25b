import FoundationEssentials

/// The right to ask a catalog's server, so that a catalog that several processes want at once is loaded once.
struct CatalogTurn: Sendable {
    /// The claim; `nil` where another one has kept it for too long, or the cache has none.
    var claim: CacheClaim?

    /// Whether another one had it: what is held may be its result.
    var hasWaited = false
}

extension SupplierLoader {
    /// Takes the right to ask a catalog's server, once nobody else has it.
    ///
    /// A cache that cannot be claimed, and a task that was cancelled, have their turn at once: loading twice is better than not
    /// at all, and who was cancelled learns that elsewhere.
    func takeTurn(at url: URL) async -> CatalogTurn {
        var turn = CatalogTurn()
        guard let cache else { return turn }
        let clock = ContinuousClock()
        let (start, key) = (clock.now, CacheKey(snapshotOf: url))
        var pause = Duration.milliseconds(2)
        do {
            while true {
                turn.claim = try await cache.claim(key)
                guard turn.claim == nil, start.duration(to: clock.now) < configuration.turnPatience else { return turn }
                turn.hasWaited = true
                try await clock.sleep(for: pause)
                pause = min(pause * 2, .milliseconds(100))
            }
        } catch {
            return turn
        }
    }
}
