import TestSupport
import Testing

@testable import suppliergo

@Suite struct CheckCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private static func record(
        _ id: Int, _ name: String, email: String, phone: String = "555-010", created: String = "2021-01-01",
        avatar: String = ""
    ) -> String {
        """
        {"id":"\(id)","createdAt":"\(created)T00:00:00Z","fullname":"\(name)","avatar":"\(avatar)",\
        "phone":"\(phone)\(id)","company":"Company \(id)","email":"\(email)"}
        """
    }

    private static let catalog = Samples.catalog([
        record(1, "Ana Lima", email: "ana@x.pt"), "{\"id\":\"9\"}", record(2, "Rui Sá", email: "ANA@x.pt"),
        record(3, "Madonna", email: "", phone: ""),
        record(4, "Zoë &amp; Co", email: "zоe@x.pt", phone: "030 1234567, 0171 123456", created: "9000-01-01"),
    ])

    @Test func printsALineForEachFinding() async throws {
        try setting.directory.write(Array(Self.catalog.utf8), to: "c.json")
        let result = try await setting.run("check -c c.json")
        #expect(
            result.output == """
                bad record: record 2 at byte 142, field 'createdAt': expected an RFC 3339 date-time, found nothing
                2  Rui Sá  the e-mail address ANA@x.pt is also that of 1  Ana Lima
                3  Madonna  no e-mail address
                3  Madonna  phone number with fewer than 3 digits: 3
                4  Zoë &amp; Co  e-mail address that mixes alphabets: zоe@x.pt
                4  Zoë &amp; Co  phone number with a second number: 030 1234567, 0171 1234564
                4  Zoë &amp; Co  full name with an HTML entity: Zoë &amp; Co
                4  Zoë &amp; Co  a date in the future: 9000-01-01T00:00:00Z

                """)
        #expect(result.errorOutput == "suppliergo: 4 suppliers checked, 8 findings\n")
        #expect(result.status == 3)
        #expect(try await setting.run("check -c c.json --strict").status == 65)
    }

    @Test(arguments: [
        ("vta:x", "suppliergo: no supplier matches 'vta:x': no record has 'vta'\n"),
        ("not:vta:x id:2", "suppliergo: warning: no record has 'vta'\nsuppliergo: 1 supplier checked, 1 finding\n"),
    ])
    func namesAFieldOfTheQueryThatNoRecordHas(query: String, sentence: String) async throws {
        try setting.directory.write(Array(Self.catalog.utf8), to: "c.json")
        let result = try await setting.run("check -c c.json \(query)")
        #expect(result.errorOutput.hasSuffix(sentence))
    }

    @Test(arguments: [
        ("text", "bad record: R1\nbad record: R2\n"),
        ("csv", "id,fullname,rule,value,firstId,firstFullname\r\n,,bad-record,\"R1\",,\r\n,,bad-record,\"R2\",,\r\n"),
        (
            "ndjson",
            #"""
            {"id":null,"fullname":null,"rule":"bad-record","value":"R1","firstId":null,"firstFullname":null}
            {"id":null,"fullname":null,"rule":"bad-record","value":"R2","firstId":null,"firstFullname":null}

            """#
        ),
    ])
    func printsAFindingForEachRecordIfAllAreBad(format: String, output: String) async throws {
        let records = [#"{"id":5.5,"fullname":"A"}"#, #"{"id":7.5,"fullname":"B"}"#]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let result = try await setting.run("check -c c.json -f \(format)")
        let first = "record 1 at byte 1, field 'id': expected a string or an integer, found the number 5.5"
        let second = "record 2 at byte 28, field 'id': expected a string or an integer, found the number 7.5"
        #expect(result.output == output.replacing("R1", with: first).replacing("R2", with: second))
        #expect(result.errorOutput == "suppliergo: 0 suppliers checked, 2 findings\n")
        #expect(result.status == 3)
        #expect(try await setting.run("check -c c.json name").output.isEmpty)
    }

    @Test func namesAFieldThatNoRecordHasOnce() async throws {
        let records = (1...3).map { Self.record($0, "Name \($0)", email: "") }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let text = try await setting.run("check -c c.json")
        #expect(text.output == "no record has an e-mail address\n")
        #expect(text.errorOutput == "suppliergo: 3 suppliers checked, 1 finding\n" && text.status == 3)
        let line = try await setting.run("check -c c.json -f ndjson id:2")
        #expect(line.output.hasPrefix(#"{"id":"2","fullname":"Name 2","rule":"email","value":"","#))
    }

    @Test func comparesWithAllSuppliersAndPrintsThoseThatMatch() async throws {
        try setting.directory.write(Array(Self.catalog.utf8), to: "c.json")
        let result = try await setting.run("check -c c.json -f ndjson rui")
        let line =
            #"{"id":"2","fullname":"Rui Sá","rule":"shared-email","value":"ANA@x.pt","#
            + #""firstId":"1","firstFullname":"Ana Lima"}"#
        #expect(result.output == line + "\n")
        #expect(result.errorOutput.contains("suppliergo: warning: record 2 at byte"))
        #expect(result.status == 3)
        let none = try await setting.run("check -c c.json nobody")
        #expect(none.output.isEmpty)
        #expect(none.status == 3)
    }

    @Test func findsNothingInGoodData() async throws {
        let catalog = Samples.catalog([Self.record(1, "Ana Lima", email: "a@x.pt")])
        try setting.directory.write(Array(catalog.utf8), to: "c.json")
        let result = try await setting.run("check -c c.json")
        #expect(result.output.isEmpty)
        #expect(result.errorOutput == "suppliergo: 1 supplier checked, 0 findings\n")
        #expect(result.status == 0)
    }

    @Test func writesTheFormatOfTheExtension() async throws {
        try setting.directory.write(Array(Self.catalog.utf8), to: "c.json")
        #expect(try await setting.run("check -c c.json rui -o f.csv").status == 3)
        let csv = String(decoding: try setting.directory.read("f.csv"), as: UTF8.self)
        #expect(
            csv == "id,fullname,rule,value,firstId,firstFullname\r\n2,Rui Sá,shared-email,ANA@x.pt,1,Ana Lima\r\n")
        #expect(try await setting.run("check -c c.json -o f.xyz").status == 64)
        #expect(try await setting.run("check -c c.json -o f.xyz -f text").status == 3)
    }

    @Test func knowsTheAvatarsThatAreGoneFromTheCache() async throws {
        let catalog = Samples.catalog([Self.record(1, "Ana Lima", email: "a@x.pt", avatar: "/gone.png")])
        let server = try LoopbackServer { $0.target == "/c.json" ? .ok(catalog) : .status(410) }
        defer { server.stop() }
        let location = server.url("/c.json")
        #expect(try await setting.run("check -c \(location)").status == 0)
        _ = try await setting.run("fetch -c \(location)")
        let result = try await setting.run("check -c \(location)")
        #expect(result.output == "1  Ana Lima  the avatar is gone: /gone.png\n")
        #expect(result.status == 3)
    }
}
