/// The metadata of an entry: the checksum of its bytes, when they were written, and their server's response.
package struct EntryRecord: Sendable, Hashable {
    /// The extended attribute that holds it.
    ///
    /// With a name this short, ext4 has room for 68 bytes in an inode. Each file that has more takes a block of its
    /// own. The record of a usual answer fits.
    static let attribute = "user.sgo"

    /// The version of the format, and of the rules by which fields were read. Entries of other versions have no record.
    private static let version: UInt8 = 5

    /// The ``XXH64`` of the bytes. ``DiskCache`` compares it when it reads them, and drops a damaged entry.
    package let checksum: UInt64

    /// When the file was written, in microseconds since 1970: writing to it changes that.
    package let modifiedMicroseconds: Int64

    /// The server's response; `nil` for bytes of another origin.
    package var response: StoredResponse? { stored.response }

    package var stored: CacheEntry.Stored

    package init(checksum: UInt64, modifiedMicroseconds: Int64, response: StoredResponse?) {
        self.checksum = checksum
        self.modifiedMicroseconds = modifiedMicroseconds
        stored = CacheEntry.Stored(response)
    }

    /// The record as bytes.
    package func bytes(of owner: Owner) -> [UInt8] { Self.bytes(checksum, modifiedMicroseconds, response, of: owner) }

    /// The bytes of a record with these properties.
    static func bytes(
        _ checksum: UInt64, _ modifiedMicroseconds: Int64, _ response: StoredResponse?, of owner: Owner
    ) -> [UInt8] {
        var writer = ByteWriter(version: Self.version)
        writer.append(word: checksum)
        writer.append(modifiedMicroseconds)
        response?.append(to: &writer, url: owner.url, since: modifiedMicroseconds)
        return writer.sealed(seed: owner.seed)
    }

    /// Reads ``bytes(of:)``; `nil` if they are damaged, those of another entry, or of another version.
    package init?(_ bytes: [UInt8], of owner: Owner) {
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(bytes, version: Self.version, seed: owner.seed)
            checksum = try reader.word()
            modifiedMicroseconds = try reader.microseconds()
            stored =
                reader.isAtEnd
                ? .unknown : .known(try StoredResponse(from: &reader, url: owner.url, since: modifiedMicroseconds))
        } catch {
            return nil
        }
    }
}

extension EntryRecord {
    /// The entry that a record belongs to.
    ///
    /// The checksum of a record depends on it, so that a file which was moved to another entry's place, or cut short,
    /// has no record.
    package struct Owner {
        /// The entry's name and size. Names are parts of hashes and differ by far more than sizes do, so two sums do
        /// not collide.
        let seed: UInt64

        /// The URL of the entry; a record names the response's URL only if that is another one.
        let url: String

        /// - Parameters:
        ///   - key: the entry's key.
        ///   - byteCount: how many bytes it has.
        package init(_ key: borrowing CacheKey, byteCount: Int) {
            seed = key.name.word &+ UInt64(byteCount)
            url = key.address
        }

        /// The owner as far as a file name tells, which is enough to check the bytes.
        package init(nameWord: UInt64, byteCount: Int) {
            seed = nameWord &+ UInt64(byteCount)
            url = ""
        }
    }
}

// MARK: - Beside the bytes

/// A record is in an extended attribute of the entry's file, set before the file appears. On a file system without room
/// for attributes it is in a file beside the entry, which names it by its inode. ``CacheFiles`` writes both.
extension EntryRecord {
    /// Reads the record of an open file; `nil` if it has none that belongs to the owner.
    package init?(of file: FileDescriptor, _ status: FileStatus, _ owner: Owner) throws(FileError) {
        let own = try file.attribute(Self.attribute) { EntryRecord([UInt8](copying: $0), of: owner) }
        guard let record = try Self.record(own, orOfFileAt: file.path, status, owner) else { return nil }
        self = record
    }

    /// Reads the record of the file at a path; `nil` if it has none that belongs to the owner.
    init?(ofFileAt path: String, _ status: FileStatus, _ owner: Owner) throws(FileError) {
        let own = try FileSystem.attribute(Self.attribute, of: path) { EntryRecord([UInt8](copying: $0), of: owner) }
        guard let record = try Self.record(own, orOfFileAt: path, status, owner) else { return nil }
        self = record
    }

    /// The path of the file for the record of the entry at a path.
    static func sidePath(of path: String) -> String {
        let directory = FileSystem.directoryPrefix(of: path)
        return directory + CacheLayout.FileName.record(of: String(path.dropFirst(directory.count)))
    }

    /// The record of a file's attribute or, without one, of the file beside it. If that belongs to another file, such
    /// as one that this is a copy of, it only tells what the bytes must be.
    private static func record(
        _ own: EntryRecord?, orOfFileAt path: String, _ status: FileStatus, _ owner: Owner
    ) throws(FileError) -> EntryRecord? {
        if let own { return own }
        do throws(FileError) {
            let file = try FileDescriptor(opening: sidePath(of: path), FileDescriptor.regularFileFlags)
            let bytes = try file.read(1 << 16, at: 0)
            guard bytes.count > 8, var record = EntryRecord(Array(bytes[8...]), of: owner) else { return nil }
            if bytes.span.word(at: 0) != status.fileNumber { record.stored = .unknown }
            return record
        } catch {
            guard let number = error.errorNumber, [ENOENT, ELOOP, EISDIR, ENXIO, ESPIPE].contains(number) else {
                throw error
            }
            return nil
        }
    }
}
