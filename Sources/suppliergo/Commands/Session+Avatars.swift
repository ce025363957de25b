import SupplierGoKit

extension Session {
    /// Brings suppliers' avatars into the cache, and says how it goes.
    ///
    /// - Throws: ``CacheError`` with the first avatar that the cache does not keep, since it would keep none of the
    ///   others; `CancellationError`.
    func bringAvatars(of suppliers: [Supplier]) async throws -> AvatarTally {
        var report = AvatarReport(console: console, total: suppliers.count)
        defer { console.errors.eraseProgress() }
        for await outcome in loader.avatars(for: suppliers, delivering: .files) {
            report.take(outcome)
            if case .loaded(let avatar) = outcome.result, let error = avatar.cacheError { throw error }
        }
        try Task.checkCancellation()
        report.finish()
        return report.tally
    }
}
