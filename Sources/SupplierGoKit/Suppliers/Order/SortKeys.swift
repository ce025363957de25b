/// The sort keys of texts, compared as bytes, all in one array.
///
/// A million keys take one allocation that grows, and most comparisons look at one or two words only.
package struct SortKeys {
    private struct Entry {
        /// The first sixteen bytes, filled up with zeros. If two differ, the keys are in the same order.
        let prefix: (UInt64, UInt64)

        /// The number of bytes.
        let count: UInt32

        /// Its position among those that were added.
        let index: UInt32
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
        let prefix = (word(at: start), word(at: start + 8))
        entries.append(Entry(prefix: prefix, count: UInt32(bytes.count - start), index: UInt32(entries.count)))
        starts.append(bytes.count)
    }

    /// Eight bytes, the first one highest, filled up with zeros.
    private func word(at start: Int) -> UInt64 {
        (start..<start + 8).reduce(0) { $0 << 8 | ($1 < bytes.count ? UInt64(bytes[$1]) : 0) }
    }

    /// The positions of the keys in increasing order, or in its reverse; equal keys stay in the order they were added
    /// in.
    package func order(reversed: Bool = false) -> [Int] { order(reversed: reversed) {} }

    /// The same; the work may be ended before its time.
    ///
    /// - Parameter check: is called now and then; an error that it throws ends the work.
    package func order(reversed: Bool, checking check: () throws -> Void) rethrows -> [Int] {
        var comparisonCount = 0
        let sorted = try entries.sorted { left, right in
            comparisonCount &+= 1
            if comparisonCount & 0xffff == 0 { try check() }
            return reversed ? isIncreasing(right, left) : isIncreasing(left, right)
        }
        return sorted.map { Int($0.index) }
    }

    private func isIncreasing(_ left: Entry, _ right: Entry) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        // Of short keys all bytes are in the prefix: nothing else in memory is looked at.
        if max(left.count, right.count) <= 16 { return left.count < right.count }
        return bytes.span.extracting(range(of: left)).precedes(bytes.span.extracting(range(of: right)))
    }

    private func range(of entry: Entry) -> Range<Int> { starts[Int(entry.index)]..<starts[Int(entry.index) + 1] }
}
