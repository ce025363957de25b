/// The suppliers that a catalog has delivered, so that a snapshot that takes over in its middle leaves them out.
struct DeliveredSuppliers: Sendable {
    /// Beyond so many nothing takes over any more: for all of them their ids are kept.
    static let limit = 65_536

    /// The ids of those that were delivered; `nil` beyond the limit.
    private var ids: [[Supplier.ID]]? = []

    /// How many they are.
    private var count = 0

    /// How often each id is still to be left out, from when the first one is.
    private var counts: [Supplier.ID: Int]?

    /// Whether all of them are known.
    var isComplete: Bool { ids != nil }

    /// Whether there are none.
    var isEmpty: Bool { isComplete && count == 0 }

    /// Notes that so many suppliers are delivered; where these are not the ids of them all, they are too many.
    mutating func note(_ delivered: [Supplier.ID], of count: Int) {
        guard ids != nil, delivered.count == count, self.count + count <= Self.limit else {
            ids = nil
            return
        }
        ids?.append(delivered)
        self.count += count
    }

    /// The suppliers that were not delivered.
    mutating func leavingOut(of suppliers: [Supplier]) -> [Supplier] {
        var counts = counts ?? Dictionary((ids ?? []).joined().map { ($0, 1) }, uniquingKeysWith: +)
        defer { self.counts = counts }
        return suppliers.filter { supplier in
            guard let count = counts[supplier.id], count > 0 else { return true }
            counts[supplier.id] = count - 1
            return false
        }
    }
}
