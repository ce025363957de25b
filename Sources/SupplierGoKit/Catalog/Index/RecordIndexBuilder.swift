/// Gathers the entries of an index in memory that does not grow with the catalog.
///
/// Entries are kept by the highest byte of their hash. A full block of them is handed out to be kept elsewhere, and asked
/// for again when the index is put together.
struct RecordIndexBuilder: Sendable {
    /// Entries of a block: 4 KiB.
    static let blockEntryCount = 256
    static let blockByteCount = blockEntryCount * RecordIndexFormat.entryByteCount

    private static let groupCount = 256

    private var groups: [[RecordIndexFormat.Entry]]
    private var blocks: [[Int]]
    private var blockCount = 0

    /// Blocks that were filled and not yet taken, one after the other.
    private var filled: [UInt8] = []

    /// How many entries there are.
    private(set) var entryCount = 0

    init() {
        groups = Array(repeating: [], count: Self.groupCount)
        blocks = Array(repeating: [], count: Self.groupCount)
    }

    /// Adds a record.
    mutating func add(id: String, byteOffset: Int) {
        let hash = RecordIndexFormat.hash(of: id)
        let group = Int(hash >> 56)
        groups[group].append(RecordIndexFormat.Entry(hash: hash, byteOffset: UInt64(byteOffset)))
        entryCount += 1
        if groups[group].count == Self.blockEntryCount { fillBlock(of: group) }
    }

    private mutating func fillBlock(of group: Int) {
        for entry in groups[group] { RecordIndexFormat.append(entry, to: &filled) }
        groups[group].removeAll(keepingCapacity: true)
        blocks[group].append(blockCount)
        blockCount += 1
    }

    /// The blocks to keep elsewhere, behind those that were taken before; `nil` while there are few.
    mutating func takeBlocks() -> [UInt8]? {
        guard filled.count >= 128 << 10 else { return nil }
        return takeLastBlocks()
    }

    /// The blocks that are left, before the index is put together.
    mutating func takeLastBlocks() -> [UInt8] {
        defer { filled.removeAll(keepingCapacity: true) }
        return filled
    }

    /// Puts the index together.
    ///
    /// - Parameters:
    ///   - makeHeader: makes the header for so many entries and partition bits.
    ///   - blocks: reads blocks back, by their numbers from 0, one after the other.
    ///   - write: takes the index's bytes, piece by piece.
    func write(
        isolation: isolated (any Actor)? = #isolation,
        _ makeHeader: (_ entryCount: UInt64, _ partitionBits: UInt64) -> RecordIndexFormat.Header,
        blocks read: ([Int]) async throws -> [UInt8], to write: ([UInt8]) async throws -> Void
    ) async throws {
        let bits = RecordIndexFormat.partitionBits(forEntries: entryCount)
        try await write(makeHeader(UInt64(entryCount), UInt64(bits)).bytes)
        var directory = DirectoryBuilder(bits: bits)
        for group in groups.indices {
            var entries = groups[group]
            if !blocks[group].isEmpty { entries += RecordIndexFormat.entries(in: try await read(blocks[group])) }
            entries = Self.sorted(entries)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(entries.count * RecordIndexFormat.entryByteCount)
            for entry in entries { RecordIndexFormat.append(entry, to: &bytes) }
            try await write(bytes)
            directory.add(entries)
        }
        try await write(directory.finish())
    }
}

extension RecordIndexBuilder {
    /// Sorts the entries of one group by hash, equal ones by offset.
    ///
    /// Hashes are even, so that the byte behind the group's own puts every entry near its place; a few steps of insertion
    /// do the rest.
    private static func sorted(_ entries: [RecordIndexFormat.Entry]) -> [RecordIndexFormat.Entry] {
        func bucket(_ entry: RecordIndexFormat.Entry) -> Int { Int(truncatingIfNeeded: entry.hash >> 48) & 0xff }
        var ends = [Int](repeating: 0, count: 257)
        for entry in entries { ends[bucket(entry) + 1] += 1 }
        // Where many hashes have both bytes alike, by accident or on purpose, insertion would be slow.
        guard ends.allSatisfy({ $0 < 1024 }) else {
            return entries.sorted { ($0.hash, $0.byteOffset) < ($1.hash, $1.byteOffset) }
        }
        for number in 1...256 { ends[number] += ends[number - 1] }
        var sorted = entries
        for entry in entries {
            sorted[ends[bucket(entry)]] = entry
            ends[bucket(entry)] += 1
        }
        for index in sorted.indices.dropFirst() {
            let entry = sorted[index]
            var place = index
            while place > 0, (sorted[place - 1].hash, sorted[place - 1].byteOffset) > (entry.hash, entry.byteOffset) {
                sorted[place] = sorted[place - 1]
                place -= 1
            }
            sorted[place] = entry
        }
        return sorted
    }
}

/// Makes the directory from the sorted entries.
private struct DirectoryBuilder {
    private let bits: Int
    private var bytes: [UInt8] = []
    private var partition: ArraySlice<RecordIndexFormat.Entry> = []
    private var number = 0
    private var first = 0

    init(bits: Int) {
        self.bits = bits
    }

    mutating func add(_ entries: [RecordIndexFormat.Entry]) {
        for entry in entries {
            let own = RecordIndexFormat.partition(of: entry.hash, bits: bits)
            while number < own { endPartition() }
            partition.append(entry)
        }
    }

    mutating func finish() -> [UInt8] {
        while number < 1 << bits { endPartition() }
        return bytes
    }

    private mutating func endPartition() {
        RecordIndexFormat.append(UInt64(first), to: &bytes)
        RecordIndexFormat.append(UInt64(partition.count), to: &bytes)
        RecordIndexFormat.append(RecordIndexFormat.checksum(of: partition, salt: number), to: &bytes)
        first += partition.count
        number += 1
        partition.removeAll(keepingCapacity: true)
    }
}
