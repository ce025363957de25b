/// Makes an index's directory from its sorted entries.
struct RecordIndexDirectory {
    private let bits: Int
    private var words: [UInt64] = []

    /// The partition that is being filled, how many entries come before it, and how many it has so far.
    private var partition = 0
    private var first = 0
    private var count = 0
    private var checksum = RecordIndexFormat.Checksum(salt: 0)

    init(bits: Int) {
        self.bits = bits
    }

    /// Adds the next entries.
    mutating func add(_ entries: [UInt64]) {
        for entry in stride(from: 0, to: entries.count, by: RecordIndexFormat.entryWordCount) {
            let own = RecordIndexFormat.partition(of: entries[entry], bits: bits)
            while partition < own { endPartition() }
            checksum.add(entries[entry])
            checksum.add(entries[entry + 1])
            count += 1
        }
    }

    /// Ends the directory, and gives its words.
    mutating func finish() -> [UInt64] {
        while partition < 1 << bits { endPartition() }
        return words
    }

    private mutating func endPartition() {
        words += [UInt64(first), UInt64(count), checksum.value]
        first += count
        count = 0
        partition += 1
        checksum = RecordIndexFormat.Checksum(salt: partition)
    }
}
