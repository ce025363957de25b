import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

struct EntryRecordTests {
    private let key = CacheKey("https://x.test/a.png", in: .images)

    private func owner(byteCount: Int = 3) -> EntryRecord.Owner { EntryRecord.Owner(key, byteCount: byteCount) }

    private func record(_ response: StoredResponse?, modified: Int64 = 5) -> EntryRecord {
        EntryRecord(checksum: 4, modifiedMicroseconds: modified, response: response)
    }

    @Test(arguments: ["https://x.test/ä.png", "https://x.test/b.png"]) func survivesBytes(url: String) throws {
        let owner = EntryRecord.Owner(CacheKey(url, in: .images), byteCount: 1 << 40)
        for response in [nil, try StoredResponse.sample()] {
            let limits = Date.microsecondRange
            for time in [-1, 0, 1_790_000_000_123_456, limits.lowerBound, limits.upperBound] {
                let record = EntryRecord(checksum: .max, modifiedMicroseconds: time, response: response)
                #expect(EntryRecord(record.bytes(of: owner), of: owner) == record)
            }
        }
    }

    @Test func keepsAURLThatIsTheKeysInOtherBytes() throws {
        let owner = EntryRecord.Owner(CacheKey("https://x.test/a\u{308}.png", in: .images), byteCount: 1)
        let response = try StoredResponse.sample()
        #expect(response.url == owner.url)
        let read = try #require(EntryRecord(record(response).bytes(of: owner), of: owner)?.response)
        #expect(Array(read.url.utf8) == Array(response.url.utf8))
    }

    @Test func isNoOtherEntrysRecord() throws {
        let bytes = record(try .sample()).bytes(of: owner())
        #expect(EntryRecord(bytes, of: owner()) != nil)
        for byteCount in [2, 4, 1 << 40] { #expect(EntryRecord(bytes, of: owner(byteCount: byteCount)) == nil) }
        let other = CacheKey("https://x.test/b.png", in: .images)
        #expect(EntryRecord(bytes, of: EntryRecord.Owner(other, byteCount: 3)) == nil)
    }

    @Test func isReadByTheNameOfTheFile() throws {
        let nameWord = try #require(CacheKey.Name.word(ofFile: String(key.name.path.dropFirst(3)) + ".png"))
        let read = EntryRecord(
            record(try .sample()).bytes(of: owner()), of: EntryRecord.Owner(nameWord: nameWord, byteCount: 3))
        #expect(read?.checksum == 4)
    }

    /// What servers say of images in their usual configurations: ext4 has room for 68 bytes in an inode of 256.
    @Test(arguments: [
        // nginx with `expires 1d`
        [
            "Date: Sun, 22 Nov 2026 10:49:04 GMT", "Content-Type: image/jpeg", "ETag: \"6b01ea32-1dd4\"",
            "Last-Modified: Sat, 21 Nov 2020 19:00:02 GMT", "Expires: Mon, 23 Nov 2026 10:49:04 GMT",
            "Cache-Control: max-age=86400",
        ],
        // Amazon S3
        [
            "Date: Sun, 22 Nov 2026 10:49:04 GMT", "Last-Modified: Sat, 21 Nov 2020 19:00:02 GMT",
            "ETag: \"d41d8cd98f00b204e9800998ecf8427e\"", "Content-Type: image/png",
        ],
        // Apache
        [
            "Date: Sun, 22 Nov 2026 10:49:04 GMT", "Last-Modified: Sat, 21 Nov 2020 19:00:02 GMT",
            "ETag: \"1dd4-62b5c8d1e2f80\"", "Cache-Control: public, max-age=604800", "Content-Type: image/png",
        ],
    ])
    func isShortForAUsualAnswer(lines: [String]) throws {
        let fields = ResponseLines.fields(lines)
        #expect(fields.fields.count == lines.count)
        let receivedAt: Int64 = 1_795_344_544_987_654
        let response = StoredResponse(
            url: key.text, status: HTTPStatus(200), fields: fields,
            requestedAt: Date(microseconds: receivedAt - 1_500_000), receivedAt: Date(microseconds: receivedAt))
        let record = EntryRecord(checksum: .max, modifiedMicroseconds: receivedAt + 100_000, response: response)
        #expect(record.bytes(of: owner()).count <= 68)
        #expect(EntryRecord(record.bytes(of: owner()), of: owner()) == record)
        #expect(response.conditions.fields.map(\.value) == ["ETag", "Last-Modified"].compactMap { fields[$0] })
    }

    @Test(arguments: [
        ["Cache-Control: max-age=7, stale-if-error=8, stale-while-revalidate=9"], ["Cache-Control: max-age=x"],
        ["Expires: {60}", "Date: {-30}"], ["Expires: never"], ["Cache-Control: no-cache"], ["Cache-Control: no-store"],
        ["Vary: *"], ["Vary: Accept", "Age: 17"], ["Last-Modified: {-1000}"], ["Last-Modified: {1000}"],
        ["Last-Modified: Sunday, 06-Nov-94 08:00:00 GMT"], ["Cache-Control: must-revalidate, public"],
        ["Cache-Control: private, s-maxage=9"], [],
    ])
    func keepsWhatFreshnessAndValidationNeed(lines: [String]) throws {
        for status in [200, 500] {
            let response = FreshnessCase("", lines, after: 0, .fresh, status: status, delay: 3).response
            let read = try #require(EntryRecord(record(response).bytes(of: owner()), of: owner())?.response)
            #expect(read == response)
            #expect(read.conditions == response.conditions)
        }
    }

    @Test func takesNoRecordOfAnotherVersion() {
        let bytes = record(nil).bytes(of: owner())
        for version in [4, 5, 6] as [UInt8] {
            var bytes = [version] + bytes[1..<(bytes.count - 4)]
            let seal = XXH64.hash(of: bytes.span, seed: owner().seed)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: seal >> (8 * $0)) }
            #expect((EntryRecord(bytes, of: owner()) != nil) == (version == 5))
        }
    }

    /// A record of version 4, as the program wrote it before: it did not tell what is for this user only.
    @Test func takesNoRecordOfAnEarlierVersion() throws {
        let bytes: [UInt8] = [4, 4, 0, 0, 0, 0, 0, 0, 0, 10]
        let seal = XXH64.hash(of: bytes.span, seed: owner().seed)
        let old = bytes + (0..<4).map { UInt8(truncatingIfNeeded: seal >> (8 * $0)) }
        #expect(EntryRecord(old, of: owner()) == nil)
    }

    @Test func noticesEveryDamage() throws {
        let bytes = record(try .sample()).bytes(of: owner())
        for index in bytes.indices {
            for change: UInt8 in [1, 0x80, 0xff] {
                var damaged = bytes
                damaged[index] ^= change
                #expect(EntryRecord(damaged, of: owner()) == nil)
            }
            #expect(EntryRecord(Array(bytes[..<index]), of: owner()) == nil)
            #expect(EntryRecord(Array(bytes[(index + 1)...]), of: owner()) == nil)
        }
        #expect(EntryRecord(bytes + [0], of: owner()) == nil)
    }
}
