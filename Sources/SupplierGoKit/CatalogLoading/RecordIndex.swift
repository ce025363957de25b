/// Where the records of a catalog are, by their ids, and the checksums of the body's blocks.
///
/// All numbers are words of eight bytes in the order of the machine that wrote them; to another one the index is broken. A
/// header of eight words is followed by one entry of two words for each record, the hash of its id and its offset, in 256
/// groups by the hash's highest byte. Then come the number of entries and the checksum of each group, the checksums of the
/// blocks, and a checksum of these. Entries hold no ids: a reader decodes the record and compares.
///
/// Nothing is believed without its checksum: an index that is stale or damaged does not answer.
struct RecordIndex: Sendable {
    /// Reads bytes of the index from an offset on; fewer at its end.
    typealias Read = @Sendable (_ byteOffset: Int, _ byteCount: Int) throws(FileError) -> [UInt8]

    /// "SGINDEX4", as bytes.
    private static let magic: UInt64 = 0x3458_4544_4e49_4753
    private static let headerWordCount = 9
    static let groupCount = 256

    /// What an index says of itself.
    struct Header: Sendable, Equatable {
        /// The body that it belongs to.
        let identity: ContentIdentity
        let entryCount: Int

        /// How many records of the catalog are bad.
        let issueCount: Int
        let blockCount: Int
    }

    /// What the index says of itself.
    let header: Header

    /// The ``BlockChecksums`` of the body; none for a file of the user's, which is trusted by its ``ContentIdentity``.
    let blockChecksums: [UInt64]

    /// Where each group begins, in entries, and its checksum.
    private var groups: [(start: Int, count: Int, checksum: UInt64)] = []
    private let read: Read

    /// Opens an index; `nil` where it belongs to another body, or is damaged.
    init?(of identity: ContentIdentity, read: @escaping Read) throws(FileError) {
        guard let header = Header(try read(0, 8 * Self.headerWordCount).words), header.identity == identity else {
            return nil
        }
        let tailOffset = 8 * (Self.headerWordCount + 2 * header.entryCount)
        let tail = try read(tailOffset, 8 * (2 * Self.groupCount + header.blockCount + 1)).words
        guard tail.count == 2 * Self.groupCount + header.blockCount + 1,
            XXH64.hash(of: tail.dropLast().bytes) == tail.last
        else { return nil }
        self.header = header
        self.read = read
        blockChecksums = Array(tail[(2 * Self.groupCount)...].dropLast())
        var start = 0
        for group in 0..<Self.groupCount {
            guard let count = Int(exactly: tail[2 * group]) else { return nil }
            groups.append((start, count, tail[2 * group + 1]))
            start += count
        }
        guard start == header.entryCount else { return nil }
    }

    /// The offsets at which records of this id may be, in the catalog's order; `nil` where the index is damaged.
    func byteOffsets(of id: Supplier.ID) throws(FileError) -> [Int]? {
        let hash = XXH64.hash(of: id.rawValue.utf8.span)
        let group = groups[Self.group(of: hash)]
        let bytes = try read(8 * (Self.headerWordCount + 2 * group.start), 16 * group.count)
        guard bytes.count == 16 * group.count, XXH64.hash(of: bytes) == group.checksum else { return nil }
        let words = bytes.words
        var offsets: [Int] = []
        for entry in stride(from: 0, to: words.count, by: 2) where words[entry] == hash {
            guard let offset = Int(exactly: words[entry + 1]), offset < header.identity.byteCount else { return nil }
            offsets.append(offset)
        }
        return offsets.sorted()
    }

    /// The group of a hash.
    static func group(of hash: UInt64) -> Int { Int(hash >> 56) }
}

extension RecordIndex.Header {
    /// The header's words.
    var words: [UInt64] {
        let words = [
            RecordIndex.magic, UInt64(identity.byteCount), UInt64(bitPattern: identity.modifiedAt),
            UInt64(bitPattern: identity.changedAt), identity.fileNumber, UInt64(entryCount), UInt64(issueCount),
            UInt64(blockCount),
        ]
        return words + [XXH64.hash(of: words.bytes)]
    }

    /// Reads ``words``; `nil` where they are not a header.
    init?(_ words: [UInt64]) {
        guard words.count == RecordIndex.headerWordCount, words[0] == RecordIndex.magic,
            XXH64.hash(of: words.dropLast().bytes) == words.last, let byteCount = Int(exactly: words[1]),
            let entryCount = Int(exactly: words[5]), entryCount < 1 << 48, let issueCount = Int(exactly: words[6]),
            let blockCount = Int(exactly: words[7]), blockCount < 1 << 40
        else { return nil }
        identity = ContentIdentity(
            byteCount: byteCount, modifiedAt: Int64(bitPattern: words[2]), changedAt: Int64(bitPattern: words[3]),
            fileNumber: words[4])
        self.entryCount = entryCount
        self.issueCount = issueCount
        self.blockCount = blockCount
    }
}
