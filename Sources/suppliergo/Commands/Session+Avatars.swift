import SupplierGoKit

extension Session {
    /// Brings suppliers' avatars into the cache, and says how it goes.
    ///
    /// - Throws: ``CacheError`` with the first avatar that the cache does not keep, since it would keep none of the
    ///   others; `CancellationError`.
    func bringAvatars(of suppliers: [Supplier]) async throws -> AvatarTally {
        let report = AvatarReport(console: console, total: suppliers.count)
        defer { console.errors.eraseProgress() }
        try await bringAvatars(of: suppliers, reportingTo: report)
        console.errors.eraseProgress()
        await report.finish()
        return await report.tally
    }

    /// Returns, or throws, once nothing is drawn any more.
    private func bringAvatars(of suppliers: [Supplier], reportingTo report: AvatarReport) async throws {
        async let _ = report.keepDrawing()
        for await outcome in loader.avatars(for: suppliers, delivering: .files) {
            await report.take(outcome)
            if case .loaded(let avatar) = outcome.result, let error = avatar.cacheError { throw error }
        }
        try Task.checkCancellation()
    }
}
