import Foundation
import SupplierGoKit
import Testing

@testable import suppliergo

struct JSONFormatterTests {
    /// What a reader finds in a record.
    private struct Record: Decodable, Equatable {
        var id, createdAt, fullname, phone, company, email, avatarState: String
        var avatar, avatarFile: String?
    }

    private let entry = CacheEntry(
        key: CacheKey("https://example.com/1.png", in: .init(name: "avatars")),
        file: #"/tmp/a "b"/avatar.png"#, byteCount: 1, storedAt: Date(timeIntervalSince1970: 0))

    @Test func printsMembersInTheCatalogsOrder() throws {
        let text = OutputFormat.ndjson.rendering([try .sample()], cached: entry)
        #expect(
            text == """
                {"id":"1","createdAt":"2021-01-21T09:11:16.040Z","fullname":"Matteo Hamill",\
                "avatar":"https://example.com/1.png","phone":"1-789-686-0305","company":"Murphy, Kerluke and Swift",\
                "email":"Laurianne.Bashirian68@yahoo.com","avatarFile":"/tmp/a \\"b\\"/avatar.png",\
                "avatarState":"cached"}\n
                """)
    }

    @Test func tellsWhetherTheAvatarIsCached() throws {
        let missing = OutputFormat.ndjson.rendering([try .sample()])
        #expect(missing.hasSuffix(#""avatarFile":null,"avatarState":"missing"}"# + "\n"))
        let none = OutputFormat.ndjson.rendering([try .sample(avatar: nil)])
        #expect(none.contains(#""avatar":null,"#))
        #expect(none.hasSuffix(#""avatarFile":null,"avatarState":"none"}"# + "\n"))
    }

    @Test(arguments: [
        ("1.png", "https://h/c.json", "https://h/1.png"), ("/a/1.png", "https://h/b/c.json", "https://h/a/1.png"),
        ("../x y.png", "https://h/b/c.json", "https://h/x%20y.png"), ("http:x", "https://h/c.json", "http:x"),
        ("1.png", "/x y/c.json", "/x y/1.png"), ("a b%20.png", "/x/c.json", "/x/a b%20.png"),
        ("/a.png", "/x/c.json", "/a.png"), ("1.png", "-", "1.png"), ("/1.png", "-", "/1.png"),
        ("ftp://h/1", "-", "ftp://h/1"),
        ("file:///a", "/x/c.json", "file:///a"), ("https://o/1.png", "/x/c.json", "https://o/1.png"),
    ])
    func holdsTheAbsoluteEndpoint(endpoint: String, catalog: String, expected: String) throws {
        let location = try CatalogLocation(catalog, relativeTo: "/")
        let text = OutputFormat.ndjson.rendering([try .sample(avatar: endpoint)], catalog: location)
        #expect(text.contains(#","avatar":"\#(expected)","phone""#), "\(text)")
    }

    @Test func holdsTheColumnsThatAreChosen() throws {
        let columns: [ListColumn] = [.email, .file, .created]
        let text = OutputFormat.json.rendering([try .sample(email: "a@b.c")], cached: entry, columns: columns)
        let record = #"{"email":"a@b.c","avatarFile":"/tmp/a \"b\"/avatar.png","createdAt":"2021-01-21T09:11:16.040Z"}"#
        #expect(text == "[\n\(record)\n]\n")
    }

    @Test func printsOneArray() throws {
        let one = try Supplier.sample()
        let line = OutputFormat.ndjson.rendering([one]).dropLast()
        #expect(OutputFormat.json.rendering([]) == "[]\n")
        #expect(OutputFormat.json.rendering([one]) == "[\n\(line)\n]\n")
        #expect(OutputFormat.json.rendering([one, one]) == "[\n\(line),\n\(line)\n]\n")
    }

    @Test(arguments: [
        ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\u{8}", #"\b"#), ("\t", #"\t"#), ("\n", #"\n"#),
        ("\u{c}", #"\f"#), ("\r", #"\r"#), ("\r\n", #"\r\n"#), ("\u{0}", #"\u0000"#), ("\u{1b}[m", #"\u001b[m"#),
        ("\u{7f}", #"\u007f"#), ("\u{80}", #"\u0080"#), ("\u{9f}", #"\u009f"#), ("\u{a0}", "\u{a0}"), ("é", "é"),
        ("山", "山"), ("👩‍🔧", "👩‍🔧"), ("\u{2028}", "\u{2028}"), ("\u{202e}", "\u{202e}"), ("", ""),
    ])
    func escapesAsLittleAsMayBeForAProgram(field: String, expected: String) throws {
        let text = OutputFormat.ndjson.rendering([try .sample(company: field)])
        #expect(text.contains(#""company":"\#(expected)","email""#))
        #expect(try JSONDecoder().decode(Record.self, from: Data(text.utf8)).company == field)
    }

    @Test(arguments: [
        ("\u{202e}", #"\u202e"#), ("\u{2028}", #"\u2028"#), ("\u{9b}", #"\u009b"#), ("\u{e0041}", #"\udb40\udc41"#),
        ("a\u{200d}b", #"a\u200db"#), ("山👩‍🔧", "山👩‍🔧"), ("\n", #"\n"#),
    ])
    func escapesWhatATerminalWouldObeyAndStaysTheSameData(field: String, expected: String) throws {
        let text = OutputFormat.json.rendering([try .sample(company: field)], width: 80)
        #expect(text.contains(#""company":"\#(expected)","email""#))
        #expect(try JSONDecoder().decode([Record].self, from: Data(text.utf8)).first?.company == field)
    }

    @Test(arguments: [nil, 80], ["Zoë 山田", "", "a,b", "\u{9b}m\u{7f}", "\u{7f}", "\u{202e}é"])
    func copiesWhatItWouldWrite(width: Int?, field: String) throws {
        for format in [OutputFormat.json, .ndjson] {
            try format.expectCopies(of: .sample(company: field), width: width)
            try format.expectCopies(of: .sample(id: field + "1", company: ""), width: width)
        }
    }

    @Test func isReadBackAsTheSameSuppliers() throws {
        let hostile = (0...0x2ff).compactMap { Unicode.Scalar($0) }.map(String.init).joined() + "\u{10ffff}"
        let suppliers = [
            try Supplier.sample(), try .sample(id: hostile, fullname: hostile, avatar: hostile, email: hostile),
            try .sample(createdAt: "0001-02-28T23:59:59.000000001-23:59", avatar: nil, phone: "", company: ""),
        ]
        for width in [nil, 80] {
            let text = OutputFormat.json.rendering(suppliers, width: width)
            #expect(try JSONDecoder().decode([Supplier].self, from: Data(text.utf8)) == suppliers)
        }
    }

    @Test func onlyJSONAsksForTheCache() {
        #expect(OutputFormat.allCases.filter { $0.readsCache(for: nil) } == [.json, .ndjson])
        #expect(OutputFormat.allCases.allSatisfy { $0.readsCache(for: [.file]) })
    }
}
