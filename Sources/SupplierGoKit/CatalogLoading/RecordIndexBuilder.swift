/// Makes the index of a catalog while the catalog is read, in memory that does not grow with it.
///
/// A full run of entries goes to an unnamed file, group by group; in the end the groups of all runs are read back and
/// written one after the other. An index is a shortcut only: a failure costs the index, never the catalog.
struct RecordIndexBuilder: Sendable {
    /// The number of entries of a run: 512 KiB.
    static let runEntryCount = 1 << 15

    /// How many groups are read back at once.
    private static let groupsAtOnce = 16

    /// Entries by their groups, two words each.
    private struct Run {
        /// Where it begins in the unnamed file, in words.
        let start: Int

        /// Where each group begins in the run, in words, and where the last one ends.
        let bounds: [Int]

        func words(of groups: Range<Int>) -> Range<Int> {
            start + bounds[groups.lowerBound]..<start + bounds[groups.upperBound]
        }
    }

    private let cache: any DataCaching
    private var words: [UInt64] = []
    private var runs: [Run] = []
    private var scratch: ScratchFile?
    private var issueCount = 0
    private var hasFailed = false

    /// Creates a builder of an index that is stored in a cache.
    init(in cache: any DataCaching) {
        self.cache = cache
    }

    /// Adds a batch's records, whose page begins at an offset in the body.
    mutating func add(_ batch: CatalogBatch, pageOffset: Int) async {
        guard !hasFailed else { return }
        issueCount += batch.issues.count
        words.append(addingCapacity: 2 * batch.idHashes.count) { words in
            for index in batch.idHashes.indices {
                words.append(batch.idHashes[index])
                words.append(UInt64(pageOffset + batch.byteOffsets[index]))
            }
        }
        guard words.count >= 2 * Self.runEntryCount else { return }
        do {
            try await moveToScratch()
        } catch {
            hasFailed = true
        }
    }

    private mutating func moveToScratch() async throws {
        let scratch =
            if let scratch { scratch } else {
                try await BlockingPool.shared.run { [directory = cache.scratchDirectory] () throws(FileError) in
                    guard let directory else { throw FileError.noScratch }
                    return try ScratchFile(near: directory)
                }
            }
        self.scratch = scratch
        let (entries, bounds) = Self.grouped(words)
        try await BlockingPool.shared.run { () throws(FileError) in try scratch.append(entries.bytes) }
        runs.append(Run(start: runs.last.map { $0.start + ($0.bounds.last ?? 0) } ?? 0, bounds: bounds))
        words.removeAll(keepingCapacity: true)
    }

    /// The entries by their groups, otherwise in the order they have, and where each group begins and the last one ends.
    private static func grouped(_ words: [UInt64]) -> (words: [UInt64], bounds: [Int]) {
        var bounds = [Int](repeating: 0, count: RecordIndex.groupCount + 1)
        for index in stride(from: 0, to: words.count, by: 2) { bounds[RecordIndex.group(of: words[index]) + 1] += 2 }
        for group in 0..<RecordIndex.groupCount { bounds[group + 1] += bounds[group] }
        var next = bounds
        var result = [UInt64](repeating: 0, count: words.count)
        for index in stride(from: 0, to: words.count, by: 2) {
            let group = RecordIndex.group(of: words[index])
            result[next[group]] = words[index]
            result[next[group] + 1] = words[index + 1]
            next[group] += 2
        }
        return (result, bounds)
    }

    /// Stores the index.
    ///
    /// - Parameters:
    ///   - identity: the body that it belongs to.
    ///   - blockChecksums: those of the body; none for a file of the user's.
    mutating func finish(for key: CacheKey, of identity: ContentIdentity, blockChecksums: [UInt64]) async {
        guard !hasFailed else { return }
        do {
            let writer = try await cache.makeWriter(fileExtension: "index", for: key)
            do {
                try await write(of: identity, blockChecksums) { try await writer.write($0.bytes) }
                _ = try await writer.commit()
            } catch {
                await writer.discard()
                throw error
            }
        } catch {
            hasFailed = true
        }
    }

    /// Writes the index, some words at a time.
    func write(
        of identity: ContentIdentity, _ blockChecksums: [UInt64], to write: ([UInt64]) async throws -> Void
    ) async throws {
        let (rest, bounds) = Self.grouped(words)
        let entryCount = (rest.count + runs.reduce(0) { $0 + ($1.bounds.last ?? 0) }) / 2
        let header = RecordIndex.Header(
            identity: identity, entryCount: entryCount, issueCount: issueCount, blockCount: blockChecksums.count)
        try await write(header.words)
        var tail: [UInt64] = []
        for start in stride(from: 0, to: RecordIndex.groupCount, by: Self.groupsAtOnce) {
            let groups = start..<start + Self.groupsAtOnce
            var parts = try await readBack(groups)
            parts.append(rest[Run(start: 0, bounds: bounds).words(of: groups)])
            for group in groups {
                let entries = zip(runs + [Run(start: 0, bounds: bounds)], parts).flatMap { run, part in
                    let first = part.startIndex - run.bounds[groups.lowerBound]
                    return part[first + run.bounds[group]..<first + run.bounds[group + 1]]
                }
                tail += [UInt64(entries.count / 2), XXH64.hash(of: entries.bytes)]
                try await write(entries)
            }
        }
        tail += blockChecksums
        try await write(tail + [XXH64.hash(of: tail.bytes)])
    }

    /// The words of some groups of each run in the unnamed file.
    private func readBack(_ groups: Range<Int>) async throws -> [ArraySlice<UInt64>] {
        guard let scratch else { return [] }
        let ranges = runs.map { $0.words(of: groups) }
        return try await BlockingPool.shared.run { () throws(FileError) in
            var parts: [ArraySlice<UInt64>] = []
            for range in ranges {
                var words: [UInt64] = []
                try words.append(addingCapacity: range.count) { (words) throws(FileError) in
                    try scratch.read(range, into: &words)
                }
                parts.append(words[...])
            }
            return parts
        }
    }
}
