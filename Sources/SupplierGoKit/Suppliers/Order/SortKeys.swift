/// The sort keys of texts, compared as bytes, all in one array.
///
/// A million keys take one allocation that grows, and most comparisons look at one word only.
package struct SortKeys {
    private struct Entry {
        /// The first eight bytes, filled up with zeros. If two differ, the keys are in the same order.
        let prefix: UInt64

        /// Its position among those that were added.
        let index: Int
    }

    private var bytes: [UInt8] = []

    /// Where each key begins, and where the last one ends.
    private var starts = [0]
    private var entries: [Entry] = []

    /// Reserves memory for a number of keys.
    package init(capacity: Int) {
        starts.reserveCapacity(capacity + 1)
        entries.reserveCapacity(capacity)
    }

    /// Adds the key that `write` appends to the bytes it is given.
    package mutating func append(_ write: (inout [UInt8]) -> Void) {
        let start = bytes.count
        write(&bytes)
        var prefix: UInt64 = 0
        for index in start..<start + 8 { prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        entries.append(Entry(prefix: prefix, index: entries.count))
        starts.append(bytes.count)
    }

    /// Whether the key at one position is less than the key at another.
    package func isIncreasing(_ left: Int, _ right: Int) -> Bool {
        isIncreasing(entries[left], entries[right])
    }

    /// The positions of the keys in increasing order, or in its reverse; equal keys stay in the order they were added in.
    func order(reversed: Bool) -> [Int] { order(reversed: reversed) {} }

    /// The same; the work may be ended before its time.
    ///
    /// - Parameter check: is called now and then; what it throws ends the work.
    package func order(reversed: Bool, checking check: () throws -> Void) rethrows -> [Int] {
        var comparisonCount = 0
        let sorted = try entries.sorted { left, right in
            comparisonCount &+= 1
            if comparisonCount & 0xffff == 0 { try check() }
            return reversed ? isIncreasing(right, left) : isIncreasing(left, right)
        }
        return sorted.map(\.index)
    }

    private func isIncreasing(_ left: Entry, _ right: Entry) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        return bytes.span.extracting(range(of: left)).precedes(bytes.span.extracting(range(of: right)))
    }

    private func range(of entry: Entry) -> Range<Int> { starts[entry.index]..<starts[entry.index + 1] }
}
