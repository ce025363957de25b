import FoundationEssentials

/// Makes the index of a catalog's snapshot while the catalog streams past.
///
/// An index is only ever a shortcut: whatever fails here costs the index, never the catalog, and the next reading of the
/// snapshot makes another.
actor IndexRecording {
    private let catalog: URL
    private let cache: any DataCaching
    private var builder = RecordIndexBuilder()
    private var issueCount = 0
    private var scratch: ScratchFile?
    private var hasFailed = false

    init(of catalog: URL, in cache: any DataCaching) {
        self.catalog = catalog
        self.cache = cache
    }

    /// Notes where a batch's records are.
    ///
    /// - Parameter pageOffset: the offset of their page in the snapshot.
    func add(_ batch: CatalogBatch, pageOffset: Int) async {
        guard !hasFailed else { return }
        builder.add(hashes: batch.idHashes, byteOffsets: batch.byteOffsets, pageOffset: pageOffset)
        issueCount += batch.issues.count
        if let run = builder.takeRun() { await keep(run) }
    }

    private func keep(_ run: [UInt64]) async {
        do {
            let file = try await scratchFile()
            try await BlockingPool.shared.run { () throws(FileError) in try file.append(run.bytes) }
        } catch {
            hasFailed = true
        }
    }

    private func scratchFile() async throws -> ScratchFile {
        if let scratch { return scratch }
        guard let directory = cache.scratchDirectory else { throw FileError.noScratch }
        let file = try await BlockingPool.shared.run { () throws(FileError) in try ScratchFile(near: directory) }
        scratch = file
        return file
    }

    /// Publishes the index.
    ///
    /// - Parameter snapshot: the snapshot, complete.
    func finish(for snapshot: CacheEntry) async {
        guard !hasFailed else { return }
        do {
            try await write(for: SnapshotIdentity(snapshot))
        } catch {
            hasFailed = true
        }
    }

    private func write(for identity: SnapshotIdentity) async throws {
        let writer = try await cache.makeWriter(fileExtension: "index", for: CacheKey(indexOf: catalog))
        do {
            try await builder.write(
                { entryCount, partitionBits in
                    RecordIndexFormat.Header(
                        identity: identity, entryCount: entryCount, issueCount: UInt64(issueCount),
                        partitionBits: partitionBits)
                },
                runs: { places in try await self.words(at: places) }, to: { try await writer.write($0.bytes) })
            _ = try await writer.commit()
        } catch {
            await writer.discard()
            throw error
        }
    }

    private func words(at places: [Range<Int>]) async throws -> [UInt64] {
        let file = try await scratchFile()
        return try await BlockingPool.shared.run { () throws(FileError) in
            var words: [UInt64] = []
            try words.append(addingCapacity: places.reduce(0) { $0 + $1.count }) { (words) throws(FileError) in
                for place in places { try file.read(place, into: &words) }
            }
            return words
        }
    }
}

extension SnapshotIdentity {
    /// What a snapshot is known by.
    init(_ snapshot: CacheEntry) {
        self.init(byteCount: snapshot.byteCount, storedAt: snapshot.storedAt.microsecondsSince1970)
    }
}

extension Date {
    /// Whole microseconds since 1970, which a `Date` of this century tells apart.
    var microsecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1_000_000).rounded()) }
}
