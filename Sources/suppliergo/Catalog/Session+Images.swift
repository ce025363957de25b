import SupplierGoKit

extension Session {
    /// Loads suppliers' avatars to be printed, and says how it goes.
    ///
    /// At the end an avatar is in the cache or, if the cache cannot keep it, its server does not allow that, or it was
    /// dropped again to make room for others, in memory.
    ///
    /// - Parameter source: the suppliers' source.
    /// - Throws: `CancellationError`.
    func loadImages(of suppliers: [Supplier], from source: SupplierBatch.Source?) async throws -> AvatarImages {
        var images = AvatarImages()
        guard !suppliers.isEmpty else { return images }
        let report = AvatarReport(in: self)
        let total: @Sendable () async -> Int? = { suppliers.count }
        // Cached images stay in the cache until they are printed.
        var (held, missing) = await parted(suppliers)
        try await report.follow(loader.avatars(for: held, delivering: .files), total: total) { outcomes in
            images.add(outcomes)
            // Its server sent another one, which the cache does not hold.
            missing += outcomes.filter(\.result.isUnkept).map(\.supplier)
        }
        try await report.follow(loader.avatars(for: missing), total: total) { images.add($0) }
        let dropped = await parted(suppliers.filter(images.isKept)).missing
        if !dropped.isEmpty { try await loadAgain(dropped, into: &images) }
        report.finish(from: source)
        return images
    }

    /// Loads avatars into memory that the cache has dropped; keeping them again would cost others.
    private func loadAgain(_ suppliers: [Supplier], into images: inout AvatarImages) async throws {
        console.warn(
            "\(Count.subject(suppliers.count, "avatar")) not kept: the cache has no room for all "
                + "('\(Options.cacheByteLimit.spelling)')")
        let report = AvatarReport(in: self)
        try await report.follow(loader.uncached.avatars(for: suppliers), total: { suppliers.count }) {
            images.add($0)
        }
        report.warnAtEnd()
    }

    /// The suppliers whose avatars the cache holds, and the other suppliers; a cache that cannot be read holds none.
    private func parted(_ suppliers: [Supplier]) async -> (held: [Supplier], missing: [Supplier]) {
        do {
            let pairs = zip(suppliers, try await loader.cachedAvatars(for: suppliers))
            return (pairs.filter { $1 != nil }.map(\.0), pairs.filter { $1 == nil }.map(\.0))
        } catch {
            return ([], suppliers)
        }
    }
}
