import Testing

@testable import SupplierGoKit

/// Suppliers rendered on the tasks that decode them, compared with the same suppliers rendered afterwards.
@Suite struct RecordRenderingTests {
    private static func batch(_ chunks: [[UInt8]], by renderer: (any SupplierRendering)?) -> DecodedBatch {
        let plan = DecodingPlan(renderer: { renderer }, hashesIDs: true)
        return CatalogReading(of: chunks, as: plan).batch
    }

    /// Expects the same both ways, and says how many suppliers had plain fields.
    @discardableResult
    private static func expectNoDifference(
        _ chunks: [[UInt8]], sourceLocation: SourceLocation = #_sourceLocation
    ) -> Int {
        let renderer = FieldRenderer()
        let (rendered, read) = (batch(chunks, by: renderer), batch(chunks, by: nil))
        var written = RenderedSuppliers()
        for supplier in read.suppliers { written.append(supplier, by: FieldRenderer()) }
        let text = Comment(rawValue: String(decoding: chunks.joined(), as: UTF8.self))
        #expect(rendered.rendered.bytes == written.bytes, text, sourceLocation: sourceLocation)
        #expect(rendered.rendered.readCount == written.readCount, text, sourceLocation: sourceLocation)
        #expect(rendered.byteOffsets == read.byteOffsets, text, sourceLocation: sourceLocation)
        #expect(rendered.idHashes == read.idHashes, text, sourceLocation: sourceLocation)
        #expect(rendered.badRecords == read.badRecords, text, sourceLocation: sourceLocation)
        return renderer.plainCount
    }

    @Test(arguments: [
        Record.text("1"), Record.text("1", fullname: "Zoë 山田"), Record.text("a long id of more than fifteen bytes"),
        Record.text(replacing: "avatar", with: nil), Record.text(replacing: "avatar", with: "null"),
        Record.text(replacing: "avatar", with: #""""#), Record.text(replacing: "phone", with: #""""#),
        Record.text(replacing: "createdAt", with: #""2021-01-21T09:11:16.040+02:00""#),
        Record.text(replacing: "email", with: #""last@example.com","email":"really@example.com""#),
        Record.text(replacing: "email", with: #""","more":"","even":-12.5e3,"and":true"#),
        #"{"email":"e","x":true,"company":"c","phone":"p","fullname":"f","createdAt":"2021-01-21T09:11:16Z","id":"i"}"#,
        Record.text(replacing: "email", with: #""e","more":[{"id":2},[]],"x":{}"#),
        "{\((0..<40).map { #""\#($0)":0"# }.joined(separator: ",")),\(Record.text("1").dropFirst())",
        #"{"\u0069d":"2"}"#.replacing("}", with: Record.text("1").replacing("{", with: ",")),
    ])
    func copiesWhatIsPlain(record: String) {
        #expect(Self.expectNoDifference([Array("[\(record)]".utf8)]) == 1, "\(record)")
        #expect(Self.expectNoDifference([Array("[\(Record.text("0")),\(record)]".utf8)]) == 2, "\(record)")
        #expect(Self.expectNoDifference([Array("[\(record),\(Record.text("2"))]".utf8)]) == 2, "\(record)")
    }

    static let others =
        [
            "7", "[]", "{}", #"{"id":"1"}"#, Record.text(replacing: "id", with: "12"),
            Record.text(replacing: "id", with: #""""#), Record.text(replacing: "company", with: #"{"a":1}"#),
            Record.text(replacing: "avatar", with: "1"),
            Record.text(replacing: "avatar", with: #""\ud800""#), Record.text(replacing: "phone", with: "null"),
        ] + ["id", "createdAt", "fullname", "phone", "company", "email"].map { Record.text(replacing: $0, with: nil) }
        + ["fullname", "phone", "company", "email"].map { Record.text(replacing: $0, with: #""a\tb""#) }
        + [
            "2021-01-21t09:11:16Z", "2021-01-21T09:11:16z", "2021-01-21T09:11:16+00:00", "2021-01-21T09:11:16-00:00",
            "2016-12-31T23:59:60Z", "2017-01-01T00:59:60+01:00", "2021-02-29T09:11:16Z", "2021-01-21", "",
        ].map { Record.text(replacing: "createdAt", with: #""\#($0)""#) }

    @Test(arguments: others)
    func copiesWhatIsNotPlainElsewhere(record: String) {
        Self.expectNoDifference([Array("[\(record)]".utf8)])
        let between = [Record.text("1"), record, Record.text("3")].joined(separator: ",")
        #expect(Self.expectNoDifference([Array("[\(between)]".utf8)]) >= 2, "\(record)")
    }

    @Test(arguments: ["id", "fullname", "avatar", "phone", "company", "email", "more"])
    func knowsWhatIsNotUTF8(field: String) throws {
        let record = Record.text(replacing: "avatar", with: #""","more":"""#)
        for flaw: [UInt8] in [[0xff], [0xc3], [0xed, 0xa0, 0x80]] {
            var bytes = Array("[\(record.replacing(#""\#(field)":""#, with: #""\#(field)":"!"#))]".utf8)
            let mark = try #require(bytes.firstIndex(of: UInt8(ascii: "!")))
            bytes.replaceSubrange(mark...mark, with: flaw)
            Self.expectNoDifference([bytes])
        }
    }

    @Test func saysTheSameOfAnyRecords() {
        var generator = DocumentGenerator(seed: 3)
        var copiedCount = 0
        for _ in 0..<1000 {
            let catalog = "[" + (0..<12).map { _ in generator.plainRecord() }.joined(separator: ",") + "]"
            copiedCount += Self.expectNoDifference([Array(catalog.utf8)])
            Self.expectNoDifference([generator.broken(catalog)])
        }
        #expect((6000...12_000).contains(copiedCount), "\(copiedCount)")
    }

    @Test func saysTheSameWhereverTheCatalogIsCut() {
        let bytes = Array("[\(Record.text("1")),\(Record.text("2", fullname: "Zoë")),\(Record.text("3"))]".utf8)
        for cut in bytes.indices {
            #expect(Self.expectNoDifference([Array(bytes[..<cut]), Array(bytes[cut...])]) == 3)
        }
    }

    @Test func endsAStrictCatalogAfterWhatWasCopied() {
        let records = [Record.text("1"), Record.text(replacing: "id", with: nil), Record.text("3")]
        let catalog = Array("[\(records.joined(separator: ","))]".utf8)
        let reading = CatalogReading(of: [catalog], as: DecodingPlan(isStrict: true, renderer: { FieldRenderer() }))
        #expect(reading.error == nil)
        #expect(reading.batch.rendered.count == 1)
        #expect(reading.batch.badRecords.map(\.record) == [2])
    }
}
