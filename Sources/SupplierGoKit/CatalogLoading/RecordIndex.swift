/// The index of a catalog: where its suppliers' records begin.
///
/// For each record, in the catalog's order, a word of eight bytes has 20 bits of the hash of the supplier's id, and the
/// record's offset; a footer ends it (``RecordIndex/Draft`` writes both). All of it is read for a lookup, and checked
/// by the cache as a whole, so an id that is not in it is not in the catalog. In a million records some other one
/// usually has the same 20 bits, so records are read and their ids compared.
struct RecordIndex: Sendable {
    /// The size of the smallest file that has an index, 256 KiB: a smaller one is read as fast.
    static let smallestFile = 1 << 18

    /// The number of suppliers in the catalog, and of bad records.
    let (entryCount, badRecordCount): (Int, Int)

    /// The ``CatalogShape/identity`` of the shape that the records were read in.
    private let shape: UInt64

    /// Its records were read in this shape: for another one it does not count.
    func isOf(_ shape: CatalogShape) -> Bool { self.shape == shape.identity }

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
        let end = bytes.count - 8 * Self.footer(of: identity, 0, badRecordCount: 0).count
        guard end >= 0, end % 8 == 0 else { return nil }
        let (words, wanted) = (bytes.span, id.map(Self.part))
        let shape = words.word(at: bytes.count - 16)
        guard let badRecordCount = Int(exactly: words.word(at: bytes.count - 8)),
            bytes[end...].elementsEqual(Self.footer(of: identity, shape, badRecordCount: badRecordCount).bytes)
        else { return nil }
        (self.shape, entryCount, self.badRecordCount) = (shape, end / 8, badRecordCount)
        var byteOffsets: [Int] = []
        for index in stride(from: 0, to: end, by: 8) {
            let word = words.word(at: index)
            if word >> Self.offsetBits == wanted { byteOffsets.append(Int(word & Self.largestOffset)) }
        }
        self.byteOffsets = byteOffsets
    }

    /// The words at an index's end, in the order of the machine: "SGINDEX9", the body that it belongs to, the identity
    /// of the shape, and the number of bad records.
    static func footer(of identity: ContentIdentity, _ shape: UInt64, badRecordCount: Int) -> [UInt64] {
        [
            0x3958_4544_4e49_4753, UInt64(identity.byteCount), UInt64(bitPattern: identity.modifiedAt),
            UInt64(bitPattern: identity.changedAt), identity.fileNumber, shape, UInt64(badRecordCount),
        ]
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
                let table = try CSVTable.table(of: try file.read(Self.headingByteLimit, at: 0))
                let wanted = Self.part(of: id)
                var suppliers: [Supplier] = []
                for offset in byteOffsets {
                    guard let supplier = try Self.supplier(at: offset, in: file, of: table, shape),
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

    /// The supplier whose record begins at an offset (``Supplier/init(firstRecordOf:of:isWhole:in:)``); `nil` if
    /// there is none.
    private static func supplier(
        at offset: Int, in file: FileDescriptor, of table: CSVTable?, _ shape: CatalogShape
    ) throws(FileError) -> Supplier? {
        var byteCount = 1 << 12
        while true {
            let bytes = try file.read(byteCount, at: offset)
            let isWhole = bytes.count < byteCount
            let supplier = Supplier(firstRecordOf: bytes, of: table, isWhole: isWhole, in: shape)
            if supplier != nil || isWhole || byteCount > ChunkBuffer.byteLimit { return supplier }
            byteCount *= 8
        }
    }
}

extension RecordIndex {
    /// A draft of a catalog's ``RecordIndex``, which is written while the catalog is read.
    ///
    /// An index is a shortcut only: a failure costs the index, never the catalog.
    struct Draft {
        /// The words so far; `nil` if a record is too far on.
        private var entry: EntryDraft?
        private let shape: UInt64
        private var badRecordCount = 0

        /// Begins a draft of a catalog's index.
        init(of catalog: CatalogLocation, _ shape: CatalogShape, in cache: any DataCaching) {
            (entry, self.shape) = (EntryDraft(for: CacheKey(indexOf: catalog.address), in: cache), shape.identity)
        }

        /// Adds a batch's records, whose page begins at an offset in the body.
        mutating func add(_ batch: DecodedBatch, pageOffset: Int) async {
            let words = zip(batch.idHashes, batch.byteOffsets).compactMap { hash, byteOffset in
                RecordIndex.word(ofHash: hash, offset: pageOffset + byteOffset)
            }
            if words.count < batch.idHashes.count { entry = nil }
            badRecordCount += batch.badRecords.count
            if !words.isEmpty { await entry?.write(words.bytes) }
        }

        /// Keeps the index of a body that was read to its end.
        func commit(of identity: ContentIdentity) async {
            await entry?.write(RecordIndex.footer(of: identity, shape, badRecordCount: badRecordCount).bytes)
            do throws(CacheError) {
                _ = try await entry?.commit()
            } catch {
                // The next reading makes another.
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
