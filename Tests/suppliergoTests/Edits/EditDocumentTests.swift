import SupplierGoTesting
import TestSupport
import Testing

@testable import SupplierGoKit
@testable import suppliergo

/// The text that edits are kept as.
struct EditDocumentTests {
    private func document() throws -> EditDocument {
        let now = try #require(Timestamp("2026-11-23T09:11:16.040Z"))
        let later = try #require(Timestamp("2026-11-23T10:00:00+01:30"))
        var document = EditDocument(catalog: "https://a.example/\"c\".json")
        let hostile = "Ünïcode \"quoted\" \\ 🥨 \u{2067}rtl"
        try document.edits.change(
            [.fullname: hostile, .avatar: ""], of: Supplier.ID(1), original: SampleData.supplier(1, avatar: "1.png"),
            at: now)
        try document.edits.add(#require(Supplier.ID("x y\t\u{1}")), [.fullname: "Ana Lima", .company: "C"], at: later)
        try document.edits.remove(Supplier.ID(2), original: SampleData.supplier(2), at: now)
        try document.edits.change([.phone: "1234"], of: Supplier.ID(3), original: SampleData.supplier(3), at: now)
        try document.edits.remove(Supplier.ID(3), original: SampleData.supplier(3), at: now)
        try document.edits.add(Supplier.ID(4), [.fullname: "Ana Lima", .company: "C"], at: later)
        try document.edits.remove(Supplier.ID(4), original: nil, at: now)
        return document
    }

    @Test func isReadAsItWasWritten() throws {
        let document = try document()
        let read = EditDocument(document.bytes)
        #expect(read == document)
        #expect(read.bytes == document.bytes)
        let text = String(decoding: document.bytes, as: UTF8.self)
        #expect(text.split(separator: "\n").count == 6)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }

    @Test func hasAFormThatStays() throws {
        let text = """
            {"suppliergoEdits":1,"catalog":"/c.json"}
            {"id":"13","edit":"changed","since":"2026-11-23T09:11:16.040Z","fields":{"phone":{"from":"020","to":"111",\
            "at":"2026-11-23T09:11:17.000Z"}}}

            """
        let document = EditDocument(Array(text.utf8))
        #expect(String(decoding: document.bytes, as: UTF8.self) == text)
        #expect(document.catalog == "/c.json")
        #expect(document.damagedLines.isEmpty)
        let change = document.edits[Supplier.ID(13)]?.changes[.phone]
        #expect(change?.value == "111" && change?.replaced == "020")
    }

    @Test(arguments: [
        "{\"id\":\"5\"", "{}", "[]", "null", "x", "{\"id\":\"\",\"edit\":\"changed\"}", "{},{}", "1] [2",
        #"{"id":"5","edit":"changed","since":"2026-11-23T09:11:16Z","fields":{}}"#,
        #"{"id":"5","edit":"painted","since":"2026-11-23T09:11:16Z","#
            + #""fields":{"phone":{"from":"1","to":"2","at":"2026-11-23T09:11:16Z"}}}"#,
        #"{"id":"5","edit":"changed","since":"2026-11-23T09:11:16Z","#
            + #""fields":{"phone":{"to":"2","at":"2026-11-23T09:11:16Z"}}}"#,
        #"{"id":"5","edit":"changed","since":"2026-11-23T09:11:16Z","#
            + #""fields":{"color":{"from":"1","to":"2","at":"2026-11-23T09:11:16Z"}}}"#,
        #"{"id":"5","edit":"changed","since":"yesterday","#
            + #""fields":{"phone":{"from":"1","to":"2","at":"2026-11-23T09:11:16Z"}}}"#,
        #"{"id":"5","edit":"changed","since":"2026-11-23T09:11:16Z","#
            + #""fields":{"phone":{"from":"1","to":"\ud800","at":"2026-11-23T09:11:16Z"}}}"#,
    ])
    func aDamagedLineCostsItself(line: String) throws {
        let document = try document()
        var lines = document.bytes.split(separator: UInt8(ascii: "\n"))
        lines.insert(Array(line.utf8)[...], at: 2)
        let read = EditDocument(Array(lines.joined(separator: [UInt8(ascii: "\n")])))
        #expect(read.edits == document.edits)
        #expect(read.damagedLines == [.init(number: 3, bytes: Array(line.utf8))])
        #expect(read.bytes == document.bytes)
    }

    @Test func whateverIsReadIsWrittenAsTheSame() throws {
        var random = SeededRandom()
        let start = random.seed
        let whole = try document().bytes
        for _ in 0..<(RandomWalk.isLong ? 50_000 : 2_000) {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[index] = .random(in: .min ... .max, using: &random)
                case 1: bytes.removeSubrange(index..<min(bytes.count, index + 5))
                case 2: bytes.insert(contentsOf: Array("9223372036854775808".utf8), at: index)
                default: bytes.insert(contentsOf: whole[index % whole.count..<min(whole.count, index + 40)], at: index)
                }
            }
            let read = EditDocument(bytes)
            let again = EditDocument(read.bytes)
            #expect(again.edits == read.edits && again.catalog == read.catalog, "seed \(start)")
            #expect(again.bytes == read.bytes && again.damagedLines.isEmpty, "seed \(start)")
        }
    }

    @Test func everyByteMayBeCutOff() throws {
        let bytes = try document().bytes
        let whole = try document().edits
        for count in bytes.indices {
            let read = EditDocument(Array(bytes[..<count]))
            // A line is whole with its last byte, its line feed or not.
            let lines = bytes[..<(count + 1)].count { $0 == UInt8(ascii: "\n") }
            let isCut = count > 0 && bytes[count] != UInt8(ascii: "\n") && bytes[count - 1] != UInt8(ascii: "\n")
            #expect(read.edits.count == max(lines - 1, 0), "\(count)")
            #expect(read.edits.ids.allSatisfy { read.edits[$0] == whole[$0] })
            #expect(read.damagedLines.count == (isCut ? 1 : 0), "\(count)")
        }
    }

    @Test func setsTheOlderOfTwoLinesOfAnIdAside() throws {
        let lines = try document().bytes.split(separator: UInt8(ascii: "\n"))
        let older = String(decoding: lines[1], as: UTF8.self)
        let newer = older.replacing("\"since\":\"20", with: "\"since\":\"19")
        let text = [String(decoding: lines[0], as: UTF8.self), older, "x", newer].joined(separator: "\n")
        let read = EditDocument(Array(text.utf8))
        #expect(read.edits.count == 1 && read.edits.newestFirst[0].createdAt.description.hasPrefix("19"))
        #expect(read.damagedLines.map(\.number) == [2, 3] && read.damagedLines[0].bytes == Array(older.utf8))
    }

    @Test func takesALaterHeadForDamage() throws {
        let document = try document()
        let text = String(decoding: document.bytes, as: UTF8.self) + #"{"suppliergoEdits":2,"catalog":"/d"}"#
        let read = EditDocument(Array(text.utf8))
        #expect(read.catalog == document.catalog)
        #expect(read.damagedLines.count == 1 && read.edits == document.edits)
    }
}
