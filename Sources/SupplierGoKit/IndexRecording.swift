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
        for index in batch.byteOffsets.indices {
            builder.add(id: batch.suppliers[index].id.rawValue, byteOffset: pageOffset + batch.byteOffsets[index])
        }
        issueCount += batch.issues.count
        if let blocks = builder.takeBlocks() { await keep(blocks) }
    }

    private func keep(_ blocks: [UInt8]) async {
        do {
            let file = try await scratchFile()
            try await BlockingPool.shared.run { () throws(FileError) in try file.append(blocks) }
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
    /// - Parameters:
    ///   - snapshot: the snapshot, complete.
    ///   - freshUntil: until when the catalog may be used without asking its server; `nil` for not at all.
    func finish(for snapshot: CacheEntry, freshUntil: Date?) async {
        guard !hasFailed else { return }
        let last = builder.takeLastBlocks()
        if !last.isEmpty { await keep(last) }
        guard !hasFailed else { return }
        do {
            try await write(for: SnapshotIdentity(snapshot), freshUntil: freshUntil)
        } catch {
            hasFailed = true
        }
    }

    private func write(for identity: SnapshotIdentity, freshUntil: Date?) async throws {
        let writer = try await cache.makeWriter(fileExtension: "index", for: CacheKey(indexOf: catalog))
        do {
            try await builder.write(
                { entryCount, partitionBits in
                    RecordIndexFormat.Header(
                        identity: identity, entryCount: entryCount, issueCount: UInt64(issueCount),
                        freshUntil: freshUntil?.microsecondsSince1970 ?? 0, partitionBits: partitionBits)
                },
                blocks: { numbers in try await blocks(numbers) }, to: { try await writer.write($0) })
            _ = try await writer.commit()
        } catch {
            await writer.discard()
            throw error
        }
    }

    private func blocks(_ numbers: [Int]) async throws -> [UInt8] {
        let file = try await scratchFile()
        return try await BlockingPool.shared.run { () throws(FileError) in
            var bytes: [UInt8] = []
            let size = RecordIndexBuilder.blockByteCount
            for number in numbers { bytes += try file.read(size, at: number * size) }
            return bytes
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
