import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct EntryRecordTests {
    @Test func survivesBytes() throws {
        for response in [nil, try StoredResponse.sample()] {
            let record = EntryRecord(
                byteCount: 1 << 40, checksum: .max, modifiedNanoseconds: -1, response: response)
            #expect(EntryRecord(record.bytes) == record)
        }
    }

    @Test func keepsTheFieldsThatSayHowLong() throws {
        #expect(try StoredResponse.sample().fields.fields.map(\.name) == ["ETag", "cache-control", "Vary"])
    }

    @Test func noticesEveryDamage() throws {
        let record = EntryRecord(
            byteCount: 3, checksum: 4, modifiedNanoseconds: 5, response: try StoredResponse.sample())
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
