/// How an index of a catalog's records lies in its file: which ids stand where.
///
/// All numbers are words of eight bytes, in the order of the machine that wrote them: to another one the file is broken. A
/// header of 56 bytes is followed by one entry of 16 bytes for each record, sorted by
/// the hash of its id, and then by a directory with one slot of 24 bytes for each partition of the hashes. Entries hold
/// no ids: whoever finds one reads the record and compares.
enum RecordIndexFormat {
    /// "SGINDEX3", as bytes.
    static let magic: UInt64 = 0x3358_4544_4e49_4753
    static let headerByteCount = 56
    static let entryByteCount = 16, entryWordCount = 2
    static let slotByteCount = 24

    /// About so many entries make a partition, which is what a search reads.
    static let entriesPerPartition = 1024

    /// What an index says of itself.
    struct Header: Sendable, Equatable {
        /// Which catalog body it belongs to.
        let identity: SnapshotIdentity
        let entryCount: UInt64

        /// How many records of the catalog were bad.
        let issueCount: UInt64

        /// How many bits of a hash, its highest ones, number its partition.
        let partitionBits: UInt64

        var partitionCount: Int { 1 << Int(partitionBits) }

        var directoryOffset: Int { headerByteCount + Int(entryCount) * entryByteCount }
    }

    /// How many bits number the partitions of so many entries.
    static func partitionBits(forEntries count: Int) -> Int {
        var bits = 0
        while bits < 24, count >> bits > entriesPerPartition { bits += 1 }
        return bits
    }

    /// The partition of a hash.
    static func partition(of hash: UInt64, bits: Int) -> Int {
        bits == 0 ? 0 : Int(hash >> UInt64(64 - bits))
    }

    /// The hash of an id.
    static func hash(of id: String) -> UInt64 { hash(of: id.utf8.span) }

    /// The hash of an id in UTF-8: eight bytes of it at a time go through the mixer of SplitMix64, so that the high bits are as good
    /// as the low ones.
    static func hash(of bytes: Span<UInt8>) -> UInt64 {
        var hash = 0x9e37_79b9_7f4a_7c15 ^ UInt64(bytes.count)
        var index = 0
        while index &+ 8 <= bytes.count {
            hash = mixed(hash ^ bytes.word(at: index))
            index &+= 8
        }
        var rest: UInt64 = 0
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index &+= 1
        }
        return mixed(hash ^ rest)
    }

    private static func mixed(_ word: UInt64) -> UInt64 {
        var word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// The checksum of words; `salt` is the number of their partition, so that none passes for another.
    struct Checksum {
        private var sum: UInt64

        init(salt: Int) {
            sum = 0x9e37_79b9_7f4a_7c15 ^ UInt64(salt)
        }

        /// The checksum of all words so far.
        var value: UInt64 { sum ^ (sum >> 29) }

        mutating func add(_ word: UInt64) {
            sum = ((sum << 5 | sum >> 59) ^ word) &* 0xff51_afd7_ed55_8ccd
        }
    }

    /// The checksum of these words.
    static func checksum(of words: some Sequence<UInt64>, salt: Int) -> UInt64 {
        var checksum = Checksum(salt: salt)
        for word in words { checksum.add(word) }
        return checksum.value
    }
}

/// Which body a snapshot is: an index of another one says nothing of it.
struct SnapshotIdentity: Sendable, Equatable {
    /// How many bytes it has.
    let byteCount: Int

    /// When it was stored, in microseconds since 1970.
    let storedAt: Int64
}
