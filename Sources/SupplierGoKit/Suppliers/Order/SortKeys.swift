/// Texts' sort keys, which are compared as bytes, one behind the other in one piece of memory.
///
/// A million of them cost one allocation that grows, not a million, and most comparisons look at one word only.
struct SortKeys {
    private struct Entry {
        /// The first eight bytes, zeros behind a shorter key; the order of these is that of the keys, where they differ.
        let prefix: UInt64

        /// Where the key is.
        let start, end: Int

        /// Its place among those that were added.
        let index: Int
    }

    private var bytes: [UInt8] = []
    private var entries: [Entry] = []

    /// Makes room for so many keys.
    init(capacity: Int) {
        entries.reserveCapacity(capacity)
    }

    /// Adds the key that `write` adds to the bytes it is given.
    mutating func append(_ write: (inout [UInt8]) -> Void) {
        let start = bytes.count
        write(&bytes)
        var prefix: UInt64 = 0
        for index in start..<start + 8 { prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        entries.append(Entry(prefix: prefix, start: start, end: bytes.count, index: entries.count))
    }

    /// Whether one key is less than another, both named by their places.
    func isIncreasing(_ left: Int, _ right: Int) -> Bool {
        isIncreasing(entries[left], entries[right])
    }

    /// The places of the keys in their order, or in its reverse; keys that are alike stay in the order they were added in.
    func order(reversed: Bool) -> [Int] {
        let sorted = entries.sorted { reversed ? isIncreasing($1, $0) : isIncreasing($0, $1) }
        return sorted.map(\.index)
    }

    private func isIncreasing(_ left: Entry, _ right: Entry) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        let (left, right) = (left.start..<left.end, right.start..<right.end)
        for offset in 0..<min(left.count, right.count) {
            let (one, other) = (bytes[left.lowerBound + offset], bytes[right.lowerBound + offset])
            if one != other { return one < other }
        }
        return left.count < right.count
    }
}
