import TestSupport
import Testing

/// What `list --changes` and `--since` compare, and what they compare it with.
@Suite struct ChangedFieldsTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func write(_ text: String, to name: String = "c.json") throws {
        try setting.directory.write(Array(text.utf8), to: name)
    }

    private func list(_ words: String) async throws -> ProcessResult {
        try await setting.run("list -c c.json -f csv \(words)")
    }

    private func changes(_ words: String) async throws -> [String] {
        let lines = try await list(words).output.split(separator: "\r\n").map(String.init)
        #expect(lines.first == "id,change,field,from,to")
        return Array(lines.dropFirst())
    }

    private static func record(_ id: Int, _ others: String = "", email: String? = nil) -> String {
        let record = String(Samples.record(id).dropLast()) + (others.isEmpty ? "" : "," + others) + "}"
        return email.map { record.replacing("\(id)@example.com", with: $0) } ?? record
    }

    @Test func reportsEveryFieldAndMovesTheMarkWithThem() async throws {
        try write(Samples.catalog([Self.record(1, #""iban":"DE1","site":{"city":"A","tags":[1]},"active":true"#)]))
        _ = try await list("--changes")
        try write(Samples.catalog([Self.record(1, #""iban":"DE9","site":{"tags":[2],"city":"B"},"active":false"#)]))
        let expected = [
            "1,changed,iban,DE1,DE9", "1,changed,site.tags,[1],[2]", "1,changed,site.city,A,B",
            "1,changed,active,true,false",
        ]
        #expect(try await changes("--since last") == expected)
        #expect(try await changes("--changes") == expected)
        #expect(try await list("--changes").status == 1)
    }

    @Test func leavesOutWhatASectionIgnores() async throws {
        try write("[work]\ncatalog = ~/c.json\nignore = lastModified, site, email\n", to: ".config/suppliergo/config")
        try write(Samples.catalog([Self.record(1, #""lastModified":1,"site":{"a":1},"vat":"x""#)]))
        #expect(try await setting.run("list -c work --changes").status == 1)
        try write(Samples.catalog([Self.record(1, #""lastModified":2,"site":{"a":2},"vat":"x""#, email: "b@x.pt")]))
        let nothing = try await setting.run("list -c work --changes")
        #expect(nothing.status == 1 && nothing.errorOutput == "suppliergo: nothing has changed\n")
        try write(Samples.catalog([Self.record(1, #""lastModified":3,"vat":"y""#)]))
        let one = try await setting.run("list -c work --changes -f csv")
        #expect(one.output == "id,change,field,from,to\r\n1,changed,vat,x,y\r\n")
    }

    /// Tables have objects as texts, and columns that lead through arrays.
    @Test(arguments: [
        ("id,name,site", "csv", ["1,changed,site.city,B,C"]),
        ("id,name,sites.city", "csv", ["1,changed,sites.city,B,C"]),
        ("id,name,sites.city", "ndjson", ["1,changed,sites.city,B,C"]),
    ])
    func comparesAnExportOfObjectsAndArrays(columns: String, format: String, expected: [String]) async throws {
        func write(_ city: String, _ other: String = "") throws {
            let first = Self.record(1, #""site":{"city":"\#(city)","geo":{"lat":1.5}},"sites":[{"city":"\#(city)"}]"#)
            let second = Self.record(2, #""site":{},"sites":[{"city":"D"},{"city":"E"}]"#)
            try self.write(Samples.catalog([first, second, Self.record(3, #""site":null,"sites":[]"#)]))
        }
        try write("B")
        #expect(try await setting.run("list -c c.json --columns \(columns) -o old.\(format)").status == 0)
        #expect(try await changes("--since old.\(format)") == [])
        try write("C")
        #expect(try await changes("--since old.\(format)") == expected)
    }

    /// Texts and numbers may be written in several ways in JSON, and a table has numbers as texts.
    @Test(arguments: [
        (#""limit":1500.50,"rate":1.0"#, #""limit":1500.5,"rate":1"#, 0), (#""v":1e2"#, #""v":100"#, 0),
        (#""tags":["\u00e9","a\/b",1.0]"#, #""tags":["é","a/b",1]"#, 0), (#""v":"1.10""#, #""v":"1.1""#, 1),
        (#""v":"007""#, #""v":7"#, 1), (#""v":1"#, #""v":1.5"#, 1), (#""tags":[1]"#, #""tags":["1"]"#, 1),
    ])
    func comparesNumbersByTheirValues(old: String, new: String, count: Int) async throws {
        try write(Samples.catalog([Self.record(1, old)]), to: "old.json")
        try write(Samples.catalog([Self.record(1, new)]))
        #expect(try await changes("--since old.json").count == count)
        #expect(try await setting.run("list -c old.json --columns id,name,v,limit,rate -o old.csv").status == 0)
        #expect(try await changes("--since old.csv").count == (new.contains("tags") ? 0 : count))
    }

    /// Excel leaves out seconds, and writes dates that cannot be read.
    @Test(arguments: [
        ("21.01.2021 09:11", ""), ("2021-01-21 09:11", ""), ("21.01.2021", ""), ("21/01/2021 09:11", "createdAt"),
        ("1/21/2021 9:11", "createdAt"),
    ])
    func comparesDatesAsASpreadsheetSavedThem(date: String, missing: String) async throws {
        let time = "2021-01-21T09:11:16Z"
        func writeCatalog(_ email: String, at time: String) throws {
            let records = [Self.record(1, #""note":"a\nb""#), Self.record(2, email: email)]
            try write(Samples.catalog(records.map { $0.replacing(/2021-01-0.T00:00:00Z/, with: time) }))
        }
        try writeCatalog("a@x.pt", at: time)
        #expect(try await setting.run("list -c c.json -o old.csv").status == 0)
        let table = String(decoding: try setting.directory.read("old.csv"), as: UTF8.self)
        try write(table.replacing(time, with: date).replacing("a\nb", with: "a\r\nb"), to: "old.csv")
        let same = try await list("--since old.csv")
        #expect(same.output == "id,change,field,from,to\r\n" && same.status == 1)
        let lacks = same.errorOutput.contains("does not have these fields, which are not compared: createdAt")
        #expect(lacks == !missing.isEmpty, "\(same.errorOutput)")
        #expect(missing.isEmpty || same.errorOutput.contains("2 dates have no known form"), "\(same.errorOutput)")
        try writeCatalog("b@x.pt", at: "2022-01-21T09:11:16Z")
        let changed = try await changes("--since old.csv").map { $0.split(separator: ",")[2] }
        #expect(changed.contains("email") && changed.contains("createdAt") == missing.isEmpty, "\(changed)")
        // Only a table may have lost the time.
        try writeCatalog("b@x.pt", at: "2022-01-21T00:00:00Z")
        #expect(try await setting.run("list -c c.json -f json -o old.json").status == 0)
        try writeCatalog("b@x.pt", at: "2022-01-21T09:00:00Z")
        #expect(try await changes("--since old.json").count == 2)
    }

    @Test func takesAnExportedFieldForNoneOfOursInAnotherCase() async throws {
        try write(Samples.catalog([Self.record(1, #""Company":"own""#)]))
        #expect(try await setting.run("list -c c.json --columns id,name,Company -o old.csv").status == 0)
        #expect(try await changes("--since old.csv") == [])
    }

    @Test func namesTheFieldsThatAFileDoesNotHave() async throws {
        try write(Samples.catalog([Self.record(1, #""vat":"x""#), Self.record(2)]))
        #expect(try await setting.run("list -c c.json -o old.csv --columns id,name,email").status == 0)
        try write(Samples.catalog([Self.record(1, #""vat":"y""#, email: "b@x.pt"), Self.record(2, #""iban":"DE1""#)]))
        let report = try await list("--since old.csv")
        #expect(report.output == "id,change,field,from,to\r\n1,changed,email,1@example.com,b@x.pt\r\n")
        let file = setting.directory.path(of: "old.csv")
        #expect(
            report.errorOutput
                == "suppliergo: warning: the file '\(file)' does not have these fields, which are not compared: "
                + "company, phone, createdAt, vat, iban\n")
        #expect(report.status == 0)
    }

    @Test(arguments: ["--since old.json", "--changes"]) func reportsALostField(words: String) async throws {
        try write(Samples.catalog([Self.record(1, #""iban":"DE1","site":{"a":1}"#), Self.record(2)]))
        _ = try await list("--changes")
        try setting.directory.write(try setting.directory.read("c.json"), to: "old.json")
        try write(Samples.catalog([Self.record(1), Self.record(2)]))
        let report = try await list(words)
        #expect(report.output == "id,change,field,from,to\r\n1,changed,iban,DE1,\r\n1,changed,site.a,1,\r\n")
        #expect(report.status == 0 && report.errorOutput.isEmpty, "\(report.errorOutput)")
    }

    /// The catalog has lost a field of its own export, but in a table of another program somebody has added a column.
    @Test(arguments: [(",", ""), (";", ""), (",", "\u{feff}")])
    func comparesNoColumnThatWasAdded(separator: String, mark: String) async throws {
        try write(Samples.catalog([Self.record(1, #""vat":"""#), Self.record(2)]))
        let table = "id;vat;note\r\n1;x;seen\r\n2;;\r\n".replacing(";", with: separator)
        try write(mark + table, to: "old.csv")
        let isOwn = separator == "," && mark.isEmpty
        let report = try await list("--since old.csv")
        let note = isOwn ? "1,changed,note,seen,\r\n" : ""
        #expect(report.output == "id,change,field,from,to\r\n1,changed,vat,x,\r\n" + note)
        let file = setting.directory.path(of: "old.csv")
        let clause = "the catalog does not have these fields of the file '\(file)', which are not compared: note"
        #expect(report.errorOutput.contains("suppliergo: warning: \(clause)\n") != isOwn, "\(report.errorOutput)")
    }

    @Test(arguments: ["c.json", "erp"], ["json", "ndjson", "csv", "csv --columns id,name,file,vat,site.a"])
    func anExportHasNothingThatTheCatalogHasLost(catalog: String, format: String) async throws {
        let section = "[erp]\ncatalog = ~/c.json\nid = Nr\nfullname = {First} {Last}\nemail = Mail\n"
        try write(section, to: ".config/suppliergo/config")
        let others = #""Nr":1,"First":"A","Last":"B","Mail":"a@x.pt","vat":"x","edited":true,"site":{"a":1}"#
        try write("[\(Self.record(1, others).replacing(#""avatar":null"#, with: #""avatar":"1.png""#))]")
        #expect(try await setting.run("edit 1 -c \(catalog) --phone 0301234").status == 0)
        let file = "old.\(format.prefix { $0 != " " })"
        #expect(try await setting.run("list -c \(catalog) -o \(file) -f \(format)").status == 0)
        let report = try await setting.run("list -c \(catalog) -f csv --since \(file)")
        #expect(report.output == "id,change,field,from,to\r\n" && report.status == 1, "\(report.output)")
        #expect(report.errorOutput.hasSuffix("suppliergo: nothing has changed\n"))
    }

    @Test func comparesObjectsByTheMembersThatTheyHave() async throws {
        try write(Samples.catalog([Self.record(1, #""o":{},"p":{"x":1},"q":[]"#)]))
        _ = try await list("--changes")
        try write(Samples.catalog([Self.record(1, #""o":{"k":1},"p":{},"q":[1]"#)]))
        #expect(try await changes("--changes") == ["1,changed,o.k,,1", "1,changed,q,[],[1]", "1,changed,p.x,1,"])
    }

    @Test(arguments: ["--email mine@x.pt", "remove"])
    func onesOwnExportHasOnesOwnEditsInIt(edit: String) async throws {
        try write(Samples.catalog([Self.record(1), Self.record(2)]))
        let line = edit == "remove" ? "remove 1 -c c.json" : "edit 1 -c c.json \(edit)"
        #expect(try await setting.run(line).status == 0)
        #expect(try await setting.shell(#""$0" add -c c.json --id 9 --fullname 'Cy Day' --company C"#).status == 0)
        #expect(try await setting.run("list -c c.json -o old.json").status == 0)
        let report = try await list("--since old.json")
        #expect(report.errorOutput == "suppliergo: nothing has changed\n")
        #expect(report.status == 1)
    }

    @Test(arguments: ["old.json", "old.csv", "raw.json"])
    func readsAFileThroughTheCatalogsMapOrAsAnExport(file: String) async throws {
        func write(_ city: String) throws {
            let record = #"{"Nr":17,"Name":"Ada Marsh","Firma":"Krone","company":{"city":"\#(city)"},"Mail":"a@x.pt"}"#
            try self.write(#"{"d":[\#(record)]}"#)
        }
        try self.write(
            "[erp]\ncatalog = ~/c.json\nrecords = d\nid = Nr\nfullname = Name\ncompany = Firma\nemail = Mail\n",
            to: ".config/suppliergo/config")
        try write("Bonn")
        if file == "raw.json" {
            try setting.directory.write(try setting.directory.read("c.json"), to: file)
        } else {
            #expect(try await setting.run("list -c erp -o \(file)").status == 0)
        }
        #expect(try await setting.run("list -c erp --changes").status == 1)
        #expect(try await setting.run("list -c erp --since \(file)").status == 1)
        try write("Köln")
        let expected = "id,change,field,from,to\r\n17,changed,.company.city,Bonn,Köln\r\n"
        #expect(try await setting.run("list -c erp --changes -f csv").output == expected)
        let report = try await setting.run("list -c erp --since \(file) -f csv")
        #expect(report.output == (file == "old.csv" ? "id,change,field,from,to\r\n" : expected))
    }

    @Test(arguments: [
        (#"[{"x":2}]"#, "no record has 'id'"), ("nr;name\n1;a\n", "no record has 'id'"),
        (#"[{"id":"","fullname":"a"}]"#, "no record can be read: record 1 at byte 1, field 'id': expected"),
    ])
    func refusesAFileOfWhichNoRecordCanBeRead(text: String, sentence: String) async throws {
        try write(Samples.catalog([Self.record(1)]))
        try write(text, to: "old")
        let result = try await list("--since old")
        #expect(result.errorOutput.hasPrefix("suppliergo: error: in the file '\(setting.directory.path(of: "old"))', "))
        #expect(result.errorOutput.contains(sentence))
        #expect(result.errorOutput.hasSuffix("; see 'suppliergo inspect old'\n"))
        #expect(result.output.isEmpty && result.status == 65)
        try write("[]", to: "old")
        #expect(try await changes("--since old").contains("1,added,fullname,,Name 1"))
    }

    @Test(arguments: ["csv", "json", "ndjson"]) func comparesASupplierWithoutAName(format: String) async throws {
        let nameless = [2, 3].map { Self.record($0).replacing("Name \($0)", with: "") }
        try write(Samples.catalog([Self.record(1)] + nameless))
        #expect(try await setting.run("list -c c.json -o old.\(format)").status == 0)
        try write(Samples.catalog([Self.record(1), nameless[0].replacing("2@example.com", with: "b@x.pt")]))
        let report = try await list("--since old.\(format)")
        #expect(report.errorOutput.isEmpty && report.status == 0)
        let lines = report.output.split(separator: "\r\n").dropFirst()
        #expect(lines.prefix(2) == ["2,changed,email,2@example.com,b@x.pt", "3,removed,company,Company 3,"])
    }

    @Test(arguments: ["c.json", "erp"]) func comparesAnExportWithoutNames(catalog: String) async throws {
        func write(_ email: String) throws {
            try self.write(Samples.catalog([Self.record(1, #""Name":"Ada","Mail":"\#(email)""#, email: email)]))
        }
        let section = "[erp]\ncatalog = ~/c.json\nfullname = Name\nemail = Mail\n"
        try self.write(section, to: ".config/suppliergo/config")
        try write("a@x.pt")
        #expect(try await setting.run("list -c \(catalog) --columns id,email -o old.csv").status == 0)
        try write("b@x.pt")
        let report = try await setting.run("list -c \(catalog) -f csv --since old.csv")
        #expect(report.output == "id,change,field,from,to\r\n1,changed,email,a@x.pt,b@x.pt\r\n")
        #expect(report.errorOutput.contains("these fields, which are not compared: fullname, ") && report.status == 0)
    }

    @Test func readsAFileByTheMapThoughAPlaceOfItIsNowhere() async throws {
        try write("[erp]\ncatalog = ~/c.json\nfullname = Name\nphone = Fon\n", to: ".config/suppliergo/config")
        try write(#"[{"id":"1","Name":"Ada"}]"#, to: "old.json")
        try write(#"[{"id":"1","Name":"Bo"}]"#)
        let report = try await setting.run("list -c erp -f csv --since old.json")
        #expect(report.output == "id,change,field,from,to\r\n1,changed,fullname,Ada,Bo\r\n")
    }

    @Test func aSkippedRecordIsNeitherChangedNorRemoved() async throws {
        try write(Samples.catalog([Self.record(1), Self.record(2), Self.record(3)]))
        _ = try await list("--changes")
        let bad = #"{"id":"1","fullname":"Ana"}"#
        try write(Samples.catalog([bad, Self.record(2, email: "b@x.pt")]))
        let report = try await list("--changes")
        #expect(
            report.output.split(separator: "\r\n").dropFirst().prefix(2)
                == ["2,changed,email,2@example.com,b@x.pt", "3,removed,fullname,Name 3,"])
        #expect(!report.output.contains("\n1,") && report.status == 3)
        // The mark has moved, and still has the one that was skipped.
        try write(Samples.catalog([Self.record(1, email: "c@x.pt"), Self.record(2, email: "b@x.pt")]))
        #expect(try await changes("--changes") == ["1,changed,email,1@example.com,c@x.pt"])
        try write(Samples.catalog([#"{"fullname":"Ana"}"#, Self.record(2, email: "d@x.pt")]))
        let nameless = try await list("--changes")
        #expect(nameless.output == "id,change,field,from,to\r\n2,changed,email,b@x.pt,d@x.pt\r\n")
        #expect(
            nameless.errorOutput.hasSuffix(
                "no supplier is reported as removed, because the id of 1 skipped record cannot be read\n"))
        try write(Samples.catalog([Self.record(2, email: "d@x.pt")]))
        #expect(try await changes("--changes").first == "1,removed,fullname,Name 1,")
    }

    /// Statuses of a server that fails after the first report, and those of the program.
    @Test(arguments: [(401, 77), (503, 69), (200, 65), (0, 69)], ["--changes", "--since last", "--since old.json"])
    func reportsNothingFromASnapshotOfACatalogThatFails(answer: (status: Int, end: Int32), words: String) async throws {
        let hasFailed = Gate()
        let server = try LoopbackServer { _ in
            guard hasFailed.isOpen else { return .ok(Samples.catalog([Self.record(1), Self.record(2)])) }
            // One that breaks off reports what is new in it.
            return answer.status == 200 ? .ok("[" + Self.record(1, email: "b@x.pt") + ",") : .status(answer.status)
        }
        defer { server.stop() }
        let line = "list -c \(server.url("/c")) --retries 0 -f csv"
        #expect(try await setting.run(line + " --changes").status == 1)
        #expect(try await setting.run(line.replacing("-f csv", with: "-o old.json")).status == 0)
        hasFailed.open()
        if answer.status == 0 { server.stop() }
        let report = try await setting.run("\(line) \(words)")
        #expect(report.status == answer.end)
        #expect(report.errorOutput.hasPrefix("suppliergo: error: ") && !report.errorOutput.contains("nothing"))
        let change = "id,change,field,from,to\r\n1,changed,email,1@example.com,b@x.pt\r\n"
        #expect(report.output == (answer.status == 200 ? change : ""))
        let offline = try await setting.run("\(line) \(words) --offline")
        #expect(offline.status == 1 && offline.errorOutput == "suppliergo: nothing has changed\n")
    }
}
