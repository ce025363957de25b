import SupplierGoKit

/// What became of pictures that were brought in to be printed.
struct BroughtPictures: Sendable {
    /// Those that came and that the cache does not hold, by their endpoints.
    private(set) var unkept: [String: [UInt8]] = [:]

    /// The endpoints of those that could not be had.
    private var failed: Set<String> = []

    /// Takes notice of outcomes; only those that say that the cache holds the picture cost no copy of the supplier.
    mutating func take(_ outcomes: AvatarParcel) {
        for place in outcomes.indices {
            let result = outcomes.result(at: place)
            if result.isUnkept {
                if let avatar = outcomes[place].supplier.avatar { unkept[avatar.endpoint] = avatar.bytes }
            } else if case .failed = result {
                if let avatar = outcomes[place].supplier.avatar { failed.insert(avatar.endpoint) }
            }
        }
    }

    /// Whether the cache should hold a supplier's picture.
    func isKept(of supplier: Supplier) -> Bool {
        guard let endpoint = supplier.avatar?.endpoint else { return false }
        return unkept[endpoint] == nil && !failed.contains(endpoint)
    }
}
