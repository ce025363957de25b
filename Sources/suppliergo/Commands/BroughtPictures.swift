import SupplierGoKit

/// What became of pictures that were brought in to be printed.
struct BroughtPictures: Sendable {
    /// Those that came and that the cache does not hold, by their endpoints.
    private(set) var unkept: [String: [UInt8]] = [:]

    /// The endpoints of those that could not be had.
    private var failed: Set<String> = []

    /// Takes what became of some pictures.
    mutating func take(_ outcomes: [AvatarOutcome]) {
        for outcome in outcomes {
            guard let avatar = outcome.supplier.avatar else { continue }
            if outcome.result.isUnkept {
                unkept[avatar.endpoint] = avatar.bytes
            } else if case .failed = outcome.result {
                failed.insert(avatar.endpoint)
            }
        }
    }

    /// Whether the cache should hold a supplier's picture.
    func isKept(of supplier: Supplier) -> Bool {
        guard let endpoint = supplier.avatar?.endpoint else { return false }
        return unkept[endpoint] == nil && !failed.contains(endpoint)
    }
}
