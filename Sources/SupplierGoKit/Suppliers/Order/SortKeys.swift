/// The sort keys of texts, compared as bytes, all in one array.
///
/// A million keys take one allocation that grows, and most comparisons look at one word only.
struct SortKeys {
    private struct Entry {
        /// The first eight bytes, filled up with zeros; where two differ, so do the keys, in the same order.
        let prefix: UInt64

        /// The key's bytes.
        let range: Range<Int>

        /// Its position among those that were added.
        let index: Int
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// Reserves memory for a number of keys.
    init(capacity: Int) {
        entries.reserveCapacity(capacity)
    }

    /// Adds the key that `write` appends to the bytes it is given.
    mutating func append(_ write: (inout [UInt8]) -> Void) {
        let start = bytes.count
        write(&bytes)
        var prefix: UInt64 = 0
        for index in start..<start + 8 { prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        entries.append(Entry(prefix: prefix, range: start..<bytes.count, index: entries.count))
    }

    /// Whether the key at one position is less than the key at another.
    func isIncreasing(_ left: Int, _ right: Int) -> Bool {
        isIncreasing(entries[left], entries[right])
    }

    /// The positions of the keys in increasing order, or in its reverse; equal keys stay in the order they were added in.
    func order(reversed: Bool) -> [Int] {
        let sorted = entries.sorted { reversed ? isIncreasing($1, $0) : isIncreasing($0, $1) }
        return sorted.map(\.index)
    }

    private func isIncreasing(_ left: Entry, _ right: Entry) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        return bytes[left.range].lexicographicallyPrecedes(bytes[right.range])
    }
}
