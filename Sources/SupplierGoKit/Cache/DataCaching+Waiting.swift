extension DataCaching {
    /// Takes the claim as soon as nobody else has it, and so behind whoever was loading; then looks what is there.
    ///
    /// Asks again after pauses that grow from 2 to 100 milliseconds: no call waits for several names at once without a
    /// thread for each, and what is waited for takes as long as a transfer.
    ///
    /// - Throws: ``CacheError``, or `CancellationError`.
    public func waitForEntry(
        _ key: CacheKey, clock: any Clock<Duration> = ContinuousClock()
    ) async throws -> ClaimedEntry {
        var pause = Duration.milliseconds(2)
        while true {
            if let claimed = try await claimEntries(for: [key]).first ?? nil { return claimed }
            try await clock.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(100))
        }
    }
}
