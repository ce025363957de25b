import SupplierGoKit

/// The outcomes of avatars that were loaded to be printed.
///
/// An avatar that is printed is in the cache or, if the cache cannot keep it, its server does not allow that, or it was
/// dropped again to make room for others, in memory.
struct AvatarImages: Sendable {
    /// The images that the cache does not hold, by their endpoints.
    private(set) var unkept: [String: [UInt8]] = [:]

    /// The endpoints of those that it should hold.
    private var kept: Set<String> = []

    /// Creates the outcome of one avatar, whose image stays in memory.
    init(_ outcome: AvatarOutcome) {
        if let avatar = outcome.supplier.avatar, let bytes = avatar.bytes { unkept[avatar.endpoint] = bytes }
    }

    /// Loads suppliers' avatars, with progress on standard error.
    ///
    /// - Parameter source: the suppliers' source.
    /// - Throws: `CancellationError`.
    init(of suppliers: [Supplier], from source: SupplierBatch.Source?, in session: Session) async throws {
        guard !suppliers.isEmpty else { return }
        let report = AvatarReport(in: session)
        try await report.follow(session.loader.avatars(for: suppliers), total: { suppliers.count }) { add($0) }
        let dropped = await Self.missing(of: suppliers.filter(isKept), by: session.loader)
        if !dropped.isEmpty { try await loadAgain(dropped, in: session) }
        report.finish(from: source)
    }

    /// Tests if the cache should hold a supplier's avatar.
    func isKept(of supplier: Supplier) -> Bool {
        supplier.avatar.map { kept.contains($0.endpoint) } ?? false
    }

    private mutating func add(_ outcomes: [AvatarOutcome]) {
        for outcome in outcomes {
            guard let avatar = outcome.supplier.avatar, case .loaded(let loaded) = outcome.result else { continue }
            if loaded.file == nil { unkept[avatar.endpoint] = avatar.bytes } else { kept.insert(avatar.endpoint) }
        }
    }

    /// Loads avatars into memory that the cache has dropped; keeping them again would cost others.
    private mutating func loadAgain(_ suppliers: [Supplier], in session: Session) async throws {
        session.console.warn(
            "\(Count.subject(suppliers.count, "avatar")) not kept: the cache has no room for all "
                + "('\(Options.cacheByteLimit.spelling)')")
        let report = AvatarReport(in: session)
        try await report.follow(session.loader.uncached.avatars(for: suppliers), total: { suppliers.count }) { add($0) }
        report.warnAtEnd()
    }

    /// The suppliers whose avatars the cache does not hold; one that cannot be read holds none.
    private static func missing(of suppliers: [Supplier], by loader: SupplierLoader) async -> [Supplier] {
        do {
            return zip(suppliers, try await loader.cachedAvatars(for: suppliers)).filter { $1 == nil }.map(\.0)
        } catch {
            return suppliers
        }
    }
}
