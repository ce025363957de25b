import Testing

@testable import SupplierGoKit

@Suite struct HeaderFieldsLineTests {
    @Test(arguments: [
        "ETag: \"1\"", "a:b", "a:", "a: ", "a: \t v w \t", "a:b:c", "X: Grüße", "X-A_b.c~1:x", ": x", "", "abc",
        "a b: c",
        "a : b", " a: b", "ä: b", "a: \u{0}", "a: b\u{7f}c", "a: b\tc", "a: b\u{1}",
    ])
    func readsALineAsItsNameAndValue(_ line: String) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let expected = parts.count == 2 ? HeaderFields.Field(name: parts[0], value: parts[1]) : nil
        #expect(field(Array(line.utf8)) == expected)
    }

    @Test func takesACarriageReturnAroundAValueForABlank() {
        #expect(field(Array("a: \r b\r".utf8))?.value == "b")
        #expect(field(Array("a: b\rc".utf8)) == nil)
    }

    @Test func repairsAValueThatIsNoUTF8() {
        #expect(field(Array("a: x".utf8) + [0xff])?.value == "x\u{fffd}")
    }

    /// As IIS, PHP and Java send a path in Latin-1.
    @Test(arguments: [
        ("Location", "/w%E9"), ("LINK", "/w%E9"), ("Content-Location", "/w%E9"), ("Title", "/w\u{fffd}"),
    ])
    func escapesTheBytesOfAURL(name: String, value: String) {
        #expect(field(Array("\(name): /w".utf8) + [0xe9])?.value == value)
        #expect(field(Array("\(name): /wé".utf8))?.value == "/wé")
    }

    @Test func passesOverWhatIsNoLine() {
        var fields = HeaderFields()
        let taken = ["a: b", "a b: c", "a: \u{1}", "c:"].filter { fields.append(line: Array($0.utf8).span) }
        #expect(taken == ["a: b", "c:"])
        #expect(fields.fields.map(\.name) == ["a", "c"])
        #expect(fields.fields.map(\.value) == ["b", ""])
    }

    @Test func joinsALineThatBeginsWithABlankToTheOneBefore() {
        var fields = HeaderFields()
        let lines = [" x: y", "a: b", "c: d", " e ", "\t\tf: g", "h: i"]
        let taken = lines.map { fields.append(line: Array($0.utf8).span) }
        #expect(taken == [false, true, true, true, true, true])
        #expect(
            fields == HeaderFields([("a", "b"), ("c", "d e f: g"), ("h", "i")].compactMap(HeaderFields.Field.init)))
        #expect(fields.fields.count == 3)
    }

    private func field(_ line: [UInt8]) -> HeaderFields.Field? {
        var fields = HeaderFields()
        fields.append(line: line.span)
        return fields.fields.first
    }
}
