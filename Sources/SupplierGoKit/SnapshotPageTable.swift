/// What a server said of each page of a snapshot, as it is kept: sealed, and bound to that snapshot.
enum SnapshotPageTable {
    private static let version: UInt8 = 1

    /// The table in bytes.
    static func bytes(of identity: SnapshotIdentity, _ pages: [HeldCatalog.Page]) -> [UInt8] {
        var values = PackedValues()
        values.append(version)
        values.append(Int64(identity.byteCount))
        values.append(identity.storedAt)
        values.append(UInt32(truncatingIfNeeded: pages.count))
        for page in pages {
            values.append(page.address)
            values.append(Int64(page.byteRange.lowerBound))
            values.append(Int64(page.byteRange.upperBound))
            page.response.append(to: &values)
        }
        values.seal()
        return values.bytes
    }

    /// The pages; `nil` where the bytes are damaged, or the table is that of another snapshot.
    static func pages(of identity: SnapshotIdentity, in bytes: [UInt8]) -> [HeldCatalog.Page]? {
        guard var reader = PackedValueReader(sealed: bytes), reader.integer(UInt8.self) == version,
            reader.integer(Int64.self) == Int64(identity.byteCount), reader.integer(Int64.self) == identity.storedAt,
            let count = reader.integer(UInt32.self)
        else { return nil }
        var pages: [HeldCatalog.Page] = []
        var end: Int64 = 0
        for _ in 0..<count {
            guard let address = reader.text(), let lower = reader.integer(Int64.self),
                let upper = reader.integer(Int64.self), let response = StoredResponse(from: &reader), end <= lower,
                lower <= upper, upper <= Int64(identity.byteCount)
            else { return nil }
            end = upper
            pages.append(
                HeldCatalog.Page(address: address, byteRange: Int(lower)..<Int(upper), response: response))
        }
        return reader.isAtEnd && !pages.isEmpty ? pages : nil
    }
}
