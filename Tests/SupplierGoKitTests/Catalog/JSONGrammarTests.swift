import Testing

@testable import SupplierGoKit

@Suite struct JSONGrammarTests {
    static let values = [
        "{}", "[]", " { } ", "[ ]", #"{"a":1}"#, #"{ "a" : 1 , "a" : [ 2 ] }"#, #"{"":{"":{}}}"#, "[[],[[]],{}]",
        "0", "-0", "7", "-12", "1234567890123456789012345678901234567890", "0.5", "-0.0", "10.25", "1e5", "1E5",
        "1e+5", "1e-05", "0e0", "0.5e10", "-1.5E+300", "true", "false", "null", #""""#, #""a""#,
        #""\"\\\/\b\f\n\r\t""#, #""\u0000\uFFFF\uabcd\uD800""#, "\"\u{7f}\u{80}é✓😀\"", "\t\n\r 1\t\n\r ",
        #""a string of more than eight bytes, with one \" and one \\ in it, and an end""#,
    ]

    @Test(arguments: values)
    func letsJSONPass(value: String) {
        #expect(CatalogTrial("[\(value)]").error == nil)
        #expect(CatalogTrial("[\(value)]").badRecords.allSatisfy { !$0.reason.contains(" at byte ") })
        #expect(CatalogTrial(#"{"ignored":\#(value),"data":[]}"#).error == nil)
        #expect(CatalogTrial(#"[{"ignored":\#(value)}]"#).badRecords.map(\.path) == ["id"])
        #expect(CatalogTrial(#"{"id":1,"ignored":\#(value)}"#).error == nil)
    }

    /// A broken value, where in it the first wrong byte is, what is due there, and what stands there.
    static let broken: [(json: String, at: Int, expected: String, found: String)] = [
        ("x", 0, "a JSON value or ']'", "'x'"),
        ("'a'", 0, "a JSON value or ']'", "'''"), ("+1", 0, "a JSON value or ']'", "'+'"),
        (".5", 0, "a JSON value or ']'", "'.'"), ("NaN", 0, "a JSON value or ']'", "'N'"),
        ("01", 1, "',' or ']'", "'1'"), ("-", 1, "a digit", "']'"), ("-a", 1, "a digit", "'a'"),
        ("--1", 1, "a digit", "'-'"), ("-01", 2, "',' or ']'", "'1'"), ("1.", 2, "a digit", "']'"),
        ("1.e1", 2, "a digit", "'e'"), ("1.5.2", 3, "',' or ']'", "'.'"), ("1e", 2, "a digit or a sign", "']'"),
        ("1e+", 3, "a digit", "']'"), ("1e+-1", 3, "a digit", "'-'"), ("1e5.2", 3, "',' or ']'", "'.'"),
        ("1a", 1, "',' or ']'", "'a'"), ("1-", 1, "',' or ']'", "'-'"), ("0x10", 1, "',' or ']'", "'x'"),
        ("tru", 3, "'true'", "']'"), ("trUe", 2, "'true'", "'U'"), ("nul", 3, "'null'", "']'"),
        ("falsee", 5, "',' or ']'", "'e'"), ("nil", 1, "'null'", "'i'"),
        ("1 2", 2, "',' or ']'", "'2'"), ("1,", 2, "a JSON value", "']'"), (",1", 0, "a JSON value or ']'", "','"),
        ("1,,2", 2, "a JSON value", "','"), ("1}", 1, "',' or ']'", "'}'"), ("{]", 1, "a member's name or '}'", "']'"),
        ("{,}", 1, "a member's name or '}'", "','"), (#"{"a"}"#, 4, "':'", "'}'"),
        (#"{"a",1}"#, 4, "':'", "','"), (#"{"a":}"#, 5, "a JSON value", "'}'"),
        (#"{"a":1,}"#, 7, "a member's name", "'}'"), (#"{"a":1]"#, 6, "',' or '}'", "']'"),
        (#"{"a":1 "b":2}"#, 7, "',' or '}'", "'\"'"), ("{1:2}", 1, "a member's name or '}'", "'1'"),
        ("{a:2}", 1, "a member's name or '}'", "'a'"), (#"{"a":1;}"#, 6, "',' or '}'", "';'"),
        (#""\x""#, 2, #"one of '"', '\', '/', 'b', 'f', 'n', 'r', 't' or 'u' after '\'"#, "'x'"),
        (#""\u12g4""#, 5, "a hexadecimal digit", "'g'"), (#""\u123""#, 6, "a hexadecimal digit", "'\"'"),
        ("\"a\tb\"", 2, "a string's next character or its closing '\"'", "the control character U+0009"),
        ("\"0123456789\n\"", 11, "a string's next character or its closing '\"'", "the control character U+000A"),
        ("\u{1}", 0, "a JSON value or ']'", "the control character U+0001"),
        ("\u{a0}1", 0, "a JSON value or ']'", "the byte 0xC2"), ("/* */1", 0, "a JSON value or ']'", "'/'"),
    ]

    @Test(arguments: broken)
    func saysWhereAndWhy(json: String, at: Int, expected: String, found: String) {
        func sentence(at byteOffset: Int) -> String {
            "the catalog is not valid JSON at byte \(byteOffset): expected \(expected), found \(found)"
        }
        // A record costs only itself if its end can be told.
        let trial = CatalogTrial("[\(json)]")
        let reason = "not valid JSON at byte \(at + 1): expected \(expected), found \(found)"
        if let error = trial.error {
            #expect(error.description == sentence(at: at + 1))
        } else {
            #expect(trial.badRecords.map(\.reason) == [reason])
        }
        #expect(trial.suppliers.isEmpty)
        CatalogTrial.expectNoDifference(whereverCut: Array("[\(json)]".utf8))
        guard at > 0 && !expected.hasSuffix("or ']'") else { return }
        let ignored = CatalogTrial(#"{"ignored":[\#(json)],"data":[]}"#).error
        #expect(ignored?.description == sentence(at: at + 12))
    }

    @Test(arguments: [
        #"{"r":{},"a":[{"n":"x","v":1.5,"b":true},{"n":"","v":-2e3,"b":true}, {"n":"yy","v":0,"b":true}]}"#,
        #"[["a",1,[]],["\\",23,[]],["bcdefghijklmnopqrstuvwxyz",4,[]],["",4,[0]]]"#, "[ [ {} , {} ,{},{}],[{},{}] ]",
        #"[{"a" : [{"b":"c"},{"b":"d"}] },{"a" : [{"b":"e"},{"b":"f"}] },{"a" : [] }]"#, #"[[0.1],[23.45],[6]]"#,
    ])
    func skipsRepeatsOnlyInValidJSON(json: String) {
        func expectNoDifference(_ bytes: [UInt8]) {
            let isPassed = JSONDocument(bytes, skipsRepeats: true) != nil
            #expect(isPassed == (JSONDocument(bytes) != nil), "\(String(decoding: bytes, as: UTF8.self))")
        }
        let bytes = Array(json.utf8)
        #expect(JSONDocument(bytes) != nil)
        for index in bytes.indices {
            expectNoDifference(Array(bytes[..<index]))
            expectNoDifference(Array(bytes[..<index] + bytes[(index + 1)...]))
            for byte in #"{}[]:,"\ +-.0e5t"#.utf8 + [0, 10, 0xc3] {
                var other = bytes
                other[index] = byte
                expectNoDifference(other)
                other[index...] = [byte] + bytes[index...]
                expectNoDifference(other)
            }
        }
    }

    @Test func makesNoTokensOfRepeats() {
        func tokenCount(_ json: String) -> Int? { JSONDocument(Array(json.utf8), skipsRepeats: true)?.tokens.count }
        #expect(tokenCount(#"[{"a":1},{"a":23}, {"a":4.5}]"#) == 4)
        #expect(tokenCount(#"[{"a":1},{"a":"2"},{"b":3}]"#) == 10)
        #expect(tokenCount(#"[1,2,3]"#) == 4)
    }

    static let cutShort: [(json: String, expected: String)] = [
        ("[", "a JSON value or ']'"), ("[1", "',' or ']'"), ("[1,", "a JSON value"), ("[tr", "'true'"),
        ("[-", "a digit"), ("[1.5e", "a digit or a sign"), ("[1.5e3", "',' or ']'"),
        ("[\"a", "a string's next character or its closing '\"'"), ("{", "a member's name or '}'"),
        (#"["\"#, #"one of '"', '\', '/', 'b', 'f', 'n', 'r', 't' or 'u' after '\'"#),
        (#"["\u00"#, "a hexadecimal digit"), (#"{"a""#, "':'"), (#"{"a":"#, "a JSON value"),
        (#"{"a":12"#, "',' or '}'"), (#"{"a":[]"#, "',' or '}'"), (#"{"a":1,"#, "a member's name"),
        (#"{"data":[{"id":"#, "a JSON value"), (#"{"data":[]"#, "',' or '}'"),
        ("\"a", "a string's next character or its closing '\"'"),
        ("{\"id\":1}\n{", "a member's name or '}'"), ("-", "a digit"),
    ]

    @Test(arguments: cutShort)
    func saysWhereItBreaksOff(json: String, expected: String) {
        #expect(CatalogTrial(json).error == .cutShort(byteOffset: json.utf8.count, expected: expected))
        CatalogTrial.expectNoDifference(whereverCut: Array(json.utf8))
    }

    @Test func nestsToTheLimitAndNoFurther() {
        let deepest = JSONTokenizer.depthLimit
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            func nested(_ depth: Int) -> String {
                "[" + String(repeating: open, count: depth - 1) + "0" + String(repeating: close, count: depth - 1) + "]"
            }
            #expect(CatalogTrial(nested(deepest)).error == nil)
            let offset = 1 + open.utf8.count * (deepest - 1)
            let trial = CatalogTrial(nested(deepest + 1))
            #expect(trial.error == nil)
            #expect(trial.badRecords.map(\.reason) == ["values nest deeper than 1024 levels at byte \(offset)"])
        }
        CatalogTrial.expectNoDifference(whereverCut: Array(repeating: UInt8(ascii: "["), count: 1100))
    }

    @Test func deliversWhatWasGoodBeforeAFault() {
        let trial = CatalogTrial("[\(Record.text("1")),{\"id\":7},\(Record.text("3")),{\"id\":\"4\"x")
        #expect(trial.ids == ["1", "3"])
        #expect(trial.badRecords.map(\.record) == [2])
        #expect(trial.error != nil)
    }
}
