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
        #expect(fields["address"]?.texts == ["Köln", "50667", "a", "true"] && fields["vat"]?.texts == ["DE1"])
        #expect(fields["gone"]?.texts == [] && fields["no"]?.texts == ["false"])
        func nested(_ depth: Int) throws -> Supplier.OtherFields {
            let text = #"{"a":[{"b":""# + String(repeating: "x", count: 200_000) + #""},"#
            let opened = String(repeating: "[", count: depth)
            return try Self.supplier(Self.plain(#""v":"# + opened + text + "1]}" + opened.map { _ in "]" }.joined()))
                .otherFields
        }
        let (shallow, deep) = (try nested(1), try nested(400))
        #expect(isLinear({ _ = shallow["v"]?.texts }, { _ = deep["v"]?.texts }))
    }
}
