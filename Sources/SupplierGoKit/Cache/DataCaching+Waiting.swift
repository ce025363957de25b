extension DataCaching {
    /// Takes the claim as soon as nobody else has it, and so behind whoever was loading.
    ///
    /// Asks again after pauses that grow from 2 to 100 milliseconds: no call waits for several names at once without a
    /// thread for each, and what is waited for takes as long as a transfer.
    ///
    /// - Throws: ``CacheError``, or `CancellationError`.
    public func waitForClaim(
        _ key: CacheKey, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> CacheClaim {
        var pause = Duration.milliseconds(2)
        while true {
            if let claim = try await claim(key) { return claim }
            try await clock.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(100))
        }
    }
}
