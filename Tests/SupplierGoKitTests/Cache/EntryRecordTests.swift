import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct EntryRecordTests {
    private let key = CacheKey("https://x.test/a.png", in: .images)

    private func read(_ bytes: [UInt8], as record: EntryRecord) -> EntryRecord? {
        EntryRecord(bytes.span, nameWord: record.nameWord, byteCount: record.byteCount)
    }

    @Test(arguments: ["https://x.test/ä.png", "https://x.test/b.png"]) func survivesBytes(url: String) throws {
        let sample = try StoredResponse.sample()
        let key = CacheKey(url, in: .images)
        for response in [nil, PackedResponse(sample, for: key)] {
            for time in [-1, 0, 1_790_000_000_123_456_789, Int64.min, .max] {
                let record = EntryRecord(
                    nameWord: .max - 1, byteCount: 1 << 40, checksum: .max, modifiedNanoseconds: time,
                    response: response)
                #expect(read(record.bytes, as: record) == record)
            }
        }
        #expect(PackedResponse(sample, for: key).response(for: key) == sample)
    }

    @Test func keepsAURLThatIsTheKeysInOtherBytes() throws {
        let key = CacheKey("https://x.test/a\u{308}.png", in: .images)
        let response = try StoredResponse.sample()
        #expect(response.url == key.text)
        let read = try #require(PackedResponse(response, for: key).response(for: key))
        #expect(Array(read.url.utf8) == Array(response.url.utf8))
    }

    @Test func isNoOtherEntrysRecord() throws {
        let record = EntryRecord(
            nameWord: 9, byteCount: 3, checksum: 4, modifiedNanoseconds: 5,
            response: PackedResponse(try .sample(), for: key))
        #expect(EntryRecord(record.bytes.span, nameWord: 9, byteCount: 3) == record)
        for (nameWord, byteCount) in [(8, 3), (10, 3), (9, 2), (9, 4), (1 << 63, 3), (9, 1 << 40)] as [(UInt64, Int)] {
            #expect(EntryRecord(record.bytes.span, nameWord: nameWord, byteCount: byteCount) == nil)
        }
    }

    /// What servers say of images as they are set up: ext4 has room for 68 bytes in an inode of 256.
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
        var fields = HTTPFields()
        for line in lines { fields.append(line: line.utf8.span) }
        #expect(fields.count == lines.count)
        let receivedAt: Int64 = 1_795_344_544_987_654
        let response = StoredResponse(
            url: key.text, status: HTTPStatus(200), fields: fields,
            requestedAt: Date(microseconds: receivedAt - 1_500_000), receivedAt: Date(microseconds: receivedAt))
        let record = EntryRecord(
            nameWord: .max, byteCount: 16_384, checksum: .max, modifiedNanoseconds: receivedAt * 1000 + 100_000_000,
            response: PackedResponse(response, for: key))
        #expect(record.bytes.count <= 68)
        #expect(read(record.bytes, as: record)?.response?.response(for: key) == response)
    }

    /// What freshness needs is not read from the fields again, and so must be what they say.
    @Test(arguments: [
        ["Cache-Control: max-age=7, stale-if-error=8, stale-while-revalidate=9"], ["Cache-Control: max-age=x"],
        ["Expires: {60}", "Date: {-30}"], ["Expires: never"], ["Cache-Control: no-cache"], ["Cache-Control: no-store"],
        ["Vary: *"], ["Vary: Accept", "Age: 17"], ["Last-Modified: {-1000}"], ["Last-Modified: {1000}"],
        ["Cache-Control: must-revalidate"], [],
    ])
    func keepsWhatFreshnessNeeds(lines: [String]) throws {
        for (status, assumptions) in [(200, Freshness.Assumptions.avatars), (200, .catalogs), (500, .avatars)] {
            let rule = FreshnessCase("", lines, after: 0, .fresh, status: status, delay: 3, assuming: assumptions)
            let record = EntryRecord(
                nameWord: 9, byteCount: 1, checksum: 2, modifiedNanoseconds: 3,
                response: PackedResponse(rule.response, for: key))
            let read = try #require(read(record.bytes, as: record)?.response)
            #expect(read.terms == FreshnessTerms(of: rule.response))
            #expect(Freshness(by: read.terms, assuming: assumptions) == rule.freshness)
            #expect(read.response(for: key) == rule.response)
        }
    }

    @Test func takesNoRecordOfAnotherVersion() {
        let record = EntryRecord(nameWord: 9, byteCount: 1, checksum: 2, modifiedNanoseconds: 3, response: nil)
        for (version, isTaken) in [(2, false), (3, true), (4, false)] as [(UInt8, Bool)] {
            var bytes = [version] + record.bytes[1..<(record.bytes.count - 4)]
            let seal = XXH64.hash(of: bytes.span, seed: 10)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: seal >> (8 * $0)) }
            #expect((read(bytes, as: record) != nil) == isTaken)
        }
    }

    @Test func keepsTheFieldsThatSayHowLong() throws {
        #expect(try StoredResponse.sample().fields.fields.map(\.name) == ["ETag", "Cache-Control", "Vary"])
    }

    @Test func noticesEveryDamage() throws {
        let record = EntryRecord(
            nameWord: 9, byteCount: 3, checksum: 4, modifiedNanoseconds: 5,
            response: PackedResponse(try .sample(), for: key))
        let bytes = record.bytes
        for index in bytes.indices {
            for change: UInt8 in [1, 0x80, 0xff] {
                var damaged = bytes
                damaged[index] ^= change
                #expect(read(damaged, as: record) == nil)
            }
            #expect(read(Array(bytes[..<index]), as: record) == nil)
            #expect(read(Array(bytes[(index + 1)...]), as: record) == nil)
        }
        #expect(read(bytes + [0], as: record) == nil)
    }

    @Test(arguments: [nil, 404]) func failuresSurviveBytes(_ code: Int?) {
        let failure = StoredFailure(
            url: "https://x.test/a", status: code.map(HTTPStatus.init), reason: "gone", failedAt: .now,
            retryAt: code.map { _ in .now + 3600 })
        #expect(StoredFailure(failure.bytes) == failure)
        for index in failure.bytes.indices {
            var damaged = failure.bytes
            damaged[index] ^= 0x55
            #expect(StoredFailure(damaged) == nil)
        }
    }
}
