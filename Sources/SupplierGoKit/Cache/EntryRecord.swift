/// What is kept beside an entry's bytes: their checksum, when they were written, and what their server said.
struct EntryRecord: Sendable, Hashable {
    /// The extended attribute that holds it.
    ///
    /// With a name this short, ext4 has room for 68 bytes in an inode. Each file that has more takes a block of its own.
    /// The record of a usual answer fits.
    static let attribute = "user.sgo"

    /// The version of the format, and of the rules by which fields were read. Entries of other versions have no record.
    private static let version: UInt8 = 4

    /// The ``XXH64`` of the bytes.
    let checksum: UInt64

    /// When the file was written, in microseconds since 1970: writing to it changes that.
    let modifiedMicroseconds: Int64

    /// What the server said; `nil` for bytes of another origin.
    var response: StoredResponse?

    init(checksum: UInt64, modifiedMicroseconds: Int64, response: StoredResponse?) {
        self.checksum = checksum
        self.modifiedMicroseconds = modifiedMicroseconds
        self.response = response
    }

    /// The record as bytes.
    func bytes(of owner: Owner) -> [UInt8] {
        var writer = ByteWriter(version: Self.version)
        writer.append(word: checksum)
        writer.append(modifiedMicroseconds)
        response?.append(to: &writer, url: owner.url, since: modifiedMicroseconds)
        return writer.sealed(seed: owner.seed)
    }

    /// Reads ``bytes(of:)``; `nil` if they are damaged, those of another entry, or of another version.
    init?(_ bytes: [UInt8], of owner: Owner) {
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(bytes, version: Self.version, seed: owner.seed)
            checksum = try reader.word()
            modifiedMicroseconds = try reader.number()
            response =
                reader.isAtEnd ? nil : try StoredResponse(from: &reader, url: owner.url, since: modifiedMicroseconds)
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
    struct Owner {
        /// Names are parts of hashes: two are never as close as two sizes are.
        let seed: UInt64

        /// The URL that usually answers.
        let url: String

        /// - Parameters:
        ///   - key: the entry's key.
        ///   - byteCount: how many bytes it has.
        init(_ key: CacheKey, byteCount: Int) {
            seed = key.name.word &+ UInt64(byteCount)
            url = key.text
        }

        /// The owner as far as a file name tells, which is enough to check the bytes.
        init(nameWord: UInt64, byteCount: Int) {
            seed = nameWord &+ UInt64(byteCount)
            url = ""
        }
    }
}
