import SupplierGoKit

/// The outcomes of avatars that were loaded to be printed.
///
/// An avatar that is printed is in the cache or, if the cache cannot keep it, or its server does not allow that, in
/// memory. One that the cache has dropped again ``SupplierPrinter`` loads once more.
struct AvatarImages: Sendable {
    /// The images that the cache does not hold, by their endpoints.
    private(set) var unkept: [String: [UInt8]] = [:]

    /// The endpoints of those that it should hold.
    private(set) var kept: Set<String> = []

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
        try await report.follow(session.loader.avatars(for: suppliers), total: { suppliers.count }) { outcomes in
            for outcome in outcomes {
                guard let avatar = outcome.supplier.avatar, let loaded = outcome.result.loaded else { continue }
                if loaded.file == nil { unkept[avatar.endpoint] = avatar.bytes } else { kept.insert(avatar.endpoint) }
            }
        }
        report.finish(from: source)
    }
}
