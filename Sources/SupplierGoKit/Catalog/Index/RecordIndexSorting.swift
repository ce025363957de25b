/// Sorts an index's entries, two words each: a hash, then an offset.
enum RecordIndexSorting {
    /// How many groups a byte of the hash makes.
    static let groupCount = 256

    /// The entries by one byte of their hashes, 0 for the highest, otherwise in the order they have; and where each
    /// group ends, in words.
    static func partitioned(_ words: [UInt64], byByte byte: UInt64) -> ([UInt64], ends: [Int]) {
        partitioned(words, by: 56 - 8 * byte, groupCount: groupCount)
    }

    /// The same by the bits of their hashes from `bit` on, as many as tell `groupCount` groups apart, a power of two.
    private static func partitioned(
        _ words: [UInt64], by bit: UInt64, groupCount: Int
    ) -> ([UInt64], ends: [Int]) {
        func group(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> bit) & (groupCount - 1) }
        var places = [Int](repeating: 0, count: groupCount + 1)
        for index in stride(from: 0, to: words.count, by: 2) { places[group(of: words[index]) + 1] += 2 }
        for number in 1...groupCount { places[number] += places[number - 1] }
        var result = [UInt64](repeating: 0, count: words.count)
        var target = result.mutableSpan
        var next = places.mutableSpan
        for index in stride(from: 0, to: words.count, by: 2) {
            let place = next[group(of: words[index])]
            target[place] = words[index]
            target[place + 1] = words[index + 1]
            next[group(of: words[index])] = place + 2
        }
        // Each place has moved to its group's end.
        places.removeLast()
        return (result, places)
    }

    /// Sorts the entries of up to four groups, which the upper bits of a byte have in common, by hash, equal ones by offset.
    ///
    /// Hashes are even, so that the lower two bits of that byte and the one behind it put every entry near its place; a few
    /// steps of insertion do the rest.
    static func sorted(_ words: [UInt64]) -> [UInt64] {
        var (sorted, ends) = partitioned(words, by: 48, groupCount: 1 << 10)
        // Where many hashes have both bytes alike, by accident or on purpose, insertion would be slow.
        let largest = zip(ends, [0] + ends).reduce(0) { max($0, $1.0 - $1.1) }
        guard largest < 2048 else {
            let pairs = stride(from: 0, to: words.count, by: 2).map { index in (words[index], words[index + 1]) }
            return pairs.sorted(by: <).flatMap { pair in [pair.0, pair.1] }
        }
        var entries = sorted.mutableSpan
        for index in stride(from: 2, to: entries.count, by: 2) {
            let (hash, offset) = (entries[index], entries[index + 1])
            var place = index
            while place > 0, (entries[place - 2], entries[place - 1]) > (hash, offset) {
                entries[place] = entries[place - 2]
                entries[place + 1] = entries[place - 1]
                place -= 2
            }
            entries[place] = hash
            entries[place + 1] = offset
        }
        return sorted
    }
}
