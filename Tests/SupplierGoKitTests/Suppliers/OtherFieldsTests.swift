import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct OtherFieldsTests {
    private static let others = """
        "vat":"DE1","address":{"city":"Köln","zip":50667,"tags":["a",{"b":true}]},"Rating":4.50,"gone":null,\
        "no":false,"a.b":"x"
        """

    private static func supplier(_ json: String, _ places: [CatalogShape.Part: String] = [:]) throws -> Supplier {
        let shape = try CatalogShape(places)
        let plan = DecodingPlan(keepsOtherFields: true, shape: shape)
        let batch = CatalogReading(of: [Array("[\(json)]".utf8)], as: plan).batch
        return try #require(batch.suppliers.first)
    }

    private static func plain(_ others: String) -> String { String(Record.text("1").dropLast()) + "," + others + "}" }

    @Test(arguments: [
        ("vat", "DE1"), ("VAT", "DE1"), ("address.city", "Köln"), ("address.zip", "50667"), ("address.tags.0", "a"),
        ("address.tags.1.b", "true"), ("rating", "4.50"), ("gone", nil), ("no", "false"), ("address", nil),
        ("a.b", "x"),
        (#"a\.b"#, "x"), (".vat", "DE1"), ("none", nil), ("vat.x", nil), ("address.tags.7", nil), ("fullname", nil),
        ("", nil),
    ])
    func readsAPath(path: String, text: String?) throws {
        let fields = try Self.supplier(Self.plain(Self.others)).otherFields
        #expect(fields[path]?.text == text)
    }

    @Test(arguments: [
        (#"{"a" : [ 1.50e1 , "\u00e9\"" , {} ] ,"# + "\n" + #" "b":[]}"#, #"{"a":[1.50e1,"\u00e9\"",{}],"b":[]}"#),
        (#"" a ""#, #"" a ""#), ("[null,true,false,-0]", "[null,true,false,-0]"),
    ])
    func keepsTheJSON(value: String, json: String) throws {
        let supplier = try Self.supplier(Self.plain("\"v\" : \(value)\n, \"w\":1"))
        #expect(supplier.otherFields["v"]?.json == json)
        #expect(String(decoding: supplier.otherFields.json, as: UTF8.self) == "\"v\":\(json),\"w\":1")
    }

    @Test func isEmptyForARecordOfOurOwn() throws {
        #expect(try Self.supplier(Record.text("1")).otherFields.isEmpty)
        #expect(
            try Self.supplier(Self.plain(#""avatarFile":null,"avatarState":"none","edited":[]"#)).otherFields.isEmpty)
    }

    @Test func leavesOutOfAnExportWhatAMapHasTaken() throws {
        let record = #"{"Nr":7,"name":"Ada","company":{"name":"Krone","title":"Ms"},"vat":"DE1","email":"a@b.example"}"#
        let supplier = try Self.supplier(record, [.id: "Nr", .fullname: "name", .company: "company.name"])
        let fields = supplier.otherFields
        let exported = #""vat":"DE1",".company":{"name":"Krone","title":"Ms"}"#
        #expect(String(decoding: fields.json.prefix(fields.exportedByteCount), as: UTF8.self) == exported)
        let again = try Self.supplier(Self.plain(exported)).otherFields
        #expect(again.shown.map(\.path) == ["vat", ".company"] && again[".company.title"]?.text == "Ms")
        #expect(fields.shown.map(\.path) == ["vat", ".company"])
        #expect(fields[".company.title"]?.text == "Ms" && fields["Nr"]?.text == "7" && fields["email"] == nil)
    }

    @Test(arguments: [[:], [CatalogShape.Part.fullname: "fullname"]])
    func haveADotBeforeEachOfOurNames(places: [CatalogShape.Part: String]) throws {
        let names = ["name", "created", "file", "edited"]
        let record = Self.plain("\"vat\":1," + names.map { #""\#($0)":{"first":"\#($0)"}"# }.joined(separator: ","))
        let dotted = names.map { #"".\#($0)":{"first":"\#($0)"}"# }.joined(separator: ",")
        let fields = try Self.supplier(record, places).otherFields
        let exported = String(decoding: fields.json.prefix(fields.exportedByteCount), as: UTF8.self)
        #expect(exported.hasPrefix(#""vat":1"#) && exported.hasSuffix(dotted))
        for name in names {
            #expect(fields[".\(name).first"]?.text == name && fields.shown.contains { $0.path == ".\(name)" })
        }
        let export = Self.plain(#""avatarFile":"/x","avatarState":"none","edited":["email"],"# + exported)
        #expect(try Self.supplier(export, places).otherFields == fields)
    }

    @Test func nameThePathsInThemThroughArrays() throws {
        let others = #""a":[{"b":1,"c.d":{"e":[[{"f":2}]]}},{"b":1}],"g.h":{"i":1},"name":{"j":1},"k":3"#
        let fields = try Self.supplier(Self.plain(others)).otherFields
        let paths = [
            "a", "a.b", #"a.c\.d"#, #"a.c\.d.e"#, #"a.c\.d.e.f"#, "g.h", #"g\.h.i"#, "k", ".name", ".name.j",
        ]
        #expect(fields.paths == paths)
        for path in fields.paths { #expect(fields[path] != nil, "\(path)") }
        for deep in [
            String(repeating: "[", count: 400) + "1" + String(repeating: "]", count: 400),
            String(repeating: #"{"a":"#, count: 400) + "1" + String(repeating: "}", count: 400),
            "[" + (0..<5000).map { #"{"\#($0)":[{"x":1}]}"# }.joined(separator: ",") + "]",
        ] {
            #expect(try (1...1000).contains(Self.supplier(Self.plain(#""v":"# + deep)).otherFields.paths.count))
        }
    }

    @Test func haveARecordsOwnAvatarIfAMapMakesAnotherOne() throws {
        let record = #"{"Nr":7,"name":"Ada","avatar":"old.png","avatarFile":"/x"}"#
        let supplier = try Self.supplier(
            record, [.id: "Nr", .fullname: "name", .avatar: "https://faces.example/{Nr}.png"])
        #expect(supplier.avatar?.endpoint == "https://faces.example/7.png")
        #expect(supplier.otherFields.shown.map(\.path) == [".avatar"])
    }

    @Test func areKeptByEditsAndByTheIndex() throws {
        let record = Self.plain(Self.others)
        let supplier = try Self.supplier(record)
        let change = SupplierEdits.Edit.Change(value: "Bo", replaced: supplier.fullname, editedAt: Timestamp(.now))
        let edit = SupplierEdits.Edit(
            id: supplier.id, kind: .changed, createdAt: Timestamp(.now), changes: [.fullname: change])
        #expect(edit.applied(to: supplier).supplier?.otherFields == supplier.otherFields)
        #expect(Supplier(firstRecordOf: Array(record.utf8))?.otherFields == supplier.otherFields)
        var text: [UInt8] = []
        let fields = FieldRanges(of: supplier, writtenTo: &text)
        #expect(Supplier(fields, in: text.span) == supplier)
    }

    @Test(arguments: [
        ("vat:de1", true), ("vat:de2", false), ("address.city:koln", true), ("address:koln", true), ("gone:", true),
        ("no:false", true), ("no:", false),
        ("vat:", false), ("none:", true), ("not:vat:de1", false), ("vat:x OR rating:4.5", true),
        ("rating:4.5 vat:de", true),
    ])
    func areSearchedByName(query: String, isFound: Bool) throws {
        let supplier = try Self.supplier(Self.plain(Self.others))
        var text: [UInt8] = []
        let fields = FieldRanges(of: supplier, writtenTo: &text)
        let query = SupplierQuery(query)
        #expect(query.matches(supplier) == isFound && query.matches(fields, in: text.span) == isFound)
        #expect(query.needsOtherFields)
    }

    @Test func findsTextsInOnePassHoweverDeep() throws {
        let fields = try Self.supplier(Self.plain(Self.others)).otherFields
        func texts(of value: JSONValue?, onlyStrings: Bool = false) -> [String] {
            var texts: [String] = []
            _ = value?.hasText(onlyStrings: onlyStrings) { texts.append($0) == () && false }
            return texts
        }
        #expect(texts(of: fields["address"]) == ["Köln", "50667", "a", "true"])
        #expect(texts(of: fields["address"], onlyStrings: true) == ["Köln", "a"])
        #expect(texts(of: fields["vat"]) == ["DE1"] && texts(of: fields["gone"]) == [])
        #expect(texts(of: fields["no"]) == ["false"] && texts(of: fields["no"], onlyStrings: true) == [])
        func nested(_ depth: Int) throws -> Supplier.OtherFields {
            let text = #"{"a":[{"b":""# + String(repeating: "x", count: 200_000) + #""},"#
            let opened = String(repeating: "[", count: depth)
            return try Self.supplier(Self.plain(#""v":"# + opened + text + "1]}" + opened.map { _ in "]" }.joined()))
                .otherFields
        }
        let (shallow, deep) = (try nested(1), try nested(400))
        #expect(isLinear({ _ = texts(of: shallow["v"]) }, { _ = texts(of: deep["v"]) }))
    }

    // MARK: Paths through arrays

    private static let advisor = #"""
        "totalClients":"120","custodians":[{"name":"Fidelity","since":2001},{"name":"Schwab","tags":["a","b"]},
        {"name":"Fidelity"},{"name":null},7],"none":[],"accounts":[{"holdings":[{"ticker":"SPY","units":12},
        {"ticker":"QQQ"}]},{"holdings":[]},{"Holdings":[{"ticker":"VTI","units":9007199254740993}]}],
        "phones":["+49 (0)89 12 34 567"],"site":"https://sarah.example/spy","logo":"data:image/png;base64,SPYQ"
        """#

    @Test(arguments: [
        ("custodians.name", "Fidelity, Schwab", "Fidelity, Schwab", "Fidelity, Schwab"),
        ("custodians.1.name", "Schwab", "Schwab", "Schwab"), ("custodians.tags", #"["a","b"]"#, "2", ""),
        ("custodians.4", "7", "7", "7"), ("none", "[]", "0", ""), ("none.name", "", "", ""),
        ("accounts.holdings.ticker", "SPY, QQQ, VTI", "SPY, QQQ, VTI", "SPY, QQQ, VTI"),
        ("accounts.holdings.0.ticker", "SPY, VTI", "SPY, VTI", "SPY, VTI"),
        ("accounts.holdings.units", "12, 9007199254740993", "12, 9007199254740993", "12, 9007199254740993"),
        (
            "accounts.holdings",
            #"[{"ticker":"SPY","units":12},{"ticker":"QQQ"},{"ticker":"VTI","units":9007199254740993}]"#, "3", ""
        ),
        ("accounts.1", #"{"holdings":[]}"#, "1", ""), ("CUSTODIANS.SINCE", "2001", "2001", "2001"),
    ])
    func goThroughArrays(path: String, inCells: String, inLists: String, inTexts: String) throws {
        let value = try Self.supplier(Self.plain(Self.advisor)).otherFields[path]
        #expect((value?.cellText ?? "", value?.listText ?? "", value?.plainText ?? "") == (inCells, inLists, inTexts))
    }

    @Test func aMapGoesThroughArraysToo() throws {
        let tags = [#"[1,"2"]"#, "[]", #"[{"a":3}]"#, "[4,{},true]", #"["\u00fc"]"#]
        let records = tags.enumerated().map { index, tags in
            #"{"n":\#(index + 1),"who":"W","x":[{"tags":\#(tags)},{"mail":"a@x"},{"mail":"b\#(index)@x"}]}"#
        }
        let places: [CatalogShape.Part: String] = [
            .id: "n", .fullname: "{who} {x.tags.a}", .email: "x.mail", .phone: "x.0.tags.0", .company: "x.tags",
        ]
        let plan = DecodingPlan(keepsOtherFields: false, shape: try CatalogShape(places))
        let bytes = Array("[\(records.joined(separator: ","))]".utf8)
        let suppliers = CatalogReading(of: [bytes], as: plan).batch.suppliers
        #expect(suppliers.map(\.email) == (0..<5).map { "a@x, b\($0)@x" })
        #expect(suppliers.map(\.fullname) == ["W", "W", "W 3", "W", "W"])
        #expect(suppliers.map(\.phone) == ["1", "", "", "4", "ü"] && suppliers.allSatisfy { $0.company.isEmpty })
    }

    @Test(arguments: [
        ("custodians.name:fidelity", true), ("custodians.name:vanguard", false), ("custodians:schwab", true),
        ("custodians:2001", true), ("none:", true), ("custodians:", false), ("custodians.gone:", true),
        ("custodians:5..", true), ("custodians:6..", false), ("none:..0", true), ("totalClients:100..", true),
        ("totalClients:..50", false), ("totalClients:120..120", true), ("totalclients:119.5..120.5", true),
        ("accounts.holdings.units:..12", true), ("accounts.holdings.units:13..20", false),
        ("accounts.holdings.units:9007199254740993..", true), ("accounts.holdings.units:9007199254740994..", false),
        ("custodians.name:1..", false), ("site:\u{200b}", true), ("gone:1..", false), ("not:custodians:6..", true),
        ("gone:..", false),
    ])
    func areSearchedThroughArrays(query: String, isFound: Bool) throws {
        #expect(SupplierQuery(query).matches(try Self.supplier(Self.plain(Self.advisor))) == isFound)
    }

    @Test(arguments: [
        ("schwab", true), ("SPY", true), ("spy qqq", true), ("vanguard", false), ("2001", false), ("9007", false),
        ("name", false), ("120", true), ("sarah.example", false), ("base64", false), ("not:schwab", false),
        ("\"+49 (0)89\"", true),
    ])
    func aPlainWordIsSearchedInAllTexts(query: String, isFound: Bool) throws {
        let supplier = try Self.supplier(Self.plain(Self.advisor))
        #expect(SupplierQuery(query).matches(supplier) == isFound)
        #expect(!SupplierQuery(query).inNames.matches(supplier) || query == "not:schwab" || query == "vanguard")
        let escaped = Self.advisor.replacing("Schwab", with: #"\u0053chw\u00e0b"#).replacing("+49", with: #"\u002b49"#)
        #expect(SupplierQuery(query).matches(try Self.supplier(Self.plain(escaped))) == isFound)
    }

    @Test func anEmptyTextThroughAnArrayIsNoPattern() throws {
        let records = ["", "X", "", "Y"].enumerated().map { index, name in
            #"{"n":\#(index),"who":"W","x":[{"name":"\#(name)"},{"name":[]}]}"#
        }
        let shape = try CatalogShape([.id: "n", .fullname: "who", .company: "x.name"])
        let plan = DecodingPlan(keepsOtherFields: false, shape: shape)
        let bytes = Array("[\(records.joined(separator: ","))]".utf8)
        #expect(CatalogReading(of: [bytes], as: plan).batch.suppliers.map(\.company) == ["", "X", "", "Y"])
    }

    @Test(arguments: [
        [:], [CatalogShape.Part.id: "id", .fullname: "{fullname} {n}", .company: "city", .created: "createdAt"],
    ])
    func areTheSameByAPatternAndByTokens(places: [CatalogShape.Part: String]) throws {
        let records = (0..<40).map { index in
            let name = index % 7 == 3 ? "Zo\u{eb}" : index % 11 == 5 ? #"\u00fc"# : "a\(index)"
            return Record.text("\(index)").dropLast() + #", "city" :"\#(name)","n":\#(index).50 , "#
                + #""o":{ "edited":1,"x":[\#(index),null,{"y": "\#(name)"}]},"email2":"e","edited":["z\#(index)"]}"#
        }
        let plan = DecodingPlan(keepsOtherFields: true, shape: try CatalogShape(places))
        let whole = CatalogReading(of: [Array("[\(records.joined(separator: ","))]".utf8)], as: plan).batch.suppliers
        #expect(whole.count == records.count && whole.allSatisfy { !$0.otherFields.isEmpty })
        for (supplier, record) in zip(whole, records) {
            #expect(try Self.supplier(String(record), places) == supplier)
        }
        #expect(whole[2].otherFields["o.x.2.y"]?.text == "a2" && whole[9].otherFields["n"]?.text == "9.50")
        #expect(whole[4].otherFields[".edited.0"]?.text == "z4")
    }
}
