/// The suppliers of a batch whose avatars wait for their turn: the most urgent first, and otherwise in the catalog's order.
struct AvatarBacklog: Sendable {
    private var suppliers: [Supplier]
    private var first = 0
    private var sortedBy = 0

    /// Lets suppliers wait.
    init(_ suppliers: [Supplier]) {
        self.suppliers = suppliers
    }

    /// Takes the next ones, up to `count`, and says by which wishes they are the next; `nil` at the end.
    ///
    /// Those that wait are taken in even parts: a small one at the end would be the work of one thread while others wait.
    ///
    /// - Parameter keys: what the avatars are kept under; asked for only where somebody has wishes.
    mutating func next(
        _ count: Int, by ledger: AvatarLedger, keys: ([Supplier]) -> [CacheKey?]
    ) -> (ArraySlice<Supplier>, wishes: Int)? {
        guard first < suppliers.count else { return nil }
        let wishes = ledger.wishCount
        if wishes != sortedBy {
            sort(by: ledger, keys)
            sortedBy = wishes
        }
        let waitingCount = suppliers.count - first
        let partCount = (waitingCount + count - 1) / count
        let slice = suppliers[first..<first + (waitingCount + partCount - 1) / partCount]
        first = slice.endIndex
        return (slice, wishes)
    }

    /// Puts some back before those that wait, to be ordered anew.
    mutating func putBack(_ others: [Supplier]) {
        suppliers = others + suppliers[first...]
        first = 0
    }

    private mutating func sort(by ledger: AvatarLedger, _ keys: ([Supplier]) -> [CacheKey?]) {
        let waiting = Array(suppliers[first...])
        let priorities = keys(waiting).map { $0.map(ledger.priority) ?? .normal }
        let levels = DataRequest.Priority.allCases.reversed().map { level in
            waiting.indices.filter { priorities[$0] == level }.map { waiting[$0] }
        }
        suppliers = Array(levels.joined())
        first = 0
    }
}
