/// The checksums of a body's blocks, so that a reader can check the part that it reads.
struct BlockChecksums: Sendable {
    /// 64 KiB: what a lookup of one supplier reads and hashes.
    static let blockSize = 64 << 10

    /// The ``XXH64`` of each whole block so far.
    private(set) var values: [UInt64] = []
    private var block = XXH64()
    private var blockByteCount = 0

    /// Adds bytes.
    mutating func add(_ bytes: [UInt8]) {
        let span = bytes.span
        var start = 0
        while start < span.count {
            let end = min(span.count, start + Self.blockSize - blockByteCount)
            block.add(span.extracting(start..<end))
            blockByteCount += end - start
            start = end
            if blockByteCount == Self.blockSize { endBlock() }
        }
    }

    /// The checksums of all blocks, the last one as long as it is.
    mutating func finish() -> [UInt64] {
        if blockByteCount > 0 { endBlock() }
        return values
    }

    private mutating func endBlock() {
        values.append(block.value)
        block = XXH64()
        blockByteCount = 0
    }
}

/// Reads pages of a snapshot, mostly in the order in which they lie there. Every block is checked before any of its bytes
/// is handed on.
actor SnapshotReader {
    private let snapshot: Snapshot
    private let cache: any DataCaching

    /// The checksums of the snapshot's blocks.
    let checksums: [UInt64]

    /// Where the pages are.
    let pageRanges: [Range<Int>]

    private var chunks: ByteChunks

    /// Bytes that were checked, and the offset of the first one.
    private var checked: ArraySlice<UInt8> = []
    private var offset = 0

    /// Bytes after them, less than a block.
    private var unchecked: [UInt8] = []
    private var nextBlock = 0

    /// Opens a snapshot. Where there are no checksums, or where the pages are not known, all of it is read once to check it
    /// and to find them.
    ///
    /// - Throws: ``DamagedSnapshot``, or ``CacheError`` where the cache cannot be read.
    init(of snapshot: Snapshot, checksums: [UInt64]?, in cache: any DataCaching) async throws {
        self.snapshot = snapshot
        self.cache = cache
        if let checksums, !snapshot.pages.isEmpty {
            self.checksums = checksums
            pageRanges = snapshot.pages.map(\.byteRange)
        } else {
            let survey = try await Self.survey(snapshot, in: cache)
            self.checksums = survey.checksums
            pageRanges = snapshot.pages.isEmpty ? survey.pageRanges : snapshot.pages.map(\.byteRange)
        }
        chunks = try await Self.chunks(of: snapshot, in: cache)
    }

    /// A page's bytes, to be read to their end before those of the next page.
    nonisolated func chunks(in range: Range<Int>) -> ByteChunks {
        ByteChunks { try await self.nextChunk(in: range) }
    }

    private func nextChunk(in range: Range<Int>) async throws -> [UInt8]? {
        if offset > range.upperBound { try await rewind() }
        while offset < range.upperBound {
            if checked.isEmpty { try await fill() }
            skip(min(checked.count, max(0, range.lowerBound - offset)))
            let chunk = checked.prefix(range.upperBound - offset)
            skip(chunk.count)
            if !chunk.isEmpty { return Array(chunk) }
        }
        return nil
    }

    private func skip(_ count: Int) {
        checked = checked.dropFirst(count)
        offset += count
    }

    /// Begins again, for a page before the last one.
    private func rewind() async throws {
        chunks = try await Self.chunks(of: snapshot, in: cache)
        (checked, offset, unchecked, nextBlock) = ([], 0, [], 0)
    }

    /// Reads until at least one more block is checked.
    private func fill() async throws {
        var iterator = chunks.makeAsyncIterator()
        while unchecked.count < BlockChecksums.blockSize {
            guard let chunk = try await Self.reading({ try await iterator.next() }) else { break }
            unchecked = unchecked.isEmpty ? chunk : unchecked + chunk
        }
        let isEnd = unchecked.count < BlockChecksums.blockSize
        let byteCount = isEnd ? unchecked.count : unchecked.count / BlockChecksums.blockSize * BlockChecksums.blockSize
        guard byteCount > 0 else { throw DamagedSnapshot() }
        for start in stride(from: 0, to: byteCount, by: BlockChecksums.blockSize) {
            let block = unchecked.span.extracting(start..<min(byteCount, start + BlockChecksums.blockSize))
            guard nextBlock < checksums.count, XXH64.hash(of: block) == checksums[nextBlock] else {
                throw DamagedSnapshot()
            }
            nextBlock += 1
        }
        checked = unchecked[..<byteCount]
        unchecked = Array(unchecked[byteCount...])
    }

    private static func chunks(of snapshot: Snapshot, in cache: any DataCaching) async throws -> ByteChunks {
        try await reading { try await cache.chunks(of: snapshot.entry) }
    }

    /// Reads all of a snapshot, which the cache checks as a whole.
    private static func survey(
        _ snapshot: Snapshot, in cache: any DataCaching
    ) async throws -> (checksums: [UInt64], pageRanges: [Range<Int>]) {
        var checksums = BlockChecksums()
        var separators: [Int] = []
        var byteCount = 0
        let chunks = try await chunks(of: snapshot, in: cache)
        var iterator = chunks.makeAsyncIterator()
        while let chunk = try await reading({ try await iterator.next() }) {
            checksums.add(chunk)
            for index in chunk.indices where chunk[index] == Snapshot.separator { separators.append(byteCount + index) }
            byteCount += chunk.count
        }
        guard byteCount == snapshot.entry.byteCount else { throw DamagedSnapshot() }
        // Older versions began with a separator.
        let starts = separators.first == 0 ? [] : [0]
        let ranges = zip(starts + separators.map { $0 + 1 }, separators.filter { $0 > 0 } + [byteCount])
        return (checksums.finish(), ranges.map { $0..<$1 })
    }

    /// Calls a cache; bytes that are gone, or are not those that were kept, are damage.
    private static func reading<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch CacheError.missing {
            throw DamagedSnapshot()
        }
    }
}
