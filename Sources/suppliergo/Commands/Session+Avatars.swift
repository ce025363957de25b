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

    /// Brings suppliers' avatars in to be printed, and says how it goes.
    ///
    /// What the cache does not hold at the end is in memory: it cannot keep it, or its server does not let it, or it has
    /// dropped it again to make room for others.
    ///
    /// - Throws: `CancellationError`.
    func bringPictures(of suppliers: [Supplier]) async throws -> BroughtPictures {
        guard !suppliers.isEmpty else { return BroughtPictures() }
        let report = AvatarReport(console: console, cacheWarnings: cacheWarnings) { suppliers.count }
        var pictures = BroughtPictures()
        // What is in the cache is left there until it is printed.
        var (held, missing) = await parted(suppliers)
        try await bring(loader.avatars(for: held, delivering: .files), reportingTo: report) { outcomes in
            pictures.take(outcomes)
            // The server has sent another one instead, which the cache does not hold.
            for outcome in outcomes where outcome.result.isUnkept { missing.append(outcome.supplier) }
        }
        try await bring(loader.avatars(for: missing), reportingTo: report) { pictures.take($0) }
        let dropped = await parted(suppliers.filter(pictures.isKept)).missing
        if !dropped.isEmpty { try await bringAgain(dropped, into: &pictures) }
        _ = await sumUp(report)
        return pictures
    }

    /// Brings pictures into memory that the cache has dropped, without another try to keep them, which would cost others.
    private func bringAgain(_ suppliers: [Supplier], into pictures: inout BroughtPictures) async throws {
        console.warn(
            "\(Count.subject(suppliers.count, "avatar")) not kept: the cache has no room for all "
                + "('\(Options.cacheByteLimit.spelling)')")
        let report = AvatarReport(console: console, cacheWarnings: cacheWarnings) { suppliers.count }
        try await bring(loader.uncached.avatars(for: suppliers), reportingTo: report) { pictures.take($0) }
        report.warn()
    }

    /// Those whose avatars the cache holds, and the others; a cache that cannot be read holds none.
    private func parted(_ suppliers: [Supplier]) async -> (held: [Supplier], missing: [Supplier]) {
        do {
            let entries = try await loader.cachedAvatars(for: suppliers)
            let looks = zip(suppliers, entries)
            return (looks.filter { $1 != nil }.map(\.0), looks.filter { $1 == nil }.map(\.0))
        } catch {
            return ([], suppliers)
        }
    }

    /// Takes what comes of avatars, and says how it goes, but for the end.
    ///
    /// - Throws: what `take` does, and `CancellationError`.
    func bring(
        _ avatars: AvatarStream<Never>, reportingTo report: AvatarReport,
        _ take: ([AvatarOutcome]) throws -> Void = Self.endWhereNothingIsKept
    ) async throws {
        try await console.showingProgress(of: "avatars") {
            await report.progress()
        } during: {
            // Most outcomes come from the threads for files: taken there, each of them is spared a change of threads.
            try await withTaskExecutorPreference(BlockingPool.shared) {
                var batches = avatars.makeAsyncIterator()
                while let outcomes = await batches.nextBatch() {
                    report.take(outcomes)
                    try take(outcomes)
                }
            }
            try Task.checkCancellation()
        }
    }

    private static func endWhereNothingIsKept(_ outcomes: [AvatarOutcome]) throws {
        for outcome in outcomes {
            if let error = outcome.result.cacheFailure { throw error }
        }
    }

    /// Says what became of all avatars, and keeps how many were in the cache, for `cache info`.
    func sumUp(_ report: AvatarReport) async -> AvatarTally {
        report.finish()
        let tally = report.tally
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

extension AvatarOutcome.Result {
    /// Why the cache can keep neither this avatar nor another one; `nil` where it keeps it, or it is too large.
    var cacheFailure: CacheError? {
        guard case .loaded(let avatar) = self, let error = avatar.cacheError else { return nil }
        if case .tooLarge = error { return nil }
        return error
    }

    /// Whether it came, but the cache does not hold it.
    var isUnkept: Bool {
        if case .loaded(let avatar) = self { avatar.file == nil } else { false }
    }
}
