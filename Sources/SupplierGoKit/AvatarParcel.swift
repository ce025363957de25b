/// Outcomes that came together.
///
/// Each is put together when it is asked for: thousands that say that all is well cost no copies of their suppliers.
public struct AvatarParcel: Sendable, RandomAccessCollection {
    /// What became of the avatar of the supplier at a place.
    private struct Entry {
        let place: Int
        let result: AvatarOutcome.Result
    }

    private let suppliers: ArraySlice<Supplier>
    private var entries: ArraySlice<Entry> = []
    private let duration: Duration
    private let metrics: TransferMetrics?

    /// Whether there is nothing to be said of any outcome: none has failed, is stale for a reason, or could not be kept.
    public private(set) var isUntroubled = true

    /// Begins a parcel of outcomes of some of the suppliers, that took no transfer.
    init(of suppliers: ArraySlice<Supplier>) {
        self.suppliers = suppliers
        (duration, metrics) = (.zero, nil)
        entries.reserveCapacity(suppliers.count)
    }

    /// Creates a parcel of one result for all of the suppliers.
    init(
        _ result: AvatarOutcome.Result, for suppliers: [Supplier], after duration: Duration = .zero,
        metrics: TransferMetrics? = nil
    ) {
        self.suppliers = suppliers[...]
        (self.duration, self.metrics) = (duration, metrics)
        entries = suppliers.indices.map { Entry(place: $0, result: result) }[...]
        isUntroubled = !result.isTroubled
    }

    /// Adds an outcome.
    ///
    /// - Parameter place: the supplier's index in the slice that the parcel was begun with.
    mutating func append(_ result: consuming AvatarOutcome.Result, at place: Int) {
        if result.isTroubled { isUntroubled = false }
        entries.append(Entry(place: place, result: result))
    }

    /// Takes the first outcome, or `nil` where there is none left.
    mutating func popFirst() -> AvatarOutcome? {
        guard let first else { return nil }
        entries.removeFirst()
        return first
    }

    /// The place of the first outcome.
    public var startIndex: Int { entries.startIndex }

    /// The place behind the last outcome.
    public var endIndex: Int { entries.endIndex }

    /// An outcome, with a copy of its supplier.
    public subscript(position: Int) -> AvatarOutcome {
        AvatarOutcome(
            supplier: suppliers[entries[position].place], result: entries[position].result, duration: duration,
            metrics: metrics)
    }

    /// What an outcome says, without its supplier.
    public func result(at position: Int) -> AvatarOutcome.Result { entries[position].result }
}
