/// Outcomes that came together.
///
/// Each is put together when it is asked for: thousands that say that all is well cost no copies of their suppliers.
public struct AvatarParcel: Sendable, RandomAccessCollection {
    /// What became of the avatar of one supplier.
    private struct Entry {
        let result: AvatarOutcome.Result

        /// The supplier's place: its index in one of `parts`.
        let part: Int
        let index: Int

        /// What it took; `nil` for what took nothing.
        let effort: AvatarEffort?
    }

    /// The suppliers, in parts of the batches that they came in.
    private var parts: [ArraySlice<Supplier>] = []
    private var entries: [Entry] = []

    /// The place of the first outcome.
    public private(set) var startIndex = 0

    /// Whether there is nothing to be said of any outcome: none has failed, is stale for a reason, or could not be kept.
    public private(set) var isUntroubled = true

    /// Begins a parcel with room for so many results.
    init(roomFor count: Int = 0) {
        parts.reserveCapacity(count)
        entries.reserveCapacity(count)
    }

    /// Begins a parcel of outcomes of some of the suppliers, that take no transfer.
    init(of suppliers: ArraySlice<Supplier>) {
        parts = [suppliers]
        entries.reserveCapacity(suppliers.count)
    }

    /// Adds one result for all of some suppliers, which are added as well.
    mutating func append(
        _ result: AvatarOutcome.Result, for suppliers: ArraySlice<Supplier>, effort: AvatarEffort? = nil
    ) {
        if result.isTroubled { isUntroubled = false }
        for index in suppliers.indices {
            entries.append(Entry(result: result, part: parts.count, index: index, effort: effort))
        }
        parts.append(suppliers)
    }

    /// Adds an outcome.
    ///
    /// - Parameter index: the supplier's, in the slice that the parcel was begun with.
    mutating func append(_ result: consuming AvatarOutcome.Result, at index: Int) {
        if result.isTroubled { isUntroubled = false }
        entries.append(Entry(result: result, part: 0, index: index, effort: nil))
    }

    /// Takes the first outcome, or `nil` where there is none left.
    mutating func popFirst() -> AvatarOutcome? {
        guard let first else { return nil }
        startIndex += 1
        return first
    }

    /// The place behind the last outcome.
    public var endIndex: Int { entries.endIndex }

    /// An outcome, with a copy of its supplier.
    public subscript(position: Int) -> AvatarOutcome {
        precondition(position >= startIndex, "an outcome that was taken is gone")
        let entry = entries[position]
        return AvatarOutcome(
            supplier: parts[entry.part][entry.index], result: entry.result, duration: entry.effort?.duration ?? .zero,
            metrics: entry.effort?.metrics)
    }

    /// What an outcome says, without its supplier.
    public func result(at position: Int) -> AvatarOutcome.Result { entries[position].result }
}
