import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

@Suite struct AvatarObjectFieldsTests {
    private let key = CacheKey("https://x.test/a.png", in: .avatars)
    private let bytes: [UInt8] = [1, 2, 3]

    /// OpenStack Swift refuses an object that has a longer value.
    @Test(arguments: [1, 300, 700])
    func spreadsTheRecordOverFieldsOf256Bytes(etagLength: Int) throws {
        let fields = try fields(etagLength: etagLength)
        let parts = "abcdefgh".compactMap { fields["x-amz-meta-suppliergo-\($0)"] }
        #expect(parts.count == (etagLength == 1 ? 1 : etagLength == 300 ? 3 : 5))
        #expect(parts.allSatisfy { $0.utf8.count <= 256 })
        let (entry, checksum) = try #require(AvatarObject.entry(for: key, byteCount: 3, fields))
        #expect(checksum == XXH64.hash(of: bytes.span))
        #expect(entry.response?.entityTag?.utf8.count == etagLength + 2)
    }

    @Test func leavesOutAResponseThatNoStoreWouldTake() throws {
        let fields = try fields(etagLength: 1500)
        let (entry, _) = try #require(AvatarObject.entry(for: key, byteCount: 3, fields))
        #expect(entry.response == nil)
    }

    private func fields(etagLength: Int) throws -> HeaderFields {
        let response = try StoredResponse.sample(etag: "\"" + String(repeating: "e", count: etagLength) + "\"")
        return AvatarObject.fields(
            for: bytes, mediaType: "image/png", response: response, given: HeaderFields(), key: key, at: Date.now)
    }
}
