import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct EntryRecordTests {
    @Test func survivesBytes() throws {
        let sample = try StoredResponse.sample()
        for response in [nil, PackedResponse(sample)] {
            let record = EntryRecord(
                nameWord: .max - 1, byteCount: 1 << 40, checksum: .max, modifiedNanoseconds: -1, response: response)
            #expect(EntryRecord(record.bytes) == record)
        }
        #expect(PackedResponse(sample).response == sample)
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
                nameWord: 9, byteCount: 1, checksum: 2, modifiedNanoseconds: 3, response: PackedResponse(rule.response))
            let read = try #require(EntryRecord(record.bytes)?.response)
            #expect(read.terms == FreshnessTerms(of: rule.response))
            #expect(Freshness(by: read.terms, assuming: assumptions) == rule.freshness)
            #expect(read.response == rule.response)
        }
    }

    @Test func takesNoRecordOfAnotherVersion() {
        for version: UInt8 in [1, 3] {
            var values = PackedValues()
            let bytes = EntryRecord(nameWord: 9, byteCount: 1, checksum: 2, modifiedNanoseconds: 3, response: nil).bytes
            values.append(contentsOf: [version] + bytes[1..<(bytes.count - 8)])
            values.seal()
            #expect(EntryRecord(values.bytes) == nil)
        }
    }

    @Test func keepsTheFieldsThatSayHowLong() throws {
        #expect(try StoredResponse.sample().fields.fields.map(\.name) == ["ETag", "cache-control", "Vary"])
    }

    @Test func noticesEveryDamage() throws {
        let record = EntryRecord(
            nameWord: 9, byteCount: 3, checksum: 4, modifiedNanoseconds: 5, response: PackedResponse(try .sample()))
        let bytes = record.bytes
        for index in bytes.indices {
            for change: UInt8 in [1, 0x80, 0xff] {
                var damaged = bytes
                damaged[index] ^= change
                #expect(EntryRecord(damaged) == nil)
            }
            #expect(EntryRecord(Array(bytes[..<index])) == nil)
            #expect(EntryRecord(Array(bytes[(index + 1)...])) == nil)
        }
        #expect(EntryRecord(bytes + [0]) == nil)
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
