/// What is kept beside an entry's bytes: by what they are known, and what their server said.
struct EntryRecord: Sendable, Hashable {
    /// The extended attribute that holds it.
    static let attribute = "user.suppliergo"

    private static let version: UInt8 = 1

    /// How many bytes there are.
    let byteCount: Int

    /// Their ``XXH64``.
    let checksum: UInt64

    /// When the file was written, in nanoseconds since 1970: whoever writes to it changes that.
    let modifiedNanoseconds: Int64

    /// What the server said; `nil` for what came from elsewhere.
    let response: StoredResponse?

    init(byteCount: Int, checksum: UInt64, modifiedNanoseconds: Int64, response: StoredResponse?) {
        self.byteCount = byteCount
        self.checksum = checksum
        self.modifiedNanoseconds = modifiedNanoseconds
        self.response = response
    }

    /// Reads ``bytes``; `nil` where they are damaged, or of another version.
    init?(_ bytes: [UInt8]) {
        guard var reader = PackedValueReader(sealed: bytes), reader.integer(UInt8.self) == Self.version,
            let byteCount = reader.integer(Int64.self), let checksum = reader.integer(UInt64.self),
            let modifiedNanoseconds = reader.integer(Int64.self), let hasResponse = reader.integer(UInt8.self)
        else { return nil }
        var response: StoredResponse?
        if hasResponse != 0 {
            guard let stored = StoredResponse(from: &reader) else { return nil }
            response = stored
        }
        guard reader.isAtEnd else { return nil }
        self.init(
            byteCount: Int(byteCount), checksum: checksum, modifiedNanoseconds: modifiedNanoseconds, response: response)
    }

    /// The record in bytes.
    var bytes: [UInt8] {
        var values = PackedValues()
        values.append(Self.version)
        values.append(Int64(byteCount))
        values.append(checksum)
        values.append(modifiedNanoseconds)
        values.append(UInt8(response == nil ? 0 : 1))
        response?.append(to: &values)
        values.seal()
        return values.bytes
    }

    /// The same bytes' record with what the server said of them later.
    func with(_ response: StoredResponse) -> EntryRecord {
        EntryRecord(
            byteCount: byteCount, checksum: checksum, modifiedNanoseconds: modifiedNanoseconds, response: response)
    }
}
