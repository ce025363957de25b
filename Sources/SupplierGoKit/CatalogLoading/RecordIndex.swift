/// The offsets of a catalog's records, by their ids, and the checksums of the catalog's blocks.
///
/// An entry is two words of eight bytes: the ``XXH64`` of an id, and the offset of its record. Entries come in runs of
/// ``runEntryCount`` as the catalog is read; within a run they are grouped by the highest byte of the hash, and after it comes
/// a slot of two words for each group: its place, and its checksum. After the last run come the checksums of the blocks,
/// and a footer. A lookup reads one group of each run. All words are in the order of the machine that wrote them.
///
/// Nothing is believed without its checksum. Entries hold no ids: a reader decodes the record and compares.
struct RecordIndex: Sendable {
    /// "SGINDEX5", as bytes.
    private static let magic: UInt64 = 0x3558_4544_4e49_4753
    private static let footerWordCount = 10
    static let groupCount = 256

    /// The number of entries of all runs but the last: 512 KiB.
    static let runEntryCount = 1 << 15

    /// The longest heading of a catalog in CSV with which rows are looked up, in bytes: 64 KiB.
    private static let headingByteLimit = 1 << 16

    /// The facts about an index.
    struct Footer: Sendable, Equatable {
        /// The body that it belongs to.
        let identity: ContentIdentity
        let entryCount: Int

        /// The number of bad records in the catalog.
        let badRecordCount: Int
        let blockCount: Int

        /// The ``CatalogShape/identity`` of the shape that the records were read in.
        var shape: UInt64 = 0
    }

    /// The facts about the index.
    let footer: Footer

    /// The checksums of the body's blocks; none for a file of the user's, which is trusted by its ``ContentIdentity``.
    let blockChecksums: [UInt64]
    private let read: CheckedBody.Read

    /// Opens an index of this many bytes; `nil` if it belongs to another body or shape, or is damaged.
    init?(of identity: ContentIdentity, shape: UInt64 = 0, byteCount: Int, read: @escaping CheckedBody.Read)
        throws(FileError)
    {
        let footerOffset = byteCount - 8 * Self.footerWordCount
        guard footerOffset >= 0 else { return nil }
        let words = try read(footerOffset, 8 * Self.footerWordCount).words
        guard let footer = Footer(words), footer.identity == identity, footer.shape == shape,
            Self.offset(ofRun: footer.runCount, in: footer) + 8 * footer.blockCount == footerOffset
        else { return nil }
        let blockChecksums = try read(footerOffset - 8 * footer.blockCount, 8 * footer.blockCount).words
        guard Self.seal(of: blockChecksums + words.dropLast()) == words.last else { return nil }
        self.footer = footer
        self.blockChecksums = blockChecksums
        self.read = read
    }

    /// The offsets at which records of this id may be, in the catalog's order; `nil` if the index is damaged.
    func byteOffsets(of id: Supplier.ID) throws(FileError) -> [Int]? {
        let hash = XXH64.hash(of: id.rawValue.utf8.span)
        var offsets: [Int] = []
        for run in 0..<footer.runCount {
            guard let words = try group(Self.group(of: hash), ofRun: run) else { return nil }
            for entry in stride(from: 0, to: words.count, by: 2) where words[entry] == hash {
                guard let offset = Int(exactly: words[entry + 1]), offset < footer.identity.byteCount else {
                    return nil
                }
                offsets.append(offset)
            }
        }
        return offsets.sorted()
    }

    /// The words of a group; `nil` if it is damaged.
    private func group(_ group: Int, ofRun run: Int) throws(FileError) -> [UInt64]? {
        let runOffset = Self.offset(ofRun: run, in: footer)
        let entryCount = min(Self.runEntryCount, footer.entryCount - run * Self.runEntryCount)
        let slot = try read(runOffset + 16 * (entryCount + group), 16).words
        guard slot.count == 2 else { return nil }
        let (start, count) = (Int(slot[0] >> 32), Int(slot[0] & 0xffff_ffff))
        guard start + count <= entryCount else { return nil }
        let bytes = try read(runOffset + 16 * start, 16 * count)
        return Self.checksum(of: bytes, at: slot[0], group, ofRun: run) == slot[1] ? bytes.words : nil
    }

    private static func offset(ofRun run: Int, in footer: Footer) -> Int {
        16 * min(run * runEntryCount, footer.entryCount) + 16 * groupCount * run
    }

    /// The group of a hash.
    static func group(of hash: UInt64) -> Int { Int(hash >> 56) }

    /// The checksum of a group and of the word with its place, so that none passes for another.
    static func checksum(of bytes: [UInt8], at slot: UInt64, _ group: Int, ofRun run: Int) -> UInt64 {
        XXH64.hash(of: bytes.span, seed: slot ^ UInt64(run * groupCount + group))
    }

    static func seal(of words: [UInt64]) -> UInt64 { XXH64.hash(of: words.bytes) }
}

extension RecordIndex.Footer {
    /// The number of runs.
    var runCount: Int { (entryCount + RecordIndex.runEntryCount - 1) / RecordIndex.runEntryCount }

    /// The end of an index: the checksums of the blocks, the footer, and the checksum of both.
    func words(after blockChecksums: [UInt64]) -> [UInt64] {
        let words =
            blockChecksums + [
                RecordIndex.magic, UInt64(identity.byteCount), UInt64(bitPattern: identity.modifiedAt),
                UInt64(bitPattern: identity.changedAt), identity.fileNumber, UInt64(entryCount), UInt64(badRecordCount),
                UInt64(blockCount), shape,
            ]
        return words + [RecordIndex.seal(of: words)]
    }

    /// Reads the footer's words; `nil` if they are not a footer.
    init?(_ words: [UInt64]) {
        let limit: UInt64 = 1 << 48
        guard words.count == RecordIndex.footerWordCount, words[0] == RecordIndex.magic,
            let byteCount = Int(exactly: words[1]), words[5] < limit, words[6] < limit, words[7] < limit
        else { return nil }
        identity = ContentIdentity(
            byteCount: byteCount, modifiedAt: Int64(bitPattern: words[2]), changedAt: Int64(bitPattern: words[3]),
            fileNumber: words[4])
        entryCount = Int(words[5])
        badRecordCount = Int(words[6])
        blockCount = Int(words[7])
        shape = words[8]
    }
}

extension RecordIndex {
    /// Opens the index in a cache entry; `nil` if it is missing or damaged, or belongs to another body. The next
    /// reading of the catalog then makes another.
    static func open(_ entry: CacheEntry?, of identity: ContentIdentity, _ shape: CatalogShape) async -> RecordIndex? {
        guard let entry, let path = entry.file else { return nil }
        do {
            return try await BlockingThreads.files.run { () throws(FileError) in
                let file = try FileDescriptor(opening: path, FileDescriptor.regularFileFlags)
                return try RecordIndex(of: identity, shape: shape.identity, byteCount: entry.byteCount) {
                    offset, count throws(FileError) in
                    try file.read(count, at: offset)
                }
            }
        } catch {
            return nil
        }
    }

    /// The suppliers with an id, in the catalog's order; `nil` if the index or what it names of the body is damaged:
    /// reading all of the body tells.
    ///
    /// - Parameter path: the body's file.
    func suppliers(withID id: Supplier.ID, in path: String, _ shape: CatalogShape) async -> [Supplier]? {
        do {
            return try await BlockingThreads.files.run {
                guard let offsets = try byteOffsets(of: id) else { return nil }
                let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
                let body = CheckedBody(byteCount: footer.identity.byteCount, checksums: blockChecksums) {
                    offset, count throws(FileError) in try file.read(count, at: offset)
                }
                var suppliers: [Supplier] = []
                for offset in offsets {
                    guard let supplier = try Self.supplier(at: offset, in: body, shape) else { return nil }
                    // Two ids may have one hash.
                    if supplier.id == id { suppliers.append(supplier) }
                }
                return suppliers
            }
        } catch {
            return nil
        }
    }

    /// The supplier whose record begins at an offset; `nil` if there is none.
    private static func supplier(
        at offset: Int, in body: CheckedBody, _ shape: CatalogShape
    ) throws -> Supplier? {
        var byteCount = 1 << 12
        var heading: [UInt8]?
        while true {
            let end = min(body.byteCount, offset + byteCount)
            let bytes = try body.bytes(in: offset..<max(offset, end))
            if let supplier = Supplier(firstRecordOf: bytes, in: shape) { return supplier }
            if heading == nil {
                heading = CatalogScanner.heading(of: try body.bytes(in: 0..<min(body.byteCount, headingByteLimit)))
            }
            if let heading,
                let supplier = Supplier(
                    firstRecordOf: bytes, after: heading, isWhole: end == body.byteCount, in: shape)
            {
                return supplier
            }
            guard end < body.byteCount, byteCount <= RecordScanner.recordByteLimit else { return nil }
            byteCount *= 8
        }
    }
}
