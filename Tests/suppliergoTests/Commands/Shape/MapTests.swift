import TestSupport
import Testing

/// Catalogs of another shape, by the settings and by `--map`.
@Suite struct MapTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private static let feed = """
        {"d":{"results":[{"Nr":17,"First":"Ada","Last":"Marsh","Org":"Marsh & Co","Day":"20240131","Tel":null},\
        {"Nr":18,"First":null,"Last":"Bo","Org":false,"Day":"soon"}]}}
        """
    private static let places =
        "records = d.results\nid = Nr\nfullname = {First} {Last}\ncompany = Org\nphone = Tel\nemail = \"\"\n"
        + "created = Day\n"
    private static let lines = "17\tAda Marsh\tMarsh & Co\t\t\t2024-01-31T00:00:00Z\n18\tBo\t\t\t\t\n"

    private func write(_ places: String, feed: String = Self.feed) throws {
        try setting.directory.write(Array(feed.utf8), to: "f.json")
        let settings = "[erp]\ncatalog = \(setting.directory.path(of: "f.json"))\n" + places
        try setting.directory.write(Array(settings.utf8), to: ".config/suppliergo/config")
    }

    @Test func readsACatalogByItsSettings() async throws {
        try write(Self.places)
        let result = try await setting.run("list -c erp -f tsv")
        #expect(result.output == Self.lines)
        #expect(result.errorOutput == "suppliergo: warning: 1 date has no known form, and counts as unknown\n")
        #expect(result.status == 0)
        #expect(try await setting.run("show 17 -c erp").output.contains("Ada Marsh"))
        // A supplier without a date is the last in both orders.
        for order in ["", " --reverse"] {
            let lines = try await setting.run("list -c erp -f tsv --sort created" + order).output.split(separator: "\n")
            #expect(lines.last?.hasPrefix("18\t") == true)
        }
    }

    /// The catalog comes in many chunks, and its records differ in length only.
    @Test(arguments: [
        ("--map fullname=v", "true\t"), ("--map fullname=t.0 --map company=t.00", "x y\tx y"),
    ])
    func readsAValueInItsPlaceInEachOfManyRecords(places: String, fields: String) async throws {
        let records = (0..<5000).map {
            #"{"note":"\#(String(repeating: "x", count: $0 % 50))","v":true,"t":["x y"],"id":\#($0)}"#
        }
        try setting.directory.write(Array("[\(records.joined(separator: ","))]".utf8), to: "c.json")
        let result = try await setting.run("list -c c.json --map id=id \(places) -f tsv")
        #expect(result.output == (0..<5000).map { "\($0)\t\(fields)\t\t\t\n" }.joined())
    }

    @Test func readsACatalogByOptionsWhichOverrideTheSettings() async throws {
        try write(Self.places)
        let result = try await setting.shell("$0 list -c erp -f tsv --map fullname=Last --map 'company={Org} # 1'")
        #expect(result.output.hasPrefix("17\tMarsh\tMarsh & Co # 1\t"))
        #expect(result.status == 0)
        let config = try await setting.run("config -c erp --map total=d.n")
        let lines = config.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.contains("total d.n option"))
        #expect(lines.contains { $0.hasPrefix("fullname {First} {Last} \(setting.directory.path)") })
    }

    @Test func readsACatalogInCSV() async throws {
        let rows = "\u{feff}Nr;Contact;Mail\r\n7;\"Marsh; Ada\";a@b.example\r\n8;Bo\r\n9;Cy;\r\n"
        try write("id = Nr\nfullname = Contact\nemail = Mail\ncompany = \"ACME Ltd\"\n", feed: rows)
        let result = try await setting.run("list -c erp -f tsv")
        let names = ["7\tMarsh; Ada\tACME Ltd\t\ta@b.example\t", "8\tBo\tACME Ltd\t\t\t", "9\tCy\tACME Ltd\t\t\t"]
        #expect(result.output == names.map { $0 + "\n" }.joined())
        #expect(result.errorOutput.isEmpty && result.status == 0)
        #expect(try await setting.run("show 9 -c erp").output.contains("Cy"))
        try write("id = Nr\nfullname = Contact\n", feed: rows + "10;\"x\r\n")
        let broken = try await setting.run("list -c erp -f tsv")
        #expect(broken.errorOutput.contains("not valid CSV on line 5, at byte 64: the quotation mark there is never"))
        #expect(broken.status == 65)
    }

    @Test func exportsAPlainCatalogThatListsTheSame() async throws {
        try write(Self.places)
        let export = try await setting.run("list -c erp -f json -o out.json")
        #expect(export.status == 0)
        let again = try await setting.run("list -c out.json -f tsv")
        #expect(again.output == Self.lines)
        #expect(again.status == 0 && again.errorOutput.isEmpty)
    }

    @Test(arguments: [
        ("records = d.items\n", 65, "error: the catalog has no array at 'd.items': its fields are d"),
        (
            "records = d.results\nid = No\nfullname = Last\n", 65,
            "error: no record has 'No', the place of 'id': its fields are Nr,"
        ),
        (
            "records = d.results\nid = Nr\nfullname = {a} {b}\n", 65,
            "error: no record has 'a, b', the place of 'fullname'"
        ),
        (
            "records = d.results\nid = Nr\nfullname = Last\nphone = Fon\n", 0,
            "warning: no record has 'Fon': its fields are Nr,"
        ),
        ("records = dd.results\nid = Nr\nfullname = Last\n", 65, "its fields are d; did you mean 'd.results'?"),
        ("records = d.results\nid = Nrr\nfullname = Last\n", 65, "Org, Day, Tel; did you mean 'Nr'?"),
        (
            "records = d.results\nid = Nr\nfullname = {Frist} {Lats}\n", 65,
            "Org, Day, Tel; did you mean 'First, Last'?"
        ),
        (
            "records = d.results\nid = Nr\nfullname = {First} {Lsat}\n", 3,
            "warning: no record has 'Lsat': its fields are Nr, First, Last, Org, Day, Tel; did you mean 'Last'?"
        ),
        ("name = First\n", 78, "config:3: unknown key 'name'; did you mean 'fullname'?"),
        ("records = d.results\nid = \"1\"\nfullname = Last\n", 0, "warning: all 2 records have the id '1'"),
        ("records = d.results\nid = Nr\nfullname = First\n", 3, "warning: record 2 at byte"),
        ("fullname = {First\n", 78, "config:3: the place of 'fullname', '{First', has a '{' without a '}' after it"),
        ("fulname = First\n", 78, "config:3: unknown key 'fulname'; did you mean 'fullname'?"),
    ])
    func tellsOfAMapThatDoesNotFit(places: String, status: Int32, message: String) async throws {
        try write(places)
        let result = try await setting.run("list -c erp -f tsv")
        #expect(result.errorOutput.contains(message), Comment(rawValue: result.errorOutput))
        #expect(result.status == status)
    }

    /// The first record has no address.
    @Test(arguments: [
        ("company=address.cty", "warning: no record has 'address.cty': ", "address.city"),
        ("company={n|lower}{adress.city}", "warning: no record has 'adress.city': ", "address.city"),
        ("company=sites.nmae", "warning: no record has 'sites.nmae': ", "sites.name"),
        ("detail=d/{address.ctiy|lower}", "warning: no record has 'address.ctiy': ", "address.city"),
        ("fullname=address.cty", "error: no record has 'address.cty', the place of 'fullname': ", "address.city"),
        ("fullname={n} {address.cty}", "warning: no record has 'address.cty': ", "address.city"),
        ("company=zzz.city", "warning: no record has 'zzz.city': ", nil),
    ])
    func namesTheNearestPathInsideTheRecords(place: String, sentence: String, nearest: String?) async throws {
        try write(
            "id = id\nfullname = n\n",
            feed: #"[{"id":1,"n":"A B"},{"id":2,"n":"C D","address":{"city":"Rome","":1},"sites":[{"name":"x"}]}]"#)
        let result = try await setting.shell("$0 list -c erp -f tsv --map '\(place)'")
        #expect(
            result.errorOutput.hasSuffix(
                "suppliergo: \(sentence)its fields are id, n"
                    + (nearest.map { "; did you mean '\($0)'?\n" } ?? "\n")), "\(result.errorOutput)")
    }

    @Test(arguments: [("id=Nr", #"Nr\."#), ("email=E.Mail", #"E\.Mail"#)])
    func namesAFieldWithADotAsAPath(place: String, path: String) async throws {
        try setting.directory.write(Array("Nr.;E.Mail;Name\n1;a@x.example;Ana\n".utf8), to: "f.csv")
        let result = try await setting.shell(#"$0 list -c f.csv --map 'id=Nr\.' --map fullname=Name --map '\#(place)'"#)
        #expect(result.errorOutput.hasSuffix("its fields are Nr., E.Mail, Name; did you mean '\(path)'?\n"))
    }

    @Test(arguments: [
        ("fullname={a", "the place of 'fullname', '{a', has a '{' without a '}' after it"),
        ("nme=a", "is not FIELD=PATH"), ("fulname=a.b", "did you mean 'fullname=a.b'?"),
        ("name=Last", "did you mean 'fullname=Last'?"),
        ("fullname", "is not FIELD=PATH"),
    ])
    func refusesAnOptionThatIsNoPlace(option: String, message: String) async throws {
        try write("")
        let result = try await setting.run("list -c erp --map \(option)")
        #expect(result.errorOutput.contains(message), Comment(rawValue: result.errorOutput))
        #expect(result.status == 64)
    }

    /// Records, the places of a map, and what is listed: names that are like those of the map are its fields alone.
    @Test(arguments: [
        (#"{"NR":1,"Full\u00a0Name":"Ana","Sites":{"City":"B"}}"#, [#""fullname":"Ana""#, #""company":"B""#]),
        (#"{"Nr":1,"full name":"Ana","Full Name":"Bo","sites":{"city":"B"}}"#, [#""fullname":"Bo""#]),
        (#"{"Nr":1.0,"Full Name":"Ana","Seit":"soon"}"#, [#""fullname":"Ana""#, #""Seit":"soon""#]),
    ])
    func readsNamesThatAreLikeThoseOfTheMap(record: String, members: [String]) async throws {
        try write(
            "id = Nr\nfullname = Full Name\ncompany = sites.city\ncreated = seit\n", feed: "[\(record),\(record)]")
        let result = try await setting.run("list -c erp -f ndjson")
        let line = result.output.split(separator: "\n").first ?? ""
        #expect((members + [#"{"id":"1","#]).allSatisfy(line.contains) && result.status == 0, "\(line)")
        #expect(!line.contains("NR") && !line.contains("Full"))
        #expect(line.contains("full name") == record.contains("full name"))
    }

    @Test(arguments: ["?page={page}", "?skip={offset}"])
    func followsPagesUntilOneIsEmpty(next: String) async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/c": .ok(#"{"v":[{"id":1,"fullname":"A B"},{"id":2,"fullname":"C D"}]}"#)
            case "/c?page=2", "/c?skip=2": .ok(#"{"v":[{"id":3,"fullname":"E F"}]}"#)
            default: .ok(#"{"v":[]}"#)
            }
        }
        defer { server.stop() }
        let options = "-c \(server.url("/c")) --map records=v --map next=\(next) --map fullname=fullname -f tsv"
        let result = try await setting.run("list \(options)")
        #expect(result.output == "1\tA B\t\t\t\t\n2\tC D\t\t\t\t\n3\tE F\t\t\t\t\n")
        #expect(result.status == 0 && result.errorOutput.isEmpty, Comment(rawValue: result.errorOutput))
        #expect(try await setting.run("list \(options) --offline").output == result.output)
        #expect(try await setting.run("list \(options) --offline --map id=fullname").output.hasPrefix("A B\tA B\t"))
    }

    /// Lines with an array of their own are records all the same.
    @Test func findsTheRecordsByNamesThatDifferInCase() async throws {
        let lines = #"{"Nr":"1","Name":"Ana","items":[{"id":2}]}"# + "\n" + #"{"Nr":"2","Name":"Bo","items":[]}"# + "\n"
        try setting.directory.write(Array(lines.utf8), to: "l.ndjson")
        let result = try await setting.run("list -c l.ndjson --map id=nr --map fullname=name -f tsv --columns id,name")
        #expect(result.output == "1\tAna\n2\tBo\n" && result.errorOutput.isEmpty && result.status == 0)
    }
}
