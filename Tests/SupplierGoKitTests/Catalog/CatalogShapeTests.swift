import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct CatalogShapeTests {
    @Test(arguments: [
        ("{first", "has a '{' without a '}' after it"), ("{first {last}", "has a '{' without a '}' after it"),
        ("{first}}", "has a '}' without a '{' before it"),
        ("{first|upper}", "has an unknown transform 'upper': there are lower, sha256 and relative"),
        ("{}", "has an empty name in its path"), ("", "is empty"),
        ("a..b", #"has an empty name in its path: write '\.' for a dot in a name"#),
        ("a.", #"has an empty name in its path: write '\.' for a dot in a name"#),
        ("a\\", "ends with a backslash that quotes nothing"), ("\"ACME", "has no closing quotation mark"),
    ])
    func refusesAPlaceThatIsNeitherAPathNorAText(place: String, reason: String) {
        #expect(throws: CatalogShape.ParseError(part: .fullname, place: place, reason: reason)) {
            try CatalogShape([.fullname: place])
        }
    }

    /// Values of `v` as a record's full name.
    static let names: [(place: String, record: String, name: String)] = [
        ("v", #"{"v":"Ada  Marsh "}"#, "Ada  Marsh "), ("v", #"{"v":12.50}"#, "12.50"), ("v", #"{"v":true}"#, "true"),
        ("v.0.w", #"{"v":[{"w":"x"},{"w":"y"}]}"#, "x"), ("v.1", #"{"v":["x","y"]}"#, "y"), (".v", #"{"v":"x"}"#, "x"),
        (#"@odata\.v"#, #"{"@odata.v":"x"}"#, "x"), ("v", #"{"v":"x","v":"y"}"#, "y"), ("é", #"{"\u00e9":"x"}"#, "x"),
        ("v", #"{"v":"a\"\u00e9"}"#, "a\"é"), ("{v}", #"{"v":"  Ada \n Marsh "}"#, "Ada Marsh"),
        ("{a} {b}", #"{"a":null,"b":"Marsh"}"#, "Marsh"), ("{a} {b}", #"{"a":"Ada","b":false}"#, "Ada"),
        ("{{{a}}}", #"{"a":"x"}"#, "{x}"), ("{a|lower}!", #"{"a":" X "}"#, "x!"),
        ("{ a | lower }", #"{"a":"X"}"#, "x"),
        ("\"ACME  {x}\"", "{}", "ACME  {x}"),
        ("{a|sha256}", #"{"a":"x"}"#, "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"),
    ]

    @Test(arguments: names)
    func makesAFieldOfARecordsValues(place: String, record: String, name: String) throws {
        let supplier = try Self.supplier(record, [.id: "\"1\"", .fullname: place])
        #expect(supplier?.fullname == name)
    }

    @Test(arguments: [#"{"v":null}"#, #"{"v":false}"#, #"{"v":{}}"#, #"{"v":[]}"#, #"{"v":""}"#, "{}", #"{"w":1}"#])
    func needsAFullName(record: String) throws {
        #expect(try Self.supplier(record, [.id: "\"1\"", .fullname: "v"]) == nil)
    }

    @Test(arguments: [
        ("https://a.example/{v}.png", #"{"v":"a b/é"}"#, "https://a.example/a%20b%2F%C3%A9.png"),
        ("https://a.example/{v|lower}?d={w}", #"{"v":"A","w":1}"#, "https://a.example/a?d=1"),
        ("https://a.example/{v}.png", #"{"v":""}"#, nil), ("https://a.example/{v}.png", #"{"v":" "}"#, nil),
        ("https://a.example/{v}.png", #"{"v":".."}"#, nil), ("{v}/1.png", #"{"v":" \u00a0"}"#, nil),
        ("https://a.example/{v|sha256}", #"{"v":" "}"#, nil),
        ("faces/{v}.png", #"{"v":"a b"}"#, "faces/a%20b.png"), ("/g/{v|sha256}?d=404", #"{"v":""}"#, nil),
        ("HTTP://a.example/{v}", #"{"v":"a+b"}"#, "HTTP://a.example/a%2Bb"), ("{v}?s=9", #"{"v":""}"#, nil),
        ("{v}?s=9", #"{"v":"http://b/a b"}"#, "http://b/a b?s=9"), ("{v}{w}", #"{"w":"a b"}"#, "a b"),
        ("v", #"{"v":"a b.png"}"#, "a b.png"), ("v", #"{"v":null}"#, nil),
        ("https://a.example/{email}", #"{"mail":"a@b.example"}"#, "https://a.example/a%40b.example"),
        ("https://a.example/{.email}", #"{"mail":"a@b.example","email":"x"}"#, "https://a.example/x"),
    ])
    func encodesValuesInAnAvatarsURL(place: String, record: String, endpoint: String?) throws {
        let shape: [CatalogShape.Part: String] = [.id: "\"1\"", .fullname: "\"N\"", .email: "mail", .avatar: place]
        #expect(try Self.supplier(record, shape)?.avatar?.endpoint == endpoint)
    }

    /// The names of files are taken as they are.
    @Test(arguments: [
        ("faces/{v}.png", "a b", "faces/a b.png"), ("faces/{v}.png", "", nil),
        ("https://a.example/{v}", "a b", "https://a.example/a%20b"),
    ])
    func takesAnAvatarOfAFileForAPath(place: String, value: String, endpoint: String?) throws {
        let shape = try CatalogShape([.id: "\"1\"", .fullname: "\"N\"", .avatar: place]).ofFile
        #expect(Self.suppliers("{\"v\":\"\(value)\"}", shape).map { $0.avatar?.endpoint } == [endpoint])
    }

    @Test(arguments: [
        (#""2021-01-21T09:11:16.040+01:00""#, "2021-01-21T09:11:16.040+01:00"),
        (#""2024-01-31""#, "2024-01-31T00:00:00Z"),
        (#""2024-01-31 10:20:30""#, "2024-01-31T10:20:30Z"), (#""2024-01-31T10:20:30.5""#, "2024-01-31T10:20:30.5Z"),
        (#""2024-01-31 10:20:30+0200""#, "2024-01-31T10:20:30+02:00"), (#""20240131""#, "2024-01-31T00:00:00Z"),
        ("20240131", "2024-01-31T00:00:00Z"), (#""/Date(1611220276000)/""#, "2021-01-21T09:11:16Z"),
        (#""/Date(-1000+0060)/""#, "1969-12-31T23:59:59Z"), ("1611220276", "2021-01-21T09:11:16Z"),
        ("1611220276040", "2021-01-21T09:11:16.040Z"), ("1611220276.5", "2021-01-21T09:11:16.500Z"),
        ("100000000", "1973-03-03T09:46:40Z"), ("-315619200", "1960-01-01T00:00:00Z"),
        (#""05.02.2019""#, "2019-02-05T00:00:00Z"), (#""5.2.2019 9:05""#, "2019-02-05T09:05:00Z"),
        (#""21.01.2021, 09:11:16""#, "2021-01-21T09:11:16Z"), (#""2019.02.05""#, "2019-02-05T00:00:00Z"),
        (#""2019/02/05""#, "2019-02-05T00:00:00Z"), (#""2019/2/5 10:20:30+01:00""#, "2019-02-05T10:20:30+01:00"),
        (#""2024-01-31 10:20""#, "2024-01-31T10:20:00Z"), (#""1753-01-01""#, "1753-01-01T00:00:00Z"),
        (#""2019-02-05 10:11:12.123456+00""#, "2019-02-05T10:11:12.123456Z"),
        (#""2019-02-05T10:11:12+01""#, "2019-02-05T10:11:12+01:00"),
        (#""2019-02-05 10:11:12 +0130""#, "2019-02-05T10:11:12+01:30"),
        (#""2019-02-05 9:11 UTC""#, "2019-02-05T09:11:00Z"), (#""2019-02-05 10:11 PM""#, ""),
        ("99999999999", "5138-11-16T09:46:39Z"), ("100000000000", "1973-03-03T09:46:40Z"),
        ("-62135596800", ""), (#""0001-01-01T00:00:00Z""#, ""), (#""1752-12-31T23:59:59.999Z""#, ""),
        (#""01.01.0001""#, ""), (#""0000-00-00 00:00:00""#, ""), (#""/Date(-62135596800000)/""#, ""),
        ("0", ""), ("44217", ""), ("44217.5", ""), ("2019", ""), ("99999999.9", ""), (#""05/02/2019""#, ""),
        (#""05.02.19""#, ""), (#""31.02.2019""#, ""), (#""5.2.""#, ""), (#""T""#, ""),
        (#""20241331""#, ""), (#""soon""#, ""), ("1e300", ""), ("null", ""), ("[]", ""), (#""2024-02-30""#, ""),
    ])
    func readsDatesInManyForms(json: String, date: String) throws {
        let supplier = try Self.supplier("{\"v\":\(json)}", [.id: "\"1\"", .fullname: "\"N\"", .created: "v"])
        #expect(supplier?[.createdAt] == date)
    }

    /// A date of no form is told, and stays as another field; one before 1753 is none.
    @Test(arguments: [
        ("44217", 1, true), ("0", 1, true), (#""05/02/2019""#, 1, true), (#""0001-01-01T00:00:00""#, 0, false),
        (#""0001-01-01T00:00:00Z""#, 0, false), (#""0000-00-00""#, 0, false), ("null", 0, false), (#""""#, 0, false),
    ])
    func countsDatesThatAreUnreadable(json: String, count: Int, isShown: Bool) throws {
        let shape = try CatalogShape([.id: "n", .fullname: "n", .created: "v"])
        let plan = DecodingPlan(keepsOtherFields: true, shape: shape)
        var splitter = CatalogSplitter(shape: shape)
        try splitter.split(Array("[{\"n\":1,\"v\":\(json)},{\"n\":2,\"v\":\(json)}]".utf8))
        let batch = try #require(DecodedBatch.batches(of: splitter.takePieces(), as: plan).first)
        #expect(batch.facts.unreadableDateCount == 2 * count && batch.suppliers.count == 2)
        for supplier in batch.suppliers {
            #expect(supplier.createdAt == nil && supplier.otherFields.shown.contains { $0.path == "v" } == isShown)
        }
    }

    @Test(arguments: 1...4)
    func readsAMappedRecordAsTheSameOneWrittenByHand(seed: UInt64) throws {
        let shape = try CatalogShape([
            .id: "n.0", .fullname: "{a.first}-{a.last}", .phone: "tel", .company: #"o\.rg"#, .email: "more.mail",
            .created: "when",
            .avatar: "face",
        ])
        var generator = DocumentGenerator(seed: seed)
        for _ in 0..<300 {
            // Half a surrogate pair is no text.
            func text() -> String {
                let text = generator.string()
                return text.contains("\\ud83d") || text.contains("\\ude00") ? "\"x\"" : text
            }
            let (id, first, last, tel) = (String(generator.number(below: 1000)), text(), text(), text())
            let (org, mail, face) = (text(), text(), text())
            let when = generator.pick([#""2021-01-21T09:11:16.040Z""#, "null"])
            let mapped = """
                {"x":\(generator.value(depth: 2).replacing(/\\ud83d|\\ude00/, with: "")),\
                "a":{"first":\(first),"last":\(last)},"n":[\(id)],"tel":\(tel),"o.rg":\(org),\
                "more":{"mail":\(mail)},"when":\(when),"face":\(face)}
                """
            let name = try #require(Self.collapsed(first, last))
            let plain = """
                {"id":"\(id)","createdAt":\(when),"fullname":\(name.quotedForJSON),"phone":\(tel),"company":\(org),\
                "email":\(mail),"avatar":\(face)}
                """
            let expected = Self.suppliers(plain, .plain)
            #expect(Self.suppliers(mapped, shape) == expected && expected.count == 1, Comment(rawValue: mapped))
        }
    }

    private static func collapsed(_ first: String, _ last: String) -> String? {
        let texts = [first, last].compactMap { JSONDocument(Array($0.utf8))?.root.string }
        let blanks: Set<Unicode.Scalar> = [" ", "\t", "\n", "\u{b}", "\u{c}", "\r"]
        return texts.count < 2
            ? nil
            : texts.joined(separator: "-").unicodeScalars.split(whereSeparator: blanks.contains).map { String($0) }
                .joined(separator: " ")
    }

    private static func supplier(_ record: String, _ places: [CatalogShape.Part: String]) throws -> Supplier? {
        suppliers(record, try CatalogShape(places)).first
    }

    private static func suppliers(_ record: String, _ shape: CatalogShape) -> [Supplier] {
        CatalogReading("[\(record)]", shape.records == nil ? shape : .plain).batch.suppliers
    }
}

@Suite struct ShapedEnvelopeTests {
    private static let records = #"[{"id":1,"v":[]},{"id":2}]"#

    /// Documents with the number of their records and what is beside them.
    static let documents: [(document: String, records: String, next: String?, total: Int?)] = [
        (#"{"d":{"__count":"9","results":R,"__next":"/2"}}"#, "d.results", "/2", 9),
        (#"{"d":{"results":R,"__next":"/2","__count":"9"},"__next":"/no"}"#, "d.results", "/2", 9),
        (#"{"a":[{"items":[]},{"items":R}],"d":{"__next":"/2","__count":9}}"#, "a.1.items", "/2", 9),
        (#"{"d":{"__next":"/2","__count":9},"x":{"d":{"__next":"/no"}},"@graph":R}"#, "@graph", "/2", 9),
        (#"[[],R]"#, "1", nil, nil), (#"{"data":[{}],"d":{"x":R}}"#, "d.x", nil, nil),
    ]

    @Test(arguments: documents)
    func findsTheRecordsAndWhatIsBesideThem(document: String, records: String, next: String?, total: Int?) throws {
        let shape = try CatalogShape([.records: records, .next: "d.__next", .total: "d.__count"])
        let bytes = Array(document.replacing("R", with: Self.records).utf8)
        for cut in 0..<bytes.count {
            let reading = CatalogReading(of: [Array(bytes[..<cut]), Array(bytes[cut...])], shape)
            #expect(reading.batch.recordCount == 2 && reading.error == nil, "cut at \(cut)")
            #expect(reading.envelope.next == next.map { .page($0) } ?? .none, "cut at \(cut)")
            #expect(reading.envelope.total == total, "cut at \(cut)")
        }
    }

    @Test(arguments: [
        (#"{"d":{"items":[]},"n":1}"#, ["d", "n"]), (#"[{"results":[]}]"#, []), (#"{"d":{"results":1}}"#, ["d"]),
    ])
    func namesTheFieldsIfThereAreNoRecords(document: String, names: [String]) throws {
        let error = CatalogReading(document, try CatalogShape([.records: "d.results"])).error
        #expect(error == .noRecords(path: "d.results", names: names))
    }

    /// Documents with the ids of their suppliers through a path.
    @Test(arguments: [
        (#"{"v":{"n":1}}"#, "v", ["1"]), (#"{"a":{"v":{"n":1},"next":null}}"#, "a.v", ["1"]), (#"{"v":null}"#, "v", []),
        (#"{"x":{"v":[]},"v":{"a":{"n":1},"b":{"n":2}},"w":{"c":{}}}"#, "v.*", ["1", "2"]), (#"{"v":{}}"#, "v.*", []),
        (#"{"a":{"n":1},"b":{"n":2}}"#, "*", ["1", "2"]), (#"{"v":[{"n":1},{"n":2}]}"#, "v.*", ["1", "2"]),
        (#"[{"n":1}]"#, "*", ["1"]), (#"{"v":{"*":[{"n":1}]}}"#, #"v.\*"#, ["1"]), (#"{"v":null}"#, "v.*", []),
        (#"{"v":{"n":1}}{"v":{"n":2}}"#, "v", ["1", "2"]),
        (#"{"v":{"a":{"n":1}}} {"v":{"a":{"n":2}}}"#, "v.*", ["1", "2"]),
    ])
    func readsObjectsAtThePath(document: String, path: String, ids: [String]) throws {
        let shape = try CatalogShape([.records: path, .id: "n", .fullname: "n"])
        let bytes = Array(document.utf8)
        for cut in 0..<bytes.count {
            let reading = CatalogReading(of: [Array(bytes[..<cut]), Array(bytes[cut...])], shape)
            #expect(reading.batch.suppliers.map(\.id.rawValue) == ids && reading.error == nil, "cut at \(cut)")
            #expect(reading.batch.badRecords.isEmpty, "cut at \(cut)")
        }
    }

    /// A member's name may be the record's id, whatever is wrong with other members.
    @Test func namesRecordsByTheirMembers() throws {
        let shape = try CatalogShape([.records: "v.*", .id: "v-{*}", .fullname: "name"])
        let document =
            #"{"v" : { "a":{"name":"Ada"},"\u0062" : {"name":"Bo"},"c":{"name":NaN},"":3,"d":{"name":"Cy"}},"x":1}"#
        let bytes = Array(document.utf8)
        for cut in 0..<bytes.count {
            let reading = CatalogReading(of: [Array(bytes[..<cut]), Array(bytes[cut...])], shape)
            #expect(reading.batch.suppliers.map(\.id.rawValue) == ["v-a", "v-b", "v-d"] && reading.error == nil)
            #expect(reading.batch.badRecords.map(\.record) == [3, 4], "cut at \(cut)")
            #expect(reading.batch.byteOffsets.first == 9, "cut at \(cut)")
        }
        let plan = DecodingPlan(shape: shape)
        let found = Supplier(firstRecordOf: Array(bytes[9...]), in: plan.shape)
        #expect(found?.id.rawValue == "v-a")
        let error = CatalogReading(#"{"v":{"a":{"name":"Ada"},b:{}}}"#, shape).error
        #expect(error == .malformed(byteOffset: 25, expected: "a member's name", found: UInt8(ascii: "b")))
    }

    @Test(arguments: [1, 100])
    func skipsTheOnlyRecordIfItIsNotValidJSON(size: Int) throws {
        let shape = try CatalogShape([.records: "v", .id: "n", .fullname: "n"])
        let bytes = Array(#"{"v":{"n":NaN},"next":"/2"}"#.utf8)
        let reading = CatalogReading(of: bytes.cut(every: size), shape)
        #expect(reading.error == nil && reading.batch.badRecords.map(\.byteOffset) == [5])
        #expect(reading.envelope.next == .page("/2"))
    }
}

@Suite struct TableInJSONTests {
    /// Tables with two suppliers, and what costs none.
    @Test(arguments: [
        #"[["n","name","firm"],["1","Ada","Krone"],[2,"Bo","Lind"]]"#,
        #"{"range":"A1","data":[[" n ","name","firm","fax"],["1","Ada","Krone"],["2","Bo","Lind","5"]],"x":[]}"#,
        #"[ [ "n" , "name", "firm" ] , [] , ["","",null], ["1","Ada","Krone","",null] , ["2","Bo","Lind"] ]"#,
        #"[["n","firm","name","firm",null],["1","Krone","Ada","x"],["2",null,"Bo","Lind"]]"#,
        #"[["n","name","firm","m\"x"],["1","Ada","Krone",{"a":[1]}],["2","Bo","Lind"]][["name","n","firm"]]"#,
        #"[["n","name","firm"],["1","Ada","Krone"]][["firm","n","name"],["Lind","2","Bo"]]"#,
    ])
    func readsRowsUnderTheirNames(catalog: String) throws {
        let shape = try CatalogShape([.id: "n", .fullname: "name", .company: "firm"])
        let bytes = Array(catalog.utf8)
        for cut in 0..<bytes.count {
            let reading = CatalogReading(of: [Array(bytes[..<cut]), Array(bytes[cut...])], shape)
            let suppliers = reading.batch.suppliers
            #expect(
                suppliers.map(\.fullname) == ["Ada", "Bo"] && suppliers.map(\.id.rawValue) == ["1", "2"], "\(cut)")
            #expect(suppliers.map(\.company) == ["Krone", "Lind"] && reading.error == nil, "cut at \(cut)")
            #expect(reading.batch.badRecords.isEmpty, "cut at \(cut)")
        }
    }

    @Test func skipsBadRows() throws {
        let shape = try CatalogShape([.id: "n", .fullname: "name"])
        let catalog = #"[["n","name"],["1","Ada"],["2","Bo","x"],["3",NaN],["4"],7,{"n":"6","name":"Cy"}]"#
        let batch = CatalogReading(catalog, shape).batch
        #expect(batch.suppliers.map(\.fullname) == ["Ada", "Cy"])
        #expect(batch.badRecords.map(\.record) == [2, 3, 4, 5])
        #expect(batch.badRecords.first?.reason == "expected 2 cells as in the heading, found 3")
    }

    @Test func readsEachTableUnderItsOwnNames() throws {
        let shape = try CatalogShape([.id: "n", .fullname: "name"])
        let catalog = #"[["n","name"],["1","Ada"],["2","Bo"]][["name","n"],["Cy","3"]][{"n":"4","name":"Di"}]"#
        let suppliers = CatalogReading(catalog, shape).batch.suppliers
        #expect(suppliers.map(\.fullname) == ["Ada", "Bo", "Cy", "Di"])
        #expect(suppliers.map(\.id.rawValue) == ["1", "2", "3", "4"])
    }

    @Test func keepsOtherColumns() throws {
        let shape = try CatalogShape([.id: "n", .fullname: "name"])
        let catalog = #"[["n","name","m\"x","tags"],["1","Ada","é",{"a":[1]}],["2","Bo"]]"#
        let plan = DecodingPlan(keepsOtherFields: true, shape: shape)
        let suppliers = CatalogReading(of: [Array(catalog.utf8)], as: plan).batch.suppliers
        #expect(suppliers[0].otherFields.shown.map(\.path) == ["m\"x", "tags"])
        #expect(suppliers[0].otherFields.shown.map(\.value.json) == ["\"é\"", "{\"a\":[1]}"])
    }

    @Test func readsOurOwnNamesStrictly() {
        let names = #"["id","createdAt","fullname","phone","company","email"]"#
        let batch = CatalogReading(
            #"[\#(names),["1",null,"Ada","1","K","a@x.example"],["2","","Bo"],["3","soon","Cy"]]"#
        ).batch
        #expect(batch.suppliers.map(\.fullname) == ["Ada", "Bo"])
        #expect(batch.badRecords.map(\.path) == ["createdAt"])
        #expect(
            CatalogReading(#"[["n","name"],["1","Ada"]]"#).error == .noField(.id, place: "id", names: ["n", "name"]))
    }

    /// Arrays that are no tables: they have no heading.
    @Test(arguments: [
        #"[["x"],["y"]]"#, #"[[1,2],[3,4]]"#, "[[],[]]", #"[["a",["b"]],["c"]]"#, #"[["",null],["x","y"]]"#,
    ])
    func takesNoOtherRowForAHeading(catalog: String) {
        let reading = CatalogReading(catalog)
        #expect(reading.error == nil)
        #expect(
            reading.batch.badRecords.map(\.reason)
                == Array(repeating: "expected an object, found an array", count: 2))
    }
}
