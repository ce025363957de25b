import SupplierGoTesting
import Testing

@testable import SupplierGoKit

/// The text that edits are kept as.
struct EditDocumentTests {
    private func document() throws -> EditDocument {
        let now = try #require(Timestamp("2026-11-23T09:11:16.040Z"))
        let later = try #require(Timestamp("2026-11-23T10:00:00+01:30"))
        var document = EditDocument(catalog: "https://a.example/\"c\".json")
        let hostile = "Ünïcode \"quoted\" \\ 🥨 \u{202e}rtl"
        try document.edits.change(
            [.fullname: hostile, .avatar: ""], of: Supplier.ID(1), original: SampleData.supplier(1, avatar: "1.png"),
            at: now)
        try document.edits.add(#require(Supplier.ID("x y\t\u{1}")), [.fullname: "Ana Lima", .company: "C"], at: later)
        try document.edits.remove(Supplier.ID(2), original: SampleData.supplier(2), at: now)
        return document
    }

    @Test func isReadAsItWasWritten() throws {
        let document = try document()
        let read = EditDocument(document.bytes)
        #expect(read == document)
        #expect(read.bytes == document.bytes)
        let text = String(decoding: document.bytes, as: UTF8.self)
        #expect(text.split(separator: "\n").count == 4)
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
        #expect(document.damagedLines.isEmpty && !document.isFromNewerVersion)
        let change = document.edits[Supplier.ID(13)]?.changes[.phone]
        #expect(change?.value == "111" && change?.replaced == "020")
    }

    @Test(arguments: [
        "{\"id\":\"5\"", "{}", "[]", "null", "x", "{\"id\":\"\",\"edit\":\"changed\"}", "{},{}", "1] [2",
        #"{"id":"5","edit":"changed","since":"2026-11-23T09:11:16Z","fields":{}}"#,
        #"{"id":"5","edit":"painted","since":"2026-11-23T09:11:16Z","fields":{"phone":{"from":"1","to":"2","at":"2026-11-23T09:11:16Z"}}}"#,
        #"{"id":"5","edit":"changed","since":"2026-11-23T09:11:16Z","fields":{"phone":{"to":"2","at":"2026-11-23T09:11:16Z"}}}"#,
        #"{"id":"5","edit":"changed","since":"2026-11-23T09:11:16Z","fields":{"color":{"from":"1","to":"2","at":"2026-11-23T09:11:16Z"}}}"#,
        #"{"id":"5","edit":"changed","since":"yesterday","fields":{"phone":{"from":"1","to":"2","at":"2026-11-23T09:11:16Z"}}}"#,
        #"{"id":"5","edit":"changed","since":"2026-11-23T09:11:16Z","fields":{"phone":{"from":"1","to":"\ud800","at":"2026-11-23T09:11:16Z"}}}"#,
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

    @Test func everyByteMayBeCutOff() throws {
        let bytes = try document().bytes
        for count in bytes.indices {
            let read = EditDocument(Array(bytes[..<count]))
            #expect(read.edits.count <= 3 && read.damagedLines.count <= 1)
        }
    }

    @Test func knowsThatANewerVersionWroteIt() throws {
        let text = "{\"suppliergoEdits\":2,\"catalog\":\"/c.json\",\"more\":[1]}\n{\"id\":\"7\",\"edit\":\"moved\"}\n"
        let document = EditDocument(Array(text.utf8))
        #expect(document.isFromNewerVersion)
        #expect(document.damagedLines.map(\.number) == [2])
    }
}
