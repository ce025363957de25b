import Testing

@testable import SupplierGoKit

@Suite struct BadRecordTests {
    static let errors: [(field: String, json: String?, path: String, reason: String)] = [
        ("id", nil, "id", "expected a string or an integer, found nothing"),
        ("id", "null", "id", "expected a string or an integer, found null"),
        ("id", "true", "id", "expected a string or an integer, found true"),
        ("id", "1.5", "id", "expected a string or an integer, found the number 1.5"),
        ("id", "\"\"", "id", "expected a string that is not empty, or an integer, found \"\""),
        ("createdAt", nil, "createdAt", "expected an RFC 3339 date-time, found nothing"),
        ("createdAt", "12", "createdAt", "expected an RFC 3339 date-time, found the number 12"),
        ("createdAt", #""yesterday""#, "createdAt", "expected an RFC 3339 date-time, found \"yesterday\""),
        (
            "createdAt", "\"2021-01-21 and forty characters or more than that\"", "createdAt",
            "expected an RFC 3339 date-time, found \"2021-01-21 and forty characters or more …\""
        ),
        ("fullname", nil, "fullname", "expected a string, found nothing"),
        ("fullname", "12", "fullname", "expected a string, found the number 12"),
        ("fullname", "null", "fullname", "expected a string, found null"),
        ("phone", "[1]", "phone", "expected a string, found an array"),
        ("company", "{}", "company", "expected a string, found an object"),
        ("email", #""\ud800""#, "email", "expected a string of whole characters, found half a surrogate pair"),
        ("avatar", "false", "avatar", "expected a string, found false"),
        (
            "avatar", "1234567890123456789012345678901234567890123", "avatar",
            "expected a string, found the number 1234567890123456789012345678901234567890…"
        ),
    ]

    @Test(arguments: errors)
    func namesFieldAndReason(field: String, json: String?, path: String, reason: String) {
        let trial = CatalogTrial(
            "[\(Record.text("0")),\(Record.text(replacing: field, with: json)),\(Record.text("3"))]")
        #expect(trial.ids == ["0", "3"])
        let offset = Record.text("0").utf8.count + 2
        var expected = Supplier.BadRecord(record: 2, byteOffset: offset, path: path, reason: reason)
        expected.id = trial.badRecords.first?.id
        #expect(trial.badRecords == [expected])
        #expect((expected.id == nil) == (field == "id"))
        #expect(trial.error == nil)
    }

    @Test func takesADateThatIsUnknown() {
        let trial = CatalogTrial("[\(Record.text(replacing: "createdAt", with: "null"))]")
        #expect(trial.ids == ["1"])
        #expect(trial.badRecords.isEmpty)
    }

    @Test func namesBytesThatAreNotText() {
        let catalog = Array(#"[{"extra":""#.utf8) + [0xff] + Array(#"","id":""#.utf8) + [0xc3] + Array(#""}]"#.utf8)
        let reason = "expected a string in UTF-8, found bytes that are not UTF-8"
        #expect(
            CatalogTrial(chunks: [catalog]).badRecords
                == [Supplier.BadRecord(record: 1, byteOffset: 1, path: "id", reason: reason)])
    }

    @Test(arguments: [("12", "the number 12"), ("\"x\"", "\"x\""), ("null", "null"), ("[{}]", "an array")])
    func namesARecordThatIsNotAnObject(json: String, found: String) {
        let record = Supplier.BadRecord(
            record: 1, byteOffset: 2, path: "", reason: "expected an object, found \(found)")
        #expect(CatalogTrial("[ \(json)]").badRecords == [record])
    }

    @Test func describesItselfInOneSentence() {
        let record = Supplier.BadRecord(
            record: 3, byteOffset: 412, path: "tags[2].name", reason: "expected a, found b")
        #expect(record.description == "record 3 at byte 412, field 'tags[2].name': expected a, found b")
        #expect(
            record.on(page: 2, after: 10).description
                == "record 13 at byte 412 of page 2, field 'tags[2].name': expected a, found b")
        let whole = Supplier.BadRecord(record: 3, byteOffset: 412, path: "", reason: "it is broken")
        #expect(whole.description == "record 3 at byte 412: it is broken")
    }

    @Test func describesFaultsInOneSentence() {
        let sentences: [(CatalogSyntaxError, String)] = [
            (.empty, "the catalog is empty"),
            (
                .malformed(byteOffset: 7, expected: "':'", found: UInt8(ascii: "}")),
                "the catalog is not valid JSON at byte 7: expected ':', found '}'"
            ),
            (
                .cutShort(byteOffset: 9, expected: "a digit"),
                "the catalog is cut short at byte 9: expected a digit, found its end"
            ),
            (
                .tooDeep(byteOffset: 600, limit: 512),
                "the catalog nests values deeper than 512 levels at byte 600"
            ),
            (
                .noSuppliers(found: "the number 1"),
                "the catalog holds no suppliers: expected an array of them or one on each line, found the number 1"
            ),
        ]
        for (error, sentence) in sentences { #expect(error.description == sentence) }
    }
}
