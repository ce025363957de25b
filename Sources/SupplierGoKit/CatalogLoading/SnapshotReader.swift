/// A catalog's bytes in a file or a cache, in any order, of which every block is checked before it is handed on.
struct CheckedBody: Sendable {
    /// Reads up to `byteCount` bytes from an offset on; fewer at the end.
    typealias Read = @Sendable (_ byteOffset: Int, _ byteCount: Int) throws(FileError) -> [UInt8]

    /// 64 KiB: what a lookup of one supplier reads and hashes.
    static let blockSize = 64 << 10

    /// The number of bytes.
    let byteCount: Int

    /// The checksums of the blocks (``BlockChecksums``); none if the bytes are trusted.
    let checksums: [UInt64]
    let read: Read

    /// Some of the bytes.
    ///
    /// - Throws: ``Snapshot/Unreadable``, or ``FileError``.
    func bytes(in range: Range<Int>) throws -> [UInt8] {
        guard !checksums.isEmpty else { return try read(range.lowerBound, range.count) }
        let first = range.lowerBound / Self.blockSize
        let end = min(byteCount, (range.upperBound + Self.blockSize - 1) / Self.blockSize * Self.blockSize)
        let bytes = try read(first * Self.blockSize, end - first * Self.blockSize)
        var blocks = BlockChecksums()
        blocks.add(bytes)
        let found = blocks.finish()
        guard bytes.count == end - first * Self.blockSize, first + found.count <= checksums.count,
            checksums[first..<first + found.count].elementsEqual(found)
        else { throw Snapshot.Unreadable() }
        let start = range.lowerBound - first * Self.blockSize
        return range.count == bytes.count ? bytes : Array(bytes[start..<start + range.count])
    }
}

extension CheckedBody {
    /// Makes the ``XXH64`` of each block of a body whose bytes come one after the other.
    struct BlockChecksums: Sendable {
        private var values: [UInt64] = []
        private var block = XXH64()
        private var blockByteCount = 0

        /// Adds bytes.
        mutating func add(_ bytes: [UInt8]) {
            let span = bytes.span
            var start = 0
            while start < span.count {
                let end = min(span.count, start + blockSize - blockByteCount)
                block.add(span.extracting(start..<end))
                blockByteCount += end - start
                start = end
                if blockByteCount == CheckedBody.blockSize { endBlock() }
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
}

/// Reads the pages of a snapshot.
struct SnapshotReader: Sendable {
    /// The number of bytes that are read at once: whole blocks.
    private static let chunkSize = 4 * CheckedBody.blockSize

    /// Where the pages are.
    let pageRanges: [Range<Int>]

    /// The checksums of the snapshot's blocks.
    var checksums: [UInt64] { body.checksums }
    private let body: CheckedBody

    /// Opens a snapshot. Without checksums, or if its pages are not known, all of it is read once to check it and to find
    /// them.
    ///
    /// - Throws: ``Snapshot/Unreadable``.
    init(of snapshot: Snapshot, checksums: [UInt64]?, in cache: any DataCaching) async throws {
        let entry = snapshot.entry
        (body, pageRanges) = try await Snapshot.Unreadable.wrapping {
            var known = (checksums: checksums ?? [], pageRanges: snapshot.pages.map(\.byteRange))
            if known.checksums.isEmpty || known.pageRanges.isEmpty {
                known = try await Self.readAll(entry, in: cache, known.pageRanges)
            }
            let read = try await Self.read(entry, in: cache)
            return (CheckedBody(byteCount: entry.byteCount, checksums: known.checksums, read: read), known.pageRanges)
        }
    }

    /// The bytes of a page.
    func chunks(in range: Range<Int>) -> ByteChunks {
        ByteChunks(capacity: 2) { [body] channel in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let end = min(range.upperBound, (offset / Self.chunkSize + 1) * Self.chunkSize)
                let chunk = try await Snapshot.Unreadable.wrapping {
                    try await BlockingThreads.files.run { [offset] in try body.bytes(in: offset..<end) }
                }
                guard await channel.send(chunk) else { return }
                offset = end
            }
        }
    }

    private static func read(_ entry: CacheEntry, in cache: any DataCaching) async throws -> CheckedBody.Read {
        guard let path = entry.file else {
            let bytes = try await cache.bytes(of: entry)
            return { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
        }
        do {
            let file = try await BlockingThreads.files.run { () throws(FileError) in
                try FileDescriptor(opening: path, FileDescriptor.regularFileFlags)
            }
            return { offset, count throws(FileError) in try file.read(count, at: offset) }
        } catch {
            throw CacheError(reading: error)
        }
    }

    /// Reads all of a snapshot, which the cache checks as a whole.
    ///
    /// - Parameter pageRanges: the pages, or none if they are not known.
    private static func readAll(
        _ entry: CacheEntry, in cache: any DataCaching, _ pageRanges: [Range<Int>]
    ) async throws -> (checksums: [UInt64], pageRanges: [Range<Int>]) {
        var checksums = CheckedBody.BlockChecksums()
        var separators: [Int] = []
        var byteCount = 0
        for try await chunk in try await cache.chunks(of: entry) {
            checksums.add(chunk)
            for index in chunk.indices where chunk[index] == Snapshot.separator { separators.append(byteCount + index) }
            byteCount += chunk.count
        }
        guard byteCount == entry.byteCount else { throw Snapshot.Unreadable() }
        guard pageRanges.isEmpty else { return (checksums.finish(), pageRanges) }
        let starts = [0] + separators.map { $0 + 1 }
        return (checksums.finish(), zip(starts, separators + [byteCount]).map { $0..<$1 })
    }
}
