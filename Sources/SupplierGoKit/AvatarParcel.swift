/// Outcomes that came together.
///
/// Each is put together when it is asked for: thousands that say that all is well cost no copies of their suppliers.
public struct AvatarParcel: Sendable, RandomAccessCollection {
    /// What became of the avatar of the supplier at a place.
    private struct Entry {
        let place: Int
        let result: AvatarOutcome.Result

        /// The place of what it took, in `efforts`; `nil` for what took nothing.
        let effort: Int?
    }

    /// What it took to get an avatar.
    private struct Effort {
        let duration: Duration
        let metrics: TransferMetrics?
    }

    private var suppliers: ArraySlice<Supplier>
    private var entries: ArraySlice<Entry> = []
    private var efforts: [Effort] = []

    /// Whether there is nothing to be said of any outcome: none has failed, is stale for a reason, or could not be kept.
    public private(set) var isUntroubled = true

    /// Begins a parcel of outcomes of some of the suppliers, that take no transfer.
    init(of suppliers: ArraySlice<Supplier> = []) {
        self.suppliers = suppliers
        entries.reserveCapacity(suppliers.count)
    }

    /// Creates a parcel of one result for all of the suppliers, which took no transfer.
    init(_ result: AvatarOutcome.Result, for suppliers: [Supplier]) {
        self.init(of: suppliers[...])
        for place in suppliers.indices { append(result, at: place) }
    }

    /// Adds one result for all of some suppliers, which are added as well.
    mutating func append(
        _ result: AvatarOutcome.Result, for others: [Supplier], after duration: Duration, metrics: TransferMetrics?
    ) {
        if result.isTroubled { isUntroubled = false }
        let places = suppliers.endIndex..<suppliers.endIndex + others.count
        if suppliers.isEmpty { suppliers = others[...] } else { suppliers += others }
        entries += places.map { Entry(place: $0, result: result, effort: efforts.count) }
        efforts.append(Effort(duration: duration, metrics: metrics))
    }

    /// Adds an outcome.
    ///
    /// - Parameter place: the supplier's index in the slice that the parcel was begun with.
    mutating func append(_ result: consuming AvatarOutcome.Result, at place: Int) {
        if result.isTroubled { isUntroubled = false }
        entries.append(Entry(place: place, result: result, effort: nil))
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
        let entry = entries[position]
        let effort = entry.effort.map { efforts[$0] }
        return AvatarOutcome(
            supplier: suppliers[entry.place], result: entry.result, duration: effort?.duration ?? .zero,
            metrics: effort?.metrics)
    }

    /// What an outcome says, without its supplier.
    public func result(at position: Int) -> AvatarOutcome.Result { entries[position].result }
}
