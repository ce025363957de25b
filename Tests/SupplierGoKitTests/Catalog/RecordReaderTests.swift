import Testing

@testable import SupplierGoKit

@Suite struct RecordReaderTests {
    static let strings: [(json: String, text: String)] = [
        (#""""#, ""), (#""a""#, "a"), (#""é✓😀""#, "é✓😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (#""\u0041\u00e9\u2713\uD83D\ude00""#, "Aé✓😀"), (#""\u0000x""#, "\0x"), (#""\ufeff""#, "\u{feff}"),
        (#""a long text of more than fifteen bytes""#, "a long text of more than fifteen bytes"),
        (#""a long text with a \u2713 in the midst""#, "a long text with a ✓ in the midst"),
    ]

    @Test(arguments: strings)
    func readsText(json: String, text: String) throws {
        let record = Record.text(replacing: "company", with: json)
        for size in [.max, 1, 2, 3, 4] {
            let supplier = try Record.read(record, chunkSize: size)
            #expect(supplier.company == text)
            #expect(supplier.email == "l@yahoo.com")
        }
        let other = Record.text(replacing: "company", with: #""","other":\#(json)"#)
        #expect(try Record.read(other).company == "")
    }

    static let noText: [[UInt8]] = [
        Array(#"\ud800"#.utf8), Array(#"\udc00"#.utf8), Array(#"\ud83d\u0041"#.utf8), Array(#"\ud83dx"#.utf8),
        Array(#"\ude00\ud83d"#.utf8), Array(#"\ud83d\n\ude00"#.utf8), Array(#"\ud83d\ud83d\ude00"#.utf8),
        [0xff], [0xc3], [0xc3, 0x28], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80],
        Array("a text of many bytes before ".utf8) + [0x80], Array(#"\n"#.utf8) + [0x80],
    ]

    /// A record with bytes in place of a value's `?`.
    private func record(_ field: String, _ bytes: [UInt8]) throws -> [UInt8] {
        var record = Array(Record.text(replacing: field, with: #""?""#).utf8)
        let mark = try #require(record.firstIndex(of: UInt8(ascii: "?")))
        record.replaceSubrange(mark...mark, with: bytes)
        return record
    }

    @Test(arguments: noText, ["id", "createdAt", "fullname", "avatar", "phone", "company", "email"])
    func refusesWhatIsNotText(bytes: [UInt8], field: String) throws {
        let json = try record(field, bytes)
        let error = #expect(throws: Supplier.BadRecord.self) { try Record.read(json) }
        let isEscaped = bytes.first == UInt8(ascii: "\\") && bytes.last != 0x80
        #expect(error?.path == field)
        #expect(
            error?.reason
                == (isEscaped
                    ? "expected a string of whole characters, found half a surrogate pair"
                    : "expected a string in UTF-8, found bytes that are not UTF-8"))
    }

    @Test(arguments: noText)
    func ignoresWhatIsNotTextInOtherMembers(bytes: [UInt8]) throws {
        let value = try Record.read(record("phone", bytes + Array(#"","phone":"1"#.utf8)))
        #expect(value.phone == "1")
        let name = try Record.read(record("phone", Array(#"1","x"#.utf8) + bytes + Array(#"":"2"#.utf8)))
        #expect(name.phone == "1")
    }

    static let integers: [(json: String, value: String?)] = [
        ("0", "0"), ("-0", "0"), ("12", "12"), ("-12", "-12"), ("9223372036854775808", "9223372036854775808"),
        ("170141183460469231731687303715884105727", "170141183460469231731687303715884105727"),
        ("-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"),
        ("170141183460469231731687303715884105728", nil), ("-170141183460469231731687303715884105729", nil),
        ("1.0", "1"), ("-1.50e1", "-15"), ("1e2", "100"), ("1E+2", "100"), ("1.5", nil), ("1e-1", nil), ("10e-1", "1"),
        ("9007199254740993.0", "9007199254740993"), ("9007199254740993.5", nil),
        ("90071992547409930e-1", "9007199254740993"),
        ("9.223372036854775807e18", "9223372036854775807"), ("1e18", "1000000000000000000"), ("1e39", nil),
        ("1e400", nil), ("0e400", "0"), ("1e99999999999999999999", nil), ("0.5e-9223372036854775808", "0"),
        ("9007199254740993.00000000000000000000", "9007199254740993"), ("true", nil), ("null", nil), ("[]", nil),
    ]

    @Test(arguments: integers)
    func readsIntegersAsIds(json: String, value: String?) {
        #expect((try? Record.read(Record.text(replacing: "id", with: json)).id.rawValue) == value)
    }

    @Test func countsTheLastOfMembersWithOneName() throws {
        let twice = Record.text(replacing: "phone", with: #""1","x":{"phone":"2"},"phon\u0065":"3""#)
        #expect(try Record.read(twice).phone == "3")
        let many = (0..<100).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let record = try Record.read(Record.text(replacing: "phone", with: #""1",\#(many),"phone":"2","k7":-7"#))
        #expect(record.phone == "2" && record.email == "l@yahoo.com")
    }

    @Test(arguments: ["Phone", "phones", "phon", "PHONE", "qhone", #"phon\u0045"#, "phon\u{e9}", #"\ud800"#])
    func comparesNamesByteByByte(name: String) throws {
        let record = Record.text(replacing: "phone", with: #""1","\#(name)":"2""#)
        #expect(try Record.read(record).phone == "1")
    }

    @Test func readsTheRecordThatBytesStartWith() throws {
        let record = Record.text("7")
        for rest in ["", ",", "]", "\n{\"id\":", "oops", "}}"] {
            #expect(Supplier(firstRecordOf: Array((record + rest).utf8))?.id == Supplier.ID(7))
        }
        for count in 0..<record.utf8.count { #expect(Supplier(firstRecordOf: Array(record.utf8.prefix(count))) == nil) }
        #expect(Supplier(firstRecordOf: Array("{\"id\":7}".utf8)) == nil)
    }
}
