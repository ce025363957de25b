/// Writes the index of a catalog while the catalog is read, in memory that does not grow with it.
///
/// An index is a shortcut only: a failure costs the index, never the catalog. A builder that is dropped keeps nothing.
struct RecordIndexBuilder: Sendable {
    private let key: CacheKey
    private let shape: CatalogShape
    private let cache: any DataCaching
    private var writer: (any CacheWriting)?
    private var hasFailed = false

    /// Entries that are not written yet, two words each.
    private var words: [UInt64] = []
    private var runCount = 0
    private var entryCount = 0
    private var badRecordCount = 0

    /// Creates a builder of the index that is kept under a key.
    init(for key: CacheKey, _ shape: CatalogShape = .plain, in cache: any DataCaching) {
        self.shape = shape
        self.key = key
        self.cache = cache
    }

    /// Adds a batch's records, whose page begins at an offset in the body.
    mutating func add(_ batch: SupplierBatch, pageOffset: Int) async {
        guard !hasFailed else { return }
        badRecordCount += batch.badRecords.count
        entryCount += batch.idHashes.count
        words.append(addingCapacity: 2 * batch.idHashes.count) { words in
            for index in batch.idHashes.indices {
                words.append(batch.idHashes[index])
                words.append(UInt64(pageOffset + batch.byteOffsets[index]))
            }
        }
        while words.count >= 2 * RecordIndex.runEntryCount {
            let rest = Array(words[(2 * RecordIndex.runEntryCount)...])
            words.removeLast(rest.count)
            await writeRun()
            words = rest
        }
    }

    /// Keeps the index of a catalog that was read to its end.
    ///
    /// - Parameters:
    ///   - identity: the body that it belongs to.
    ///   - blockChecksums: those of the body; none for a file of the user's.
    mutating func finish(of identity: ContentIdentity, blockChecksums: [UInt64]) async {
        if !words.isEmpty { await writeRun() }
        let footer = RecordIndex.Footer(
            identity: identity, entryCount: entryCount, badRecordCount: badRecordCount,
            blockCount: blockChecksums.count,
            shape: shape.identity)
        await write(footer.words(after: blockChecksums))
        guard !hasFailed else { return }
        do {
            _ = try await writer?.commit()
        } catch {
            writer = nil
        }
    }

    /// Writes the entries as a run, group by group.
    private mutating func writeRun() async {
        var bounds = [Int](repeating: 0, count: RecordIndex.groupCount + 1)
        for index in stride(from: 0, to: words.count, by: 2) { bounds[RecordIndex.group(of: words[index]) + 1] += 2 }
        for group in 0..<RecordIndex.groupCount { bounds[group + 1] += bounds[group] }
        var run = [UInt64](repeating: 0, count: words.count)
        var next = bounds
        for index in stride(from: 0, to: words.count, by: 2) {
            let group = RecordIndex.group(of: words[index])
            run[next[group]] = words[index]
            run[next[group] + 1] = words[index + 1]
            next[group] += 2
        }
        for group in 0..<RecordIndex.groupCount {
            let entries = Array(run[bounds[group]..<bounds[group + 1]])
            let slot = UInt64(bounds[group] / 2) << 32 | UInt64(entries.count / 2)
            run += [slot, RecordIndex.checksum(of: entries.bytes, at: slot, group, ofRun: runCount)]
        }
        await write(run)
        runCount += 1
        words.removeAll()
    }

    private mutating func write(_ words: [UInt64]) async {
        guard !hasFailed else { return }
        do {
            if writer == nil { writer = try await cache.makeWriter(fileExtension: "index", for: key) }
            try await writer?.write(words.bytes)
        } catch {
            (writer, hasFailed) = (nil, true)
        }
    }
}
