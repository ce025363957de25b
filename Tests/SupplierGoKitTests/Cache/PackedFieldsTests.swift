import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

struct PackedFieldsTests {
    private static let receivedAt: Int64 = 1_790_000_000_123_456

    /// The bytes of fields, after seeing that they come back as they are.
    private func packed(_ fields: HTTPFields, receivedAt: Int64 = receivedAt) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: PackedFields.room(for: fields)) {
            $0.append(packing: fields, receivedAt: receivedAt)
        }
        #expect(PackedFields.fields(in: bytes.span, from: 0, receivedAt: receivedAt) == fields)
        return bytes
    }

    private func fields(_ name: String, _ value: String) throws -> HTTPFields {
        HTTPFields([try #require(HTTPFields.Field(name: name, value: value))])
    }

    @Test(
        arguments: [
            ("Date", "Mon, 21 Sep 2026 14:13:19 GMT", 2), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT", 6),
            ("Expires", "Thu, 01 Jan 1970 00:00:00 GMT", 6), ("Expires", "Mon, 01 Jan 1900 00:00:00 GMT", 6),
            ("Expires", "Fri, 31 Dec 9999 23:59:59 GMT", 7), ("Cache-Control", "max-age=86400", 5),
            ("Cache-Control", "public, max-age=31536000, immutable", 8), ("Cache-Control", "no-cache", 2),
            ("Cache-Control", "max-age=0, stale-while-revalidate=999999999999999", 12),
            ("Vary", "Accept-Encoding, Origin", 3), ("Vary", "*", 2), ("Content-Type", "image/svg+xml", 2),
            ("Content-Type", "application/json; charset=utf-8", 2), ("ETag", "\"6b01ea32-1dd4\"", 9),
            ("ETag", "W/\"6b01ea32-1dd4\"", 9), ("ETag", "\"\"", 2), ("ETag", "\"-\"", 3), ("ETag", "\"a-\"", 4),
            ("ETag", "\"-a\"", 4), ("ETag", "\"d41d8cd98f00b204e9800998ecf8427e\"", 18),
            ("ETag", "\"" + String(repeating: "0f", count: 124) + "\"", 127),
        ] as [(String, String, Int)])
    func packsTheUsual(name: String, value: String, byteCount: Int) throws {
        #expect(packed(try fields(name, value)).count == byteCount)
    }

    @Test(arguments: [
        "", "x", "Mon, 22 Sep 2026 14:13:19 GMT", "mon, 21 Sep 2026 14:13:19 GMT", "Mon, 21 Sep 2026 14:13:19 CET",
        "Sun, 31 Feb 2026 14:13:19 GMT", "Wed, 31 Dec 2026 23:59:60 GMT", "Mon, 21-Sep-2026 14:13:19 GMT", "0",
        "max-age=086400", "max-age=", "max-age=-1", "max-age=1000000000000000", "max-age", "max-age=1,public",
        "public,",
        "public, ", "public,  private", "Public", "max-age=\"60\"", "unknown, public", "public, unknown", "=1",
        "\"6B01EA32\"", "\"1-2-3\"", "\"xyz\"", "W/", "w/\"1\"", "W/1", "\"", "1dd4", "\"é\"",
        "\"" + String(repeating: "0f", count: 125) + "\"",
    ])
    func keepsAsItIsWhateverElseThereIs(value: String) throws {
        for name in StoredResponse.fieldNames {
            #expect(packed(try fields(name, value)).count >= min(value.utf8.count, 2))
        }
    }

    @Test(arguments: [0, -1, .min, .max, 999_999, -62_135_596_800_000_000] as [Int64])
    func packsDatesFromWhateverTime(receivedAt: Int64) throws {
        _ = packed(try fields("Date", "Mon, 21 Sep 2026 14:13:19 GMT"), receivedAt: receivedAt)
    }

    @Test func packsWhateverPartsAreInWhateverOrder() throws {
        let parts = [
            "max-age", "=", "60", "0", ", ", ",", " ", "public", "\"", "-", "W/", "0f", "a", "*", "Accept", "é", "/",
            "Mon, 21 Sep 2026 14:13:19 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "image/png", ";", "private", "é\"",
        ]
        var random = SeededRandom()
        for _ in 0..<3000 {
            var fields = HTTPFields()
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let count = Int.random(in: 0...5, using: &random)
                let value = (0..<count).compactMap { _ in parts.randomElement(using: &random) }.joined()
                let name = try #require(StoredResponse.fieldNames.randomElement(using: &random))
                fields.append(try #require(HTTPFields.Field(name: name, value: value)))
            }
            _ = packed(fields)
        }
    }

    /// Whatever the bytes are, reading them ends, and finds fields or none.
    @Test func readsAnyBytes() {
        var random = SeededRandom()
        var count = 0
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                UInt8.random(in: 0...(Bool.random(using: &random) ? 0x4f : .max), using: &random)
            }
            let receivedAt = Bool.random(using: &random) ? Self.receivedAt : .max
            if let fields = PackedFields.fields(in: bytes.span, from: 0, receivedAt: receivedAt) {
                count += 1
                _ = packed(fields)
            }
        }
        #expect(count > 100)
    }
}
