/// The suppliers that a catalog has delivered, so that a snapshot that takes over in its middle leaves them out.
struct DeliveredSuppliers: Sendable {
    /// Beyond so many nothing takes over any more: for all of them their ids are kept.
    static let limit = 65_536

    /// How often each id was delivered; `nil` beyond the limit.
    private var counts: [Supplier.ID: Int]? = [:]

    /// Whether all of them are known.
    var isComplete: Bool { counts != nil }

    /// Whether there are none.
    var isEmpty: Bool { counts?.isEmpty == true }

    /// Notes that so many suppliers are delivered; where these are not the ids of them all, they are too many.
    mutating func note(_ ids: [Supplier.ID], of count: Int) {
        guard let known = counts?.count, ids.count == count, known + count <= Self.limit else {
            counts = nil
            return
        }
        for id in ids { counts?[id, default: 0] += 1 }
    }

    /// The suppliers that were not delivered.
    mutating func leavingOut(of suppliers: [Supplier]) -> [Supplier] {
        suppliers.filter { supplier in
            guard let count = counts?[supplier.id], count > 0 else { return true }
            counts?[supplier.id] = count - 1
            return false
        }
    }
}
