import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Whatever a record holds, decoding checks it: nothing traps later, and what was decoded is encoded as the same value.
struct RecordFormatTests {
    private static let stepCount = RandomWalk.isLong ? 100_000 : 10_000
    private static let key = CacheKey("https://x.test/a.png", in: .images)
    private static let moment = Date(timeIntervalSince1970: 1_700_000_000)

    private var responses: [StoredResponse] {
        get throws {
            let lines = [
                ["Age: 7", "ETag: \"1\"", "Date: {-3}", "Expires: {60}", "Vary: Accept", "Last-Modified: {-9}"],
                ["Cache-Control: max-age=9, stale-if-error=8, stale-while-revalidate=7", "Last-Modified: Sunday"], [],
            ]
            let redirects = [(status: HTTPStatus(301), fields: ResponseLines.fields(["Cache-Control: max-age=5"]))]
            let direct = lines.map { lines in
                StoredResponse(
                    url: Self.key.text, status: HTTPStatus(200), fields: ResponseLines.fields(lines, at: Self.moment),
                    requestedAt: Self.moment - 1, receivedAt: Self.moment)
            }
            let redirected = StoredResponse(
                url: "https://y.test/", status: HTTPStatus(410), fields: HeaderFields(), redirects: redirects,
                requestFields: HeaderFields(), requestedAt: Self.moment, receivedAt: Self.moment)
            var counted = try StoredResponse.sample()
            counted.countFields = ResponseLines.fields(["X-Total: 12", "X-WP-TotalPages: 2"])
            var (inside, outside) = (try StoredResponse.sample(), try StoredResponse.sample())
            (inside.isFromPublicAddress, outside.isFromPublicAddress) = (false, true)
            return direct + [redirected, counted, inside, outside, try .sample()]
        }
    }

    /// Decodes bytes that are changed at random and then sealed.
    ///
    /// - Parameter check: decodes them, encodes the value, and compares; returns whether there was a value.
    private func walk(
        _ records: [[UInt8]], seed: UInt64 = 0, _ check: (_ bytes: [UInt8]) throws -> Bool
    ) rethrows {
        var random = SeededRandom()
        let start = random.seed
        var valueCount = 0
        for _ in 0..<Self.stepCount {
            let record = records.randomElement(using: &random) ?? []
            let body = Self.changed(Array(record.dropLast(4)), &random)
            if try check(CraftedRecord.sealed(body, seed: seed)) { valueCount += 1 }
        }
        #expect(valueCount > Self.stepCount / 100, "seed \(start)")
    }

    private static let extremes: [UInt64] = [
        0, 1, 0x7f, 0x80, UInt64(CacheControl.longest) + 3, 1 << 32, 1 << 53, 1 << 62, 1 << 63 - 1, 1 << 63,
        1 << 63 + 5, .max - 1, .max,
    ]

    private static func changed(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            // The version stays.
            guard bytes.count > 1 else { return bytes }
            let index = Int.random(in: 1..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[index] = .random(in: .min ... .max, using: &random)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes.removeSubrange(index..<min(bytes.count, index + 3))
            case 3: bytes.removeSubrange(index...)
            default:
                let number = extremes.randomElement(using: &random) ?? 0
                bytes.replaceSubrange(index...index, with: CraftedRecord.count(number))
            }
        }
        return bytes
    }

    /// Uses a response in each way that depends on its numbers.
    private func use(_ response: StoredResponse) -> Bool {
        let freshness = Freshness(of: response, assuming: .avatars)
        _ = (freshness.state(at: Self.moment), response.missingUntil, response.expiresText, response.lastModified)
        return response.updated(by: response) != nil && response.hidingURL(unless: "").url != ""
            && response.conditions.fields.count >= 0
    }

    /// Dates are near enough to be encoded to the microsecond.
    private func isExact(_ dates: Date?...) -> Bool {
        dates.allSatisfy { abs($0?.timeIntervalSinceReferenceDate ?? 0) < 2e9 }
    }

    @Test func anEntrysRecord() throws {
        let owner = EntryRecord.Owner(Self.key, byteCount: 3)
        let records = try responses.map {
            EntryRecord(checksum: 4, modifiedMicroseconds: Self.moment.microseconds, response: $0).bytes(of: owner)
        }
        walk(records, seed: owner.seed) { bytes in
            guard let record = EntryRecord(bytes, of: owner) else { return false }
            if let response = record.response { _ = use(response) }
            let again = EntryRecord(record.bytes(of: owner), of: owner)
            if isExact(record.response?.receivedAt, record.response?.requestedAt) { #expect(again == record) }
            return true
        }
    }

    /// Numbers that no file and no catalog has.
    @Test(arguments: [Int.max, .min, 1 << 62]) func anImpossibleNumber(number: Int) {
        let owner = EntryRecord.Owner(Self.key, byteCount: 3)
        let record = EntryRecord(checksum: 4, modifiedMicroseconds: Int64(number), response: nil)
        #expect(EntryRecord(record.bytes(of: owner), of: owner) == nil)
        let entry = CacheEntry(
            key: Self.key, file: nil, byteCount: 3, storedAt: Date(timeIntervalSince1970: Double(number)), response: nil
        )
        #expect(Date.microsecondRange.contains(ContentIdentity(of: entry).modifiedAt))
    }

    @Test func aFailure() {
        let failures = [Self.moment, nil].map { date in
            var failure = StoredResponse.Failure(
                url: "https://x.test/", status: date.map { _ in HTTPStatus(404) }, reason: "gone",
                failedAt: Self.moment, retryAt: date)
            failure.isPersonal = date != nil
            return failure
        }
        walk(failures.map { $0.bytes() }) { bytes in
            guard let failure = StoredResponse.Failure(bytes) else { return false }
            let again = StoredResponse.Failure(failure.bytes())
            if isExact(failure.failedAt, failure.retryAt) { #expect(again == failure) }
            return true
        }
    }

    @Test func aTableOfPages() throws {
        let identity = ContentIdentity(byteCount: 100, modifiedAt: 7)
        let pages = try responses.enumerated().map { index, response in
            Snapshot.Page(address: "https://x.test/\(index)", response: response)
        }
        typealias Table = Snapshot.PageTable
        walk([Table.bytes(of: identity, pages), Table.bytes(of: identity, [pages[0]])]) { bytes in
            guard let table = Table.pages(of: identity, in: bytes) else { return false }
            let again = Table.pages(of: identity, in: Table.bytes(of: identity, table))
            if table.allSatisfy({ isExact($0.response.receivedAt, $0.response.requestedAt) }) {
                #expect(again == table)
            }
            return table.allSatisfy { use($0.response) }
        }
    }

    /// The words of an index's entries and of its footer, which a foreign cache does not check.
    @Test func anIndex() throws {
        var random = SeededRandom()
        let start = random.seed
        let identity = ContentIdentity(byteCount: 1000, modifiedAt: 7)
        let footer = RecordIndex.footer(of: identity, 0, badRecordCount: 0)
        let id = try #require(Supplier.ID("a"))
        let hash = XXH64.hash(of: id.rawValue.utf8.span)
        let records = [300, 700].compactMap { RecordIndex.word(ofHash: hash, offset: $0) }
        var openCount = 0
        for _ in 0..<Self.stepCount / 40 {
            var words = records + footer
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let number = Self.extremes.randomElement(using: &random) ?? 0
                words[Int.random(in: 0..<words.count, using: &random)] = number
            }
            guard let index = RecordIndex(words.bytes, of: identity, lookingUp: id) else { continue }
            openCount += 1
            #expect(index.byteOffsets.allSatisfy { $0 >= 0 }, "seed \(start)")
        }
        #expect(openCount > Self.stepCount / 400, "seed \(start)")
    }
}
