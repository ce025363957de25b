import Testing

@testable import SupplierGoKit

@Suite struct CatalogSplitterFramingTests {
    static let noRecords: [(catalog: String, error: CatalogSyntaxError?)] = [
        ("", .empty), (" \n\t", .empty), ("\u{feff}", .empty), ("\u{feff}\r\n", .empty),
        ("[]", nil), (#"{"suppliers":[]}"#, nil), (#"{"data":[],"items":[ ]}"#, nil),
        ("12", .noSuppliers(found: "the number 12")), ("\"text\"", .noSuppliers(found: "\"text\"")),
        ("null", .noSuppliers(found: "null")), ("true\n", .noSuppliers(found: "true")),
        (#"{"error":"x"}"#, .noSuppliers(found: noArray + ", which says 'x'")), ("{}\n", .noSuppliers(found: noArray)),
        (#"{"data":{"items":[]}}"#, .noSuppliers(found: noArray + "; its fields are data")),
        (#"{"a":[{"data":[]}]}"#, .noSuppliers(found: noArray + "; its fields are a")),
        (#"{"Suppliers":[]}"#, .noSuppliers(found: noArray + "; its fields are Suppliers")),
        (#"{"data":null,"code":401,"msg":"x"}"#, .noSuppliers(found: noArray + "; its fields are data, code, msg")),
        (#"{"data":null,"vendors":[{"a":1}]}"#, .noSuppliers(found: noArray + "; its fields are data, vendors")),
        (#"{"data":null}"#, nil), (#"{"data":null,"title":"x"}"#, .noSuppliers(found: noArray + ", which says 'x'")),
        ("<html>", .otherFormat(.html)), ("\u{feff}x", .text("x")),
        ("<<", .malformed(byteOffset: 0, expected: "a JSON value", found: UInt8(ascii: "<"))),
        ("[]x", .malformed(byteOffset: 2, expected: "nothing after the catalog's end", found: UInt8(ascii: "x"))),
        ("[]\n[]", nil), (#"{"data":[]}{"#, .cutShort(byteOffset: 12, expected: "a member's name or '}'")),
        ("[]{}", .noSuppliers(found: noArray)), (")]}'", .empty), ("\u{1e}", .empty),
        ("[]]", .malformed(byteOffset: 2, expected: "nothing after the catalog's end", found: UInt8(ascii: "]"))),
        (")]}", .malformed(byteOffset: 0, expected: "a JSON value", found: UInt8(ascii: ")"))),
    ]

    static let noArray = "an object without an array under 'suppliers', 'data', 'items' or 'results'"

    @Test(arguments: noRecords)
    func saysWhatHoldsNoRecords(catalog: String, error: CatalogSyntaxError?) {
        let trial = CatalogTrial(catalog)
        #expect(trial.error == error)
        #expect(trial.suppliers.isEmpty && trial.badRecords.isEmpty)
        CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
    }

    @Test(arguments: [[0xef, 0xbb], [0xef, 0xbb, 0x5b, 0x5d], [0xef]])
    func refusesHalfAByteOrderMark(bytes: [UInt8]) {
        let error = CatalogSyntaxError.malformed(byteOffset: 0, expected: "a JSON value", found: 0xef)
        #expect(CatalogTrial(chunks: [bytes]).error == error)
    }

    @Test(arguments: [#"\u0041"#, #"\n"#, #"\ud83d\ude00"#])
    func readsPastLongNamesWithEscapesAnywhere(escape: String) {
        for length in 50...70 {
            let name = String(repeating: "x", count: length) + escape + escape
            #expect(CatalogTrial(#"{"\#(name)":0,"data":[\#(Record.text("1"))]}"#).ids == ["1"])
        }
    }

    @Test func readsNamesWhoseEveryLetterIsEscaped() {
        let name = "suppliers".unicodeScalars.map { #"\u00"# + String($0.value, radix: 16) }.joined()
        #expect(CatalogTrial(#"{"\#(name)":[\#(Record.text("1"))]}"#).ids == ["1"])
    }

    @Test func takesALoneRecordForACatalogOfOne() {
        let trial = CatalogTrial(Record.text("7"))
        #expect(trial.ids == ["7"])
        #expect(trial.error == nil)
        #expect(CatalogTrial(#"{"id":7}"#).badRecords.map(\.path) == ["createdAt"])
    }

    @Test(arguments: ["items", "data"])
    func leavesARecordItsOwnArrays(name: String) {
        let record = String(Record.text("1").dropLast()) + #","\#(name)":[{"id":"inner"},2]}"#
        let trial = CatalogTrial("\(record)\n\(Record.text("2"))\n")
        #expect(trial.ids == ["1", "2"])
        #expect(trial.badRecords.isEmpty && trial.error == nil)
    }

    @Test func readsRecordsOnLinesAfterOneWithoutId() {
        let trial = CatalogTrial("{\"fullname\":\"x\"}\n\(Record.text("2"))")
        #expect(trial.ids == ["2"])
        #expect(trial.badRecords.map(\.record) == [1])
        #expect(trial.badRecords.map(\.path) == ["id"])
    }

    @Test func readsRecordsThatSpanLines() {
        let record = Record.text("1").split(separator: "\",").joined(separator: "\",\n  ")
        #expect(CatalogTrial("\(record)\n\(Record.text("2"))").ids == ["1", "2"])
    }

    @Test func countsALineThatIsNoObjectAsABadRecord() {
        let trial = CatalogTrial("\(Record.text("1"))\nnull\n12\n[{}]\n\(Record.text("5"))\n\"x\"")
        #expect(trial.ids == ["1", "5"])
        #expect(trial.error == nil)
        #expect(
            trial.badRecords.map(\.reason) == [
                "expected an object, found null", "expected an object, found the number 12",
                "expected an object, found an array", "expected an object, found \"x\"",
            ])
    }

    /// Documents after one another, and what may stand before one; 1 and 2 are the records.
    @Test(arguments: [
        "[1][2]", "[1]\n[2]\n", "{\"data\":[1],\"next\":\"/x\"}{\"data\":[2]}", "[]\n{\"items\":[1,2]}", "[1]\n2\n",
        "1;2", "1 2", "1\t2\n", "1\n2;", "\u{feff}[1]\r\n\u{feff}[2]", ")]}'\n[1,2]", ")]}',\n{\"data\":[1,2]}",
        ")]}'1\n2",
        "\u{feff})]}'[1][2]", "\u{1e}1\n\u{1e}2\n", "\u{1e}[1]\n\u{1e}[2]\n", "\u{1e}1\u{1e}2", "[1]\u{1e}[2]",
        "[1,2]\n\u{1a}", "1\n2\n\u{1a}\u{1a}", "\n \u{1e}\n1\n\n\u{1e}\n2", "\u{feff}1\n\u{feff}2\n",
    ])
    func readsDocumentsAfterOneAnother(form: String) {
        let catalog = form.replacing(/[12;]/) { match in
            match.output == ";" ? "" : Record.short(String(match.output))
        }
        let trial = CatalogTrial(catalog)
        #expect(trial.ids == ["1", "2"] && trial.badRecords.isEmpty && trial.error == nil)
        #expect(CatalogReading(catalog).envelope.next == .none)
        CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
    }

    @Test func givesTheRecordsOfOneLineAsTheyCome() throws {
        var splitter = CatalogSplitter()
        for number in 1...3 {
            try splitter.split(Array((Record.text("\(number)") + Record.text("x")).utf8))
            #expect(DecodedBatch.batches(of: splitter.takePieces()).map(\.recordCount) == [2])
        }
        try splitter.split(Array(#"{"id":NaN}"#.utf8))
        #expect(throws: CatalogSyntaxError.self) { try splitter.split(Array((Record.text("4") + "]").utf8)) }
        #expect(DecodedBatch.batches(of: splitter.takePieces()).map(\.badRecords.count) == [1])
    }

    /// The first line is not valid JSON either.
    @Test(
        arguments: [
            #"{"id":NaN}"#, #"{"id":"1","company":"a\tb"}"#, #"{"id":"1","x":[1,],"data":[]}"#, #"{"id":"D\'Angelo"}"#,
            #"{"id":"1",}"#, #"{'id':'1'}"#, #"{"id":"1""#, #"{"id":"1"#, #"{"id":Infinity,"x":{}}}"#,
        ], ["\n", "\r\n", "\n\n \n"])
    func aFirstLineThatIsNotValidJSONCostsOnlyItself(line: String, lineEnd: String) {
        let line = line.replacing("\\t", with: "\t")
        let catalog = [line, Record.short("2"), Record.short("3")].joined(separator: lineEnd)
        let trial = CatalogTrial(catalog)
        #expect(trial.ids == ["2", "3"] && trial.error == nil && trial.badRecords.map(\.record) == [1])
        CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
    }

    /// Lines that are not valid JSON, where in them the first wrong byte is, and what is expected there.
    static let badLines = [
        ("{\"id\":oops}", 6, "a JSON value, found 'o'"), ("this is no record", 1, "'true', found 'h'"),
        ("}", 0, "a JSON value, found '}'"), ("{\"id\":\"2\",\"data\":[[{}}", 21, "',' or ']', found '}'"),
        ("{\"id\":\"2", 8, "a string's next character or its closing '\"', found the control character U+000A"),
        ("{\"a\":\"\\\"x}", 10, "a string's next character or its closing '\"', found the control character U+000A"),
        ("{\"id\":\"2\"]", 9, "',' or '}', found ']'"),
    ]

    @Test(arguments: badLines, ["\n", "\r\n"])
    func aLineThatIsNotValidJSONCostsOnlyItself(line: (text: String, at: Int, reason: String), lineEnd: String) {
        let (first, third) = (Record.short("1"), Record.short("3"))
        let start = first.utf8.count + lineEnd.utf8.count
        let catalog = [first, line.text, third, line.text, ""].joined(separator: lineEnd)
        let trial = CatalogTrial(catalog)
        #expect(trial.ids == ["1", "3"])
        #expect(trial.error == nil)
        #expect(trial.badRecords.map(\.record) == [2, 4])
        #expect(trial.badRecords.first?.byteOffset == start)
        let reason = line.reason.replacing("U+000A", with: lineEnd == "\n" ? "U+000A" : "U+000D")
        #expect(trial.badRecords.first?.reason == "not valid JSON at byte \(start + line.at): expected \(reason)")
        CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
    }

    @Test(arguments: [",", " x", "}", ";", " // note", "]]", " 'x' {}"], ["\n", "\r\n"])
    func whatFollowsARecordOnItsLineIsABadOne(rest: String, lineEnd: String) {
        let records = (1...3).map { Record.short("\($0)") }
        for place in records.indices {
            var lines = records
            lines[place] += rest
            let catalog = lines.joined(separator: lineEnd)
            let trial = CatalogTrial(catalog)
            #expect(trial.ids == ["1", "2", "3"] && trial.error == nil)
            #expect(trial.badRecords.map(\.record) == [place + 2])
            let start = lines[...place].joined(separator: lineEnd).utf8.count - rest.trimmed.utf8.count
            let found = rest.trimmed.prefix(1)
            let reason =
                "not valid JSON at byte \(start): expected a JSON value, found '\(found)'"
            #expect(trial.badRecords.map(\.description) == ["record \(place + 2): \(reason)"])
            CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
        }
    }

    @Test func aBadLastLineWithoutALineFeedCostsOnlyItself() {
        let catalog = Record.text("1") + "\n{\"id\":oops}"
        #expect(CatalogTrial(catalog).ids == ["1"])
        #expect(CatalogTrial(catalog).badRecords.map(\.record) == [2])
        #expect(CatalogTrial(catalog).error == nil)
        CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
    }

    /// An interrupted writer leaves such lines.
    @Test(arguments: [
        ("{\"id\":\"2\"", "',' or '}'"), ("{\"id\":[\"2\"", "',' or ']'"), ("{\"id\":2,", "a member's name"),
    ])
    func aLineThatIsCutOffCostsOnlyItself(line: String, expected: String) {
        let (first, third) = (Record.short("1"), Record.short("3"))
        let catalog = "\(first)\n\(line)\n\(third)\n\(Record.short("4"))\n"
        let trial = CatalogTrial(catalog)
        #expect(trial.ids == ["1", "3", "4"] && trial.error == nil)
        let place = first.utf8.count + line.utf8.count + 2
        let sentence = "record 2: not valid JSON at byte \(place): expected \(expected), found '{'"
        #expect(trial.badRecords.map(\.description) == [sentence])
        CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
    }

    @Test func aRecordOnSeveralLinesWhoseBracketsMatchCostsOnlyItself() {
        let (first, third) = (Record.text("1"), Record.text("3"))
        let inner = Record.text("inner")
        let catalog = "\(first)\n{\n\"a\": [\n\(inner)\n\(inner)\n]\n}\n\(third)"
        let trial = CatalogTrial(catalog)
        #expect(trial.ids == ["1", "3"] && trial.error == nil)
        #expect(trial.badRecords.map(\.record) == [2])
        CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
    }

    /// Its end cannot be told.
    @Test(arguments: ["oops", "[0,oops"])
    func aRecordOnSeveralLinesThatIsNotValidJSONEndsTheCatalog(value: String) {
        let first = Record.text("1")
        let trial = CatalogTrial("\(first)\n{\n\"id\":\(value)\n\(Record.text("3"))")
        #expect(trial.ids == ["1"])
        let offset = first.utf8.count + 8 + value.utf8.count - 4
        #expect(trial.error == .malformed(byteOffset: offset, expected: "a JSON value", found: UInt8(ascii: "o")))
    }

    @Test func endsWithALineThatIsCutShort() {
        let trial = CatalogTrial("\(Record.text("1"))\n{\"id\":\"2\",")
        #expect(trial.ids == ["1"] && trial.badRecords.isEmpty)
        #expect(trial.error?.description.contains("cut short") == true)
    }

    /// Records of an array that are not valid JSON, though their brackets and quotation marks match.
    @Test(arguments: [
        (#"{"id":tru}"#, 9, "'true'", "'}'"), (#"{"id" "2"}"#, 6, "':'", "'\"'"),
        (#"{"a":[1,],"b":{}}"#, 8, "a JSON value", "']'"),
        (#"{"a":"\x"}"#, 7, #"one of '"', '\', '/', 'b', 'f', 'n', 'r', 't' or 'u' after '\'"#, "'x'"),
        ("oops", 0, "a JSON value", "'o'"), (#"{"a":"},{"b}"#, 10, "',' or '}'", "'b'"),
    ])
    func losesOnlyTheRecordThatIsNotJSON(record: String, at: Int, expected: String, found: String) {
        let first = Record.short("1")
        for (start, end) in [("[", "]"), (#"{"data":["#, #"],"total":3}"#)] {
            let catalog = "\(start)\(first),\(record),\(Record.short("3"))\(end)"
            let trial = CatalogTrial(catalog)
            #expect(trial.ids == ["1", "3"] && trial.error == nil)
            let offset = start.utf8.count + first.utf8.count + 1
            #expect(trial.badRecords.map(\.byteOffset) == [offset])
            let place = "not valid JSON at byte \(offset + at)"
            #expect(trial.badRecords.map(\.description) == ["record 2: \(place): expected \(expected), found \(found)"])
            CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
        }
    }

    /// Records whose end cannot be told.
    @Test(arguments: [
        #"{"id":"2"]"#, #"{"id":[2}"#, #"{"id":"2"x"}"#, #"{"id":2}}"#, "{]", "1 2", "", #"{"id":2} {"id":3}"#,
    ])
    func endsAtARecordWhoseEndCannotBeTold(record: String) {
        let catalog = "[\(Record.short("1")),\(record),\(Record.short("3"))]"
        let trial = CatalogTrial(catalog)
        #expect(trial.ids == ["1"])
        #expect(trial.error != nil)
        CatalogTrial.expectNoDifference(whereverCut: Array(catalog.utf8))
    }

    @Test(arguments: [1 << 16, 1 << 26])
    func readsAWrappedCatalogBetweenLargeMembers(size: Int) {
        let large = "[\"" + String(repeating: "x", count: 20_000_000) + "\",{}]"
        let catalog = #"{"included":\#(large),"data":[\#(Record.text("1"))],"included":\#(large),"next":"/2"}"#
        let reading = CatalogReading(of: Array(catalog.utf8).cut(every: size))
        #expect(reading.batch.suppliers.map(\.id.rawValue) == ["1"] && reading.error == nil)
        #expect(reading.envelope.next == .page("/2"))
    }
}
