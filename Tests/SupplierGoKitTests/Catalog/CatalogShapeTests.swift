import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct CatalogShapeTests {
    @Test(arguments: [
        ("{first", "has a '{' without a '}' after it"), ("{first {last}", "has a '{' without a '}' after it"),
        ("{first}}", "has a '}' without a '{' before it"),
        ("{first|upper}", "has an unknown transform 'upper': there are lower, trim and sha256"),
        ("{}", "has an empty name in its path"), ("", "is empty"), ("a..b", "has an empty name in its path"),
        ("a.", "has an empty name in its path"),
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
        ("{{{a}}}", #"{"a":"x"}"#, "{x}"), ("{a|lower|trim}!", #"{"a":" X "}"#, "x!"),
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
        ("https://a.example/{v}.png", #"{"v":""}"#, nil), ("https://a.example/{v|trim|sha256}", #"{"v":" "}"#, nil),
        ("faces/{v}.png", #"{"v":"a b"}"#, "faces/a b.png"),
        ("v", #"{"v":"a b.png"}"#, "a b.png"), ("v", #"{"v":null}"#, nil),
        ("https://a.example/{email}", #"{"mail":"a@b.example"}"#, "https://a.example/a%40b.example"),
        ("https://a.example/{.email}", #"{"mail":"a@b.example","email":"x"}"#, "https://a.example/x"),
    ])
    func encodesValuesInAnAvatarsURL(place: String, record: String, endpoint: String?) throws {
        let shape: [CatalogShape.Part: String] = [.id: "\"1\"", .fullname: "\"N\"", .email: "mail", .avatar: place]
        #expect(try Self.supplier(record, shape)?.avatar?.endpoint == endpoint)
    }

    @Test(arguments: [
        (#""2021-01-21T09:11:16.040+01:00""#, "2021-01-21T09:11:16.040+01:00"),
        (#""2024-01-31""#, "2024-01-31T00:00:00Z"),
        (#""2024-01-31 10:20:30""#, "2024-01-31T10:20:30Z"), (#""2024-01-31T10:20:30.5""#, "2024-01-31T10:20:30.5Z"),
        (#""2024-01-31 10:20:30+0200""#, "2024-01-31T10:20:30+02:00"), (#""20240131""#, "2024-01-31T00:00:00Z"),
        ("20240131", "2024-01-31T00:00:00Z"), (#""/Date(1611220276000)/""#, "2021-01-21T09:11:16Z"),
        (#""/Date(-1000+0060)/""#, "1969-12-31T23:59:59Z"), ("1611220276", "2021-01-21T09:11:16Z"),
        ("1611220276040", "2021-01-21T09:11:16.040Z"), ("1611220276.5", "2021-01-21T09:11:16.500Z"),
        ("0", "1970-01-01T00:00:00Z"),
        ("99999999999", "5138-11-16T09:46:39Z"), ("100000000000", "1973-03-03T09:46:40Z"),
        (#""20241331""#, ""), (#""soon""#, ""), ("1e300", ""), ("null", ""), ("[]", ""), (#""2024-02-30""#, ""),
    ])
    func readsDatesInManyForms(json: String, date: String) throws {
        let supplier = try Self.supplier("{\"v\":\(json)}", [.id: "\"1\"", .fullname: "\"N\"", .created: "v"])
        #expect(supplier?[.createdAt] == date)
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
        (#"{"d":{"items":[]},"n":1}"#, ["d", "n"]), (#"[{"results":[]}]"#, []), (#"{"d":{"results":{}}}"#, ["d"]),
    ])
    func namesTheFieldsIfThereAreNoRecords(document: String, names: [String]) throws {
        let error = CatalogReading(document, try CatalogShape([.records: "d.results"])).error
        #expect(error == .noRecords(path: "d.results", names: names))
    }
}
