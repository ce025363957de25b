/// How an index of a catalog's records lies in its file: which ids stand where.
///
/// All numbers are little-endian. A header of 64 bytes is followed by one entry of 16 bytes for each record, sorted by
/// the hash of its id, and then by a directory with one slot of 24 bytes for each partition of the hashes. Entries hold
/// no ids: whoever finds one reads the record and compares.
enum RecordIndexFormat {
    /// "SGINDEX1", as bytes.
    static let magic: UInt64 = 0x3158_4544_4e49_4753
    static let headerByteCount = 64
    static let entryByteCount = 16
    static let slotByteCount = 24

    /// About so many entries make a partition, which is what a search reads.
    static let entriesPerPartition = 1024

    /// One record.
    struct Entry: Sendable, Equatable {
        /// The hash of its id.
        let hash: UInt64

        /// The offset of its first byte in the catalog.
        let byteOffset: UInt64
    }

    /// Where a partition's entries are.
    struct Slot: Sendable, Equatable {
        /// The place of the first one among all entries.
        let first: UInt64
        let count: UInt64

        /// The checksum of their bytes.
        let checksum: UInt64
    }

    /// What an index says of itself.
    struct Header: Sendable, Equatable {
        /// Which catalog body it belongs to.
        let identity: SnapshotIdentity
        let entryCount: UInt64

        /// How many records of the catalog were bad.
        let issueCount: UInt64

        /// Until when the catalog may be used without asking its server, in microseconds since 1970; 0 for not at all.
        let freshUntil: Int64

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

    /// The hash of an id: FNV-1a, finished by the mixer of SplitMix64, so that the high bits are as good as the low ones.
    static func hash(of id: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        hash = (hash ^ (hash >> 27)) &* 0x94d0_49bb_1331_11eb
        return hash ^ (hash >> 31)
    }

    /// The checksum of a partition's entries; `salt` is its number, so that no partition passes for another.
    static func checksum(of entries: some Sequence<Entry>, salt: Int) -> UInt64 {
        var sum = 0x9e37_79b9_7f4a_7c15 ^ UInt64(salt)
        for entry in entries {
            sum = ((sum << 5 | sum >> 59) ^ entry.hash) &* 0xff51_afd7_ed55_8ccd
            sum = ((sum << 7 | sum >> 57) ^ entry.byteOffset) &* 0xc4ce_b9fe_1a85_ec53
        }
        return sum ^ (sum >> 29)
    }
}

/// Which body a snapshot is: an index of another one says nothing of it.
struct SnapshotIdentity: Sendable, Equatable {
    /// How many bytes it has.
    let byteCount: Int

    /// When it was stored, in microseconds since 1970.
    let storedAt: Int64
}
