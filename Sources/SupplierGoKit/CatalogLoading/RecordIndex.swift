/// The index of a catalog: where its suppliers' records begin.
///
/// For each record, in the catalog's order, a word of eight bytes has 20 bits of the hash of the supplier's id, and the
/// record's offset; a footer ends it (``RecordIndex/Draft`` writes both). All of it is read for a lookup, and checked
/// by the cache as a whole, so an id that is not in it is not in the catalog. In a million records some other one
/// usually has the same 20 bits, so records are read and their ids compared.
struct RecordIndex: Sendable {
    /// The size of the smallest file that has an index, 256 KiB: a smaller one is read as fast.
    static let smallestFile = 1 << 18

    /// The facts at an index's end.
    struct Footer: Sendable, Equatable {
        /// The body that it belongs to.
        let identity: ContentIdentity

        /// The ``CatalogShape/identity`` of the shape that the records were read in.
        let shape: UInt64
        let entryCount: Int

        /// The number of bad records in the catalog.
        let badRecordCount: Int
    }

    let footer: Footer

    /// Its records were read in this shape: for another one it does not count.
    func isOf(_ shape: CatalogShape) -> Bool { footer.shape == shape.identity }

    /// The offsets at which records with the wanted id may be, in the catalog's order.
    let byteOffsets: [Int]

    /// Reads an index; `nil` if it is missing or damaged, or belongs to another body. The next reading of the catalog
    /// then makes another.
    ///
    /// - Parameters:
    ///   - identity: the body.
    ///   - id: the wanted id.
    init?(
        _ entry: CacheEntry?, of identity: ContentIdentity, lookingUp id: Supplier.ID?, in cache: any DataCaching
    ) async {
        guard let entry, let bytes = await cache.readableBytes(of: entry) else { return nil }
        self.init(bytes, of: identity, lookingUp: id)
    }

    /// Reads an index's bytes; `nil` if they are not those of an index of this body.
    init?(_ bytes: [UInt8], of identity: ContentIdentity, lookingUp id: Supplier.ID?) {
        let end = bytes.count - 8 * Footer.wordCount
        guard end >= 0, end % 8 == 0, let footer = Footer(Array(bytes[end...]).words), footer.identity == identity,
            footer.entryCount == end / 8
        else { return nil }
        let (words, wanted) = (bytes.span, id.map(Self.part))
        var (index, byteOffsets) = (0, [Int]())
        while index < end {
            let word = words.word(at: index)
            if word >> Self.offsetBits == wanted { byteOffsets.append(Int(word & Self.largestOffset)) }
            index &+= 8
        }
        guard byteOffsets.allSatisfy({ $0 <= identity.byteCount }) else { return nil }
        (self.footer, self.byteOffsets) = (footer, byteOffsets)
    }

    private static let offsetBits: UInt64 = 44

    /// The largest offset of a record, 16 TiB: a catalog with records further on has no index.
    private static let largestOffset: UInt64 = 1 << offsetBits - 1

    /// The word of a record; `nil` if its offset is too large.
    static func word(ofHash hash: UInt64, offset: Int) -> UInt64? {
        offset <= largestOffset ? hash & ~largestOffset | UInt64(offset) : nil
    }

    /// The part of an id's hash that a word has, in its upper bits.
    private static func part(of id: Supplier.ID) -> UInt64 { XXH64.hash(of: id.rawValue.utf8.span) >> offsetBits }
}

extension RecordIndex.Footer {
    /// "SGINDEX8", as bytes.
    private static let magic: UInt64 = 0x3858_4544_4e49_4753
    static let wordCount = 8

    /// The footer as words, in the order of the machine.
    var words: [UInt64] {
        [
            Self.magic, UInt64(identity.byteCount), UInt64(bitPattern: identity.modifiedAt),
            UInt64(bitPattern: identity.changedAt), identity.fileNumber, shape, UInt64(entryCount),
            UInt64(badRecordCount),
        ]
    }

    /// Reads the footer's words; `nil` if they are not a footer.
    init?(_ words: [UInt64]) {
        guard words.count == Self.wordCount, words[0] == Self.magic, let byteCount = Int(exactly: words[1]),
            let entryCount = Int(exactly: words[6]), let badRecordCount = Int(exactly: words[7])
        else { return nil }
        identity = ContentIdentity(
            byteCount: byteCount, modifiedAt: Int64(bitPattern: words[2]), changedAt: Int64(bitPattern: words[3]),
            fileNumber: words[4])
        shape = words[5]
        (self.entryCount, self.badRecordCount) = (entryCount, badRecordCount)
    }
}

extension RecordIndex {
    /// The longest heading of a catalog in CSV with which rows are looked up, in bytes: 64 KiB.
    private static let headingByteLimit = 1 << 16

    /// The suppliers with an id, in the catalog's order; `nil` if the body does not have the records that the index
    /// says: reading all of it tells more.
    ///
    /// - Parameters:
    ///   - id: the id that was wanted when the index was read.
    ///   - path: the body's file.
    func suppliers(withID id: Supplier.ID, in path: String, _ shape: CatalogShape) async -> [Supplier]? {
        guard !byteOffsets.isEmpty else { return [] }
        do {
            return try await BlockingThreads.files.run {
                let file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
                let wanted = Self.part(of: id)
                var suppliers: [Supplier] = []
                for offset in byteOffsets {
                    guard let supplier = try supplier(at: offset, in: file, shape),
                        Self.part(of: supplier.id) == wanted
                    else { return nil }
                    if supplier.id == id { suppliers.append(supplier) }
                }
                return suppliers
            }
        } catch {
            return nil
        }
    }

    /// The supplier whose record begins at an offset (``Supplier/init(firstRecordOf:after:isWhole:in:)``); `nil` if
    /// there is none.
    private func supplier(
        at offset: Int, in file: FileDescriptor, _ shape: CatalogShape
    ) throws(FileError) -> Supplier? {
        var byteCount = 1 << 12
        var heading: [UInt8]?
        while true {
            let bytes = try file.read(byteCount, at: offset)
            if let supplier = Supplier(firstRecordOf: bytes, in: shape) { return supplier }
            if heading == nil { heading = CatalogSplitter.heading(of: try file.read(Self.headingByteLimit, at: 0)) }
            let isWhole = bytes.count < byteCount || offset + byteCount == footer.identity.byteCount
            if let heading,
                let supplier = Supplier(firstRecordOf: bytes, after: heading, isWhole: isWhole, in: shape)
            {
                return supplier
            }
            guard !isWhole, byteCount <= ChunkBuffer.byteLimit else { return nil }
            byteCount *= 8
        }
    }
}

extension RecordIndex {
    /// A draft of a catalog's ``RecordIndex``, which is written while the catalog is read.
    ///
    /// An index is a shortcut only: a failure costs the index, never the catalog. A draft that is dropped keeps
    /// nothing.
    actor Draft {
        private let key: CacheKey
        private let shape: CatalogShape
        private let cache: any DataCaching
        private var writer: (any CacheWriting)?
        private var isDiscarded = false
        private var entryCount = 0
        private var badRecordCount = 0

        /// Begins a draft of a catalog's index.
        init(of catalog: CatalogLocation, _ shape: CatalogShape, in cache: any DataCaching) {
            (self.shape, self.cache, key) = (shape, cache, CacheKey(indexOf: catalog.address))
        }

        /// Adds a batch's records, whose page begins at an offset in the body.
        func add(_ batch: DecodedBatch, pageOffset: Int) async {
            guard !isDiscarded else { return }
            let words = zip(batch.idHashes, batch.byteOffsets).compactMap { hash, byteOffset in
                RecordIndex.word(ofHash: hash, offset: pageOffset + byteOffset)
            }
            guard words.count == batch.idHashes.count else { return discard() }
            entryCount += words.count
            badRecordCount += batch.badRecords.count
            if !words.isEmpty { await write(words.bytes) }
        }

        /// Keeps the index of a body that was read to its end, unless the draft was discarded.
        func commit(of identity: ContentIdentity) async {
            let footer = RecordIndex.Footer(
                identity: identity, shape: shape.identity, entryCount: entryCount, badRecordCount: badRecordCount)
            await write(footer.words.bytes)
            do {
                _ = try await writer?.commit()
            } catch {
                discard()
            }
        }

        /// Keeps nothing.
        func discard() { (writer, isDiscarded) = (nil, true) }

        private func write(_ bytes: [UInt8]) async {
            guard !isDiscarded else { return }
            do {
                if writer == nil { writer = try await cache.makeWriter(for: key) }
                try await writer?.write(bytes)
            } catch {
                discard()
            }
        }
    }
}

/// The facts that tell one body of a catalog from another, without reading it.
struct ContentIdentity: Sendable, Equatable {
    /// The number of bytes.
    let byteCount: Int

    /// When it was stored or last written: microseconds since 1970 for a snapshot, nanoseconds for a file.
    let modifiedAt: Int64

    /// When the file's inode last changed, in nanoseconds since 1970; 0 for a snapshot.
    var changedAt: Int64 = 0

    /// The file's inode; 0 for a snapshot.
    var fileNumber: UInt64 = 0
}

extension ContentIdentity {
    init(of snapshot: CacheEntry) {
        self.init(byteCount: snapshot.byteCount, modifiedAt: snapshot.storedAt.microseconds)
    }

    /// The identity of a user's file; `nil` if it is not a regular file, or too small for an index
    /// (``RecordIndex/smallestFile``).
    init?(ofLargeFileAt path: String) async {
        do {
            let status = try await BlockingThreads.files.run { () throws(FileError) in
                try FileSystem.status(of: path)
            }
            guard let status, status.kind == .regular, status.byteCount >= RecordIndex.smallestFile else { return nil }
            self.init(
                byteCount: status.byteCount, modifiedAt: status.modifiedNanoseconds,
                changedAt: status.changedNanoseconds, fileNumber: status.fileNumber)
        } catch {
            // Opening it says why.
            return nil
        }
    }

    /// The file had not changed for some time.
    func isSettled(at now: Date, after time: Duration) -> Bool {
        let age = now.timeIntervalSince1970 - Double(max(changedAt, modifiedAt)) / 1_000_000_000
        return age > time / .seconds(1)
    }
}
