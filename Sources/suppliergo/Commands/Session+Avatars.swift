import SupplierGoKit

extension Session {
    /// Brings suppliers' avatars into the cache, and says how it goes.
    ///
    /// - Throws: ``CacheError`` with the first avatar that the cache cannot keep, since it would keep none of the
    ///   others; `CancellationError`. One that is too large to be kept is none of these.
    func bringAvatars(of suppliers: [Supplier]) async throws -> AvatarTally {
        let report = AvatarReport(console: console, cacheWarnings: cacheWarnings) { suppliers.count }
        try await bring(loader.avatars(for: suppliers, delivering: .files), reportingTo: report)
        return await sumUp(report)
    }

    /// Takes what comes of avatars, and says how it goes, but for the end.
    ///
    /// - Throws: as ``bringAvatars(of:)`` does.
    func bring(_ avatars: AvatarStream, reportingTo report: AvatarReport) async throws {
        try await console.showingProgress(of: "avatars") {
            await report.progress()
        } during: {
            // Most outcomes come from the threads for files: taken there, each of them is spared a change of threads.
            try await withTaskExecutorPreference(BlockingPool.shared) {
                var parcels = avatars.makeAsyncIterator()
                while let outcomes = await parcels.nextParcel() {
                    await report.take(outcomes)
                    for outcome in outcomes {
                        if let error = outcome.cacheFailure { throw error }
                    }
                }
            }
            try Task.checkCancellation()
        }
    }

    /// Says what became of all avatars, and keeps how many were in the cache, for `cache info`.
    func sumUp(_ report: AvatarReport) async -> AvatarTally {
        await report.finish()
        let tally = await report.tally
        let hitCount = tally.cacheCount + tally.revalidatedCount + tally.staleCount
        let missCount = tally.networkCount + tally.fileCount
        guard hitCount + missCount > 0 else { return tally }
        do {
            try await cache.note(CacheRunRecord(hitCount: hitCount, missCount: missCount))
        } catch {
            // A cache that keeps nothing has said so before.
        }
        return tally
    }
}

extension AvatarOutcome {
    /// Why the cache can keep neither this avatar nor another one; `nil` where it keeps it, or it is too large.
    var cacheFailure: CacheError? {
        guard case .loaded(let avatar) = result, let error = avatar.cacheError else { return nil }
        if case .tooLarge = error { return nil }
        return error
    }
}
