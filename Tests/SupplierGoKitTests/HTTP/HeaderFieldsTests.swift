import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct HeaderFieldsTests {
    @Test(arguments: [
        ("Accept", "image/png", "image/png"), ("X-A_b.c~1", " \ttwo words\t ", "two words"), ("a", "", ""),
        ("X", "Grüße", "Grüße"),
    ])
    func takesAField(name: String, value: String, expected: String) throws {
        let field = try #require(HeaderFields.Field(name: name, value: value))
        #expect(field.name == name)
        #expect(field.value == expected)
    }

    @Test(arguments: [
        ("", "x"), ("a b", "x"), ("a:", "x"), ("ä", "x"), ("a\r\nb", "x"), ("a", "x\r\nb: c"), ("a", "x\ny"),
        ("a", "\u{0}"), ("a", "\u{7f}"),
    ])
    func refusesWhatCouldNotBeSentAsOneLine(name: String, value: String) {
        #expect(HeaderFields.Field(name: name, value: value) == nil)
    }

    @Test func findsFieldsWhateverTheirCase() throws {
        var fields = HeaderFields()
        fields.append(try #require(HeaderFields.Field(name: "ETag", value: "\"1\"")))
        fields.append(try #require(HeaderFields.Field(name: "etag", value: "\"2\"")))
        #expect(fields["eTAG"] == "\"1\"")
        #expect(fields["etags"] == nil)
        #expect(fields.fields.map(\.name) == ["ETag", "etag"])
    }

    @Test func areThoseThatTheyWereMadeOf() throws {
        let given = try [("ETag", "\"1\""), ("x", ""), ("X", "Gr\u{fc}\u{df}e, \u{1F600}"), ("ETag", "W/\"1\"")].map {
            try #require(HeaderFields.Field(name: $0.0, value: $0.1))
        }
        let fields = HeaderFields(given)
        #expect(fields.fields == given)
        #expect(fields == HeaderFields(fields.fields))
        #expect(fields.hashValue == HeaderFields(fields.fields).hashValue)
        #expect(fields != HeaderFields(given.reversed()))
        #expect(fields != HeaderFields(given.dropLast()))
    }

    @Test func areWrittenAsADictionary() {
        let fields: HeaderFields = ["ETag": "\"1\"", "x": " ", "ETag": "\"2\""]
        #expect(fields.fields.map(\.name) == ["ETag", "x", "ETag"])
        #expect(fields.fields.map(\.value) == ["\"1\"", "", "\"2\""])
    }

    @Test func refuseALiteralThatCouldNotBeSent() async {
        await #expect(processExitsWith: .failure) { _ = ["a\r\nb": "x"] as HeaderFields }
    }

    @Test(arguments: [
        ("a, b", ["a", "b"]), (",a ,\t, \tb,", ["a", "b"]), ("\"a,b\",c", ["\"a,b\"", "c"]),
        (#""a\",b",c"#, [#""a\",b""#, "c"]), ("a\\,b", ["a\\", "b"]), ("\"a,b", ["\"a,b"]), ("", []), (" , ", []),
    ])
    func partsAValueAtCommas(value: String, members: [String]) throws {
        let field = try #require(HeaderFields.Field(name: "X-List", value: value))
        let last = try #require(HeaderFields.Field(name: "x-list", value: "last"))
        #expect(HeaderFields([field, last]).members(of: "X-LIST") == members + ["last"])
    }

    @Test(arguments: [
        ("http://a/x", "http://A:80/y", true), ("https://a", "https://a:443/", true), ("http://a", "https://a", false),
        ("http://a", "http://a:81", false), ("http://a", "http://b", false), ("http://u:p@a/", "http://a/", true),
    ])
    func comparesOrigins(left: String, right: String, isSame: Bool) throws {
        let left = try #require(URL(string: left).flatMap { Origin($0) })
        let right = try #require(URL(string: right).flatMap { Origin($0) })
        #expect((left == right) == isSame)
    }

    @Test(arguments: ["file:///x", "ftp://a/", "http:///x", "x/y"])
    func knowsNoOriginOfOtherURLs(text: String) throws {
        #expect(Origin(try #require(URL(string: text))) == nil)
    }
}
