import FoundationEssentials
import Testing

@testable import SupplierGoKit

@Suite struct RecordDecoderTests {
    static let strings: [(json: String, text: String)] = [
        (#""""#, ""), (#""a""#, "a"), (#""é✓😀""#, "é✓😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
        (#""\u0041\u00e9\u2713\uD83D\ude00""#, "Aé✓😀"), (#""\u0000x""#, "\0x"), (#""\ufeff""#, "\u{feff}"),
        (#""a long text of more than fifteen bytes""#, "a long text of more than fifteen bytes"),
        (#""a long text with a \u2713 in the midst""#, "a long text with a ✓ in the midst"),
    ]

    @Test(arguments: strings)
    func readsText(json: String, text: String) throws {
        #expect(try decode(String.self, json) == text)
        #expect(try decode([String: String].self, "{\(json):\(json)}") == [text: text])
        for size in 1...4 { #expect(try decode(String.self, Array(json.utf8), chunkSize: size) == text) }
    }

    static let noText: [[UInt8]] = [
        Array(#"\ud800"#.utf8), Array(#"\udc00"#.utf8), Array(#"\ud83d\u0041"#.utf8), Array(#"\ud83dx"#.utf8),
        Array(#"\ude00\ud83d"#.utf8), Array(#"\ud83d\n\ude00"#.utf8), Array(#"\ud83d\ud83d\ude00"#.utf8),
        [0xff], [0xc3], [0xc3, 0x28], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80],
        Array("a text of many bytes before ".utf8) + [0x80], Array(#"\n"#.utf8) + [0x80],
    ]

    @Test(arguments: noText)
    func refusesWhatIsNoText(bytes: [UInt8]) throws {
        let json = Array(#"{"ok":"","name":""#.utf8) + bytes + Array(#""}"#.utf8)
        let error = #expect(throws: DecodingError.self) { try decode([String: String].self, json) }
        guard case .dataCorrupted(let context) = error else {
            Issue.record(Comment(rawValue: "\(String(describing: error)) is another error"))
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["name"])
        struct Unneeded: Decodable { let ok: String }
        #expect(try decode(Unneeded.self, json).ok.isEmpty)
    }

    static let integers: [(json: String, value: Int?)] = [
        ("0", 0), ("-0", 0), ("12", 12), ("-12", -12), ("9223372036854775807", .max), ("-9223372036854775808", .min),
        ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.0", 1), ("-1.50e1", -15), ("1e2", 100),
        ("1.5", nil), ("1e-1", nil), ("10e-1", 1), ("9007199254740993.0", 9_007_199_254_740_993),
        ("9007199254740993.5", nil), ("9.223372036854775807e18", .max), ("1e18", 1_000_000_000_000_000_000),
        ("1e19", nil), ("1e400", nil), ("0e400", 0), ("1e99999999999999999999", nil), ("true", nil), ("\"1\"", nil),
        ("9007199254740993.00000000000000000000", 9_007_199_254_740_993), ("null", nil), ("[]", nil),
    ]

    @Test(arguments: integers)
    func readsIntegers(json: String, value: Int?) {
        #expect((try? decode(Int.self, json)) == value)
    }

    @Test func readsEveryWidthOfInteger() throws {
        func expectLimits<Value: FixedWidthInteger & Decodable>(of type: Value.Type) throws {
            #expect(try decode([Value].self, "[\(Value.min),\(Value.max),1.0]") == [.min, .max, 1])
            #expect(try decode([String: Value].self, #"{"a":\#(Value.max)}"#) == ["a": .max])
            #expect(throws: DecodingError.self) { try decode(Value.self, "\(Value.max)0") }
            #expect(throws: DecodingError.self) { try decode(Value.self, "-\(Value.max)0") }
        }
        try expectLimits(of: Int.self)
        try expectLimits(of: Int8.self)
        try expectLimits(of: Int16.self)
        try expectLimits(of: Int32.self)
        try expectLimits(of: Int64.self)
        try expectLimits(of: Int128.self)
        try expectLimits(of: UInt.self)
        try expectLimits(of: UInt8.self)
        try expectLimits(of: UInt16.self)
        try expectLimits(of: UInt32.self)
        try expectLimits(of: UInt64.self)
        try expectLimits(of: UInt128.self)
    }

    static let doubles: [(json: String, value: Double?)] = [
        ("0", 0), ("-0.0", -0.0), ("1.5", 1.5), ("-1e-3", -0.001), ("1e308", 1e308), ("1e309", nil), ("1e400", nil),
        ("5e-324", .leastNonzeroMagnitude), ("1e-400", nil), ("0e-400", 0), ("0.1", 0.1),
        ("123456789012345678901234567890", 1.2345678901234568e29),
        ("2.225073858507201e-308", .leastNormalMagnitude.nextDown), ("\"1\"", nil), ("null", nil),
    ]

    @Test(arguments: doubles)
    func readsFloatingPoint(json: String, value: Double?) {
        #expect((try? decode(Double.self, json)) == value)
    }

    @Test func readsFloatsByTheirOwnRange() throws {
        #expect(try decode([Float].self, "[1.5,3.4e38]") == [1.5, 3.4e38])
        #expect(throws: DecodingError.self) { try decode(Float.self, "1e39") }
        #expect(throws: DecodingError.self) { try decode(Float.self, "1e-50") }
    }

    @Test func readsWhatFoundationReadsInItsOwnWay() throws {
        #expect(try decode(URL.self, #""https://a.example/b?c""#) == URL(string: "https://a.example/b?c"))
        #expect(try decode(Data.self, #""aGk=""#) == Data("hi".utf8))
        #expect(try decode(Decimal.self, "0.1") == Decimal(string: "0.1"))
        #expect(throws: DecodingError.self) { try decode(Data.self, #""?""#) }
        #expect(throws: DecodingError.self) { try decode(Decimal.self, #""1""#) }
    }

    @Test func countsTheLastOfMembersWithOneName() throws {
        #expect(try decode([String: Int].self, #"{"a":1,"b":2,"\u0061":3}"#) == ["a": 3, "b": 2])
        #expect(try decode([String: [Int]].self, #"{"a":[1],"b":[],"a":[3]}"#) == ["a": [3], "b": []])
        let many = (0..<100).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let values = try decode([String: Int].self, #"{\#(many),"k7":-7}"#)
        #expect(values.count == 100 && values["k7"] == -7 && values["k99"] == 99)
    }
}
