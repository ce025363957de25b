/// Gathers the entries of an index in memory that does not grow with the catalog.
///
/// Entries are kept by the highest byte of their hash, their group. A full run of them is handed out to be kept
/// elsewhere, group by group, and asked for again when the index is put together.
struct RecordIndexBuilder: Sendable {
    /// A run has about so many entries: 512 KiB.
    static let runEntryCount = 1 << 15

    /// So many groups are read back and sorted at once (``RecordIndexSorting/sorted(_:)``).
    private static let portionGroupCount = 4

    /// Entries that were handed out together.
    private struct Run {
        /// Where it begins, in words behind the first run's beginning.
        let start: Int

        /// Where each group ends in it, in words.
        let ends: [Int]

        /// The words of groups that follow one another.
        func words(of groups: Range<Int>) -> Range<Int> {
            (groups.lowerBound == 0 ? 0 : ends[groups.lowerBound - 1])..<ends[groups.upperBound - 1]
        }
    }

    /// The entries of the run that is being filled: of each its hash, then its offset.
    private var words: [UInt64] = []
    private var runs: [Run] = []

    /// How many entries there are.
    var entryCount: Int { (runWordCount + words.count) / RecordIndexFormat.entryWordCount }

    /// The words of all runs.
    private var runWordCount: Int { runs.last.map { $0.start + ($0.ends.last ?? 0) } ?? 0 }

    /// Adds records by the hashes of their ids and their offsets on a page that begins at `pageOffset`.
    mutating func add(hashes: [UInt64], byteOffsets: [Int], pageOffset: Int) {
        words.append(addingCapacity: hashes.count * RecordIndexFormat.entryWordCount) { words in
            for index in hashes.indices {
                words.append(hashes[index])
                words.append(UInt64(pageOffset + byteOffsets[index]))
            }
        }
    }

    /// The run to keep elsewhere, behind those that were taken before; `nil` while it is not full.
    mutating func takeRun() -> [UInt64]? {
        guard words.count >= Self.runEntryCount * RecordIndexFormat.entryWordCount else { return nil }
        let (run, ends) = RecordIndexSorting.partitioned(words, byByte: 0)
        runs.append(Run(start: runWordCount, ends: ends))
        words.removeAll(keepingCapacity: true)
        return run
    }

    /// Puts the index together, two portions of it at a time.
    ///
    /// - Parameters:
    ///   - makeHeader: makes the header for so many entries and partition bits.
    ///   - read: reads words of runs back, by their places in all that was taken, one after the other.
    ///   - write: takes the index's words, piece by piece.
    func write(
        isolation: isolated (any Actor)? = #isolation,
        _ makeHeader: (_ entryCount: UInt64, _ partitionBits: UInt64) -> RecordIndexFormat.Header,
        runs read: @escaping @Sendable ([Range<Int>]) async throws -> [UInt64],
        to write: ([UInt64]) async throws -> Void
    ) async throws {
        let bits = RecordIndexFormat.partitionBits(forEntries: entryCount)
        try await write(makeHeader(UInt64(entryCount), UInt64(bits)).words)
        var directory = RecordIndexDirectory(bits: bits)
        let (rest, ends) = RecordIndexSorting.partitioned(words, byByte: 0)
        let last = Run(start: 0, ends: ends)
        let count = Self.portionGroupCount
        for group in stride(from: 0, to: RecordIndexSorting.groupCount, by: 2 * count) {
            async let first = sorted(group..<group + count, rest, last, runs: read)
            async let second = sorted(group + count..<group + 2 * count, rest, last, runs: read)
            for entries in try await [first, second] {
                try await write(entries)
                directory.add(entries)
            }
        }
        try await write(directory.finish())
    }

    /// The entries of some groups, in the index's order.
    private func sorted(
        _ groups: Range<Int>, _ rest: [UInt64], _ last: Run,
        runs read: @Sendable ([Range<Int>]) async throws -> [UInt64]
    ) async throws -> [UInt64] {
        let places = runs.map { run in
            let words = run.words(of: groups)
            return (run.start + words.lowerBound)..<(run.start + words.upperBound)
        }
        var entries = Array(rest[last.words(of: groups)])
        if !places.isEmpty { entries += try await read(places) }
        return RecordIndexSorting.sorted(entries)
    }
}
