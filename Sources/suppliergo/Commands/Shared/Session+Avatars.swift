import SupplierGoKit

extension Session {
    /// Loads suppliers' avatars into the cache, and says how it goes.
    ///
    /// - Parameter source: where the suppliers were read from.
    /// - Throws: as ``follow(_:_:total:_:)`` does.
    func loadAvatars(of suppliers: [Supplier], from source: CatalogSource?) async throws {
        let diagnostics = makeDiagnostics()
        try await follow(loader.avatars(for: suppliers, delivering: .files), diagnostics, total: { suppliers.count })
        finish(diagnostics, from: source)
    }

    /// What says how it goes, before the first outcome.
    func makeDiagnostics() -> AvatarDiagnostics {
        AvatarDiagnostics(console: console, cacheWarnings: cacheWarnings)
    }

    /// Takes all outcomes of avatars, while a line on standard error says how many there were.
    ///
    /// - Parameters:
    ///   - total: how many outcomes there will be, once that is known.
    ///   - take: is given the outcomes as well; by default it ends the run at the first avatar that the cache cannot keep,
    ///     since it would keep none of the others.
    /// - Throws: what `take` does, by default ``CacheError``, and `CancellationError`.
    func follow(
        _ avatars: AvatarStream<Never>, _ diagnostics: AvatarDiagnostics,
        total: @escaping @Sendable () async -> Int?, _ take: ([AvatarOutcome]) throws -> Void = Self.requireCache
    ) async throws {
        let summary = diagnostics.summary
        try await console.showingProgress(of: "avatars") {
            let total = await total()
            return summary.withLock { $0.progress(of: total) }
        } during: {
            // Most outcomes come from the threads for files: there each of them is spared a change of threads.
            try await withTaskExecutorPreference(BlockingThreads.files) {
                var batches = avatars.makeAsyncIterator()
                while let outcomes = await batches.nextBatch() {
                    diagnostics.take(outcomes)
                    try take(outcomes)
                }
            }
            try Task.checkCancellation()
        }
    }

    /// Says what became of all avatars.
    ///
    /// - Parameter source: where the suppliers were read from: a server that failed then was named then.
    func finish(_ diagnostics: AvatarDiagnostics, from source: CatalogSource?) {
        diagnostics.finish(after: source.flatMap { Failure.serverSentence(of: $0) })
        if let clause = diagnostics.summary.withLock({ $0.clause }) { console.note(clause) }
    }

    /// Ends the run at the first avatar that the cache cannot keep.
    static func requireCache(_ outcomes: [AvatarOutcome]) throws {
        for outcome in outcomes {
            if let error = outcome.result.cacheFailure { throw error }
        }
    }
}

extension AvatarOutcome.Result {
    /// Why the cache can keep neither this avatar nor another one; `nil` where it keeps it, or it is too large.
    var cacheFailure: CacheError? {
        guard case .loaded(let avatar) = self, let error = avatar.cacheError else { return nil }
        if case .tooLarge = error { return nil }
        return error
    }
}
