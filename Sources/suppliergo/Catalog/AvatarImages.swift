import SupplierGoKit

/// The outcomes of avatars that were loaded to be printed.
struct AvatarImages: Sendable {
    /// The images that the cache does not hold, by their endpoints.
    private(set) var unkept: [String: [UInt8]] = [:]

    /// The endpoints of those that failed.
    private var failed: Set<String> = []

    /// Creates the outcomes of some avatars. Default none.
    init(_ outcomes: [AvatarOutcome] = []) { add(outcomes) }

    /// Adds the outcomes of some avatars.
    mutating func add(_ outcomes: [AvatarOutcome]) {
        for outcome in outcomes {
            guard let avatar = outcome.supplier.avatar else { continue }
            if outcome.result.isUnkept {
                unkept[avatar.endpoint] = avatar.bytes
            } else if case .failed = outcome.result {
                failed.insert(avatar.endpoint)
            }
        }
    }

    /// Tests if the cache should hold a supplier's avatar.
    func isKept(of supplier: Supplier) -> Bool {
        guard let endpoint = supplier.avatar?.endpoint else { return false }
        return unkept[endpoint] == nil && !failed.contains(endpoint)
    }
}

extension AvatarOutcome.Result {
    /// True if the avatar came, but the cache does not hold it.
    var isUnkept: Bool {
        if case .loaded(let avatar) = self { avatar.file == nil } else { false }
    }
}
