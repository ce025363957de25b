import TestSupport
import Testing

@testable import suppliergo

@Suite struct ListChangesTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private static func record(_ id: Int, email: String, avatar: String = "/\(1).png") -> String {
        """
        {"id":"\(id)","createdAt":"2021-01-01T00:00:00Z","fullname":"Name \(id)","avatar":"\(avatar)",\
        "phone":"+1 555 \(id)","company":"Company","email":"\(email)"}
        """
    }

    private func write(_ records: [String], to name: String = "c.json") throws {
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: name)
    }

    private static let before = [record(1, email: "a@x.pt"), record(2, email: "b@x.pt"), record(3, email: "c@x.pt")]
    private static let after = [record(3, email: "c@x.pt"), record(1, email: "evil@x.pt"), record(4, email: "d@x.pt")]

    private static let report = """
        1  Name 1  changed
            email  a@x.pt → evil@x.pt
        4  Name 4  added
            fullname   Name 4
            company    Company
            phone      +1 555 4
            email      d@x.pt
            avatar     /1.png
            createdAt  2021-01-01T00:00:00Z
        2  Name 2  removed

        """

    private func list(_ words: String) async throws -> ProcessResult {
        try await setting.run("list -c c.json \(words)", environment: ["LANG": "C.UTF-8"])
    }

    @Test func reportsSinceTheLastReport() async throws {
        try write(Self.before)
        let first = try await list("--changes")
        #expect(first.output.isEmpty)
        #expect(
            first.errorOutput
                == "suppliergo: this is the first report of this catalog: changes are reported from now on\n")
        #expect(first.status == 1)
        try write(Self.after)
        let last = try await list("--since last")
        #expect(last.output == Self.report)
        #expect(last.status == 0)
        // A query neither shows nor moves the rest.
        let some = try await list("--changes email:evil")
        #expect(some.output == "1  Name 1  changed\n    email  a@x.pt → evil@x.pt\n")
        #expect(try await list("--changes nobody").status == 1)
        #expect(try await list("--changes").output == Self.report)
        let none = try await list("--changes --format json")
        #expect(none.output == "[]\n")
        #expect(none.errorOutput == "suppliergo: nothing has changed\n")
        #expect(none.status == 1)
        #expect(try await list("--since last").status == 1)
    }

    @Test func reportsSinceAFileForPrograms() async throws {
        try write(Self.before)
        #expect(try await list("-o friday.json").status == 0)
        try write(Self.after)
        let json = try await list("--since friday.json -f ndjson email:evil")
        let line = #"{"id":"1","change":"changed","fields":{"email":{"from":"a@x.pt","to":"evil@x.pt"}}}"#
        #expect(json.output == line + "\n")
        #expect(try await list("--since friday.json -f json email:evil").output == "[\(line)]\n")
        let csv = try await list("--since friday.json -o changes.csv name:1")
        #expect(csv.status == 0)
        #expect(
            String(decoding: try setting.directory.read("changes.csv"), as: UTF8.self)
                == "id,change,field,from,to\r\n1,changed,email,a@x.pt,evil@x.pt\r\n")
        #expect(try await list("--since missing.json").status == 66)
        #expect(try setting.directory.files().contains { $0.hasPrefix("cache/marks/") } == false)
    }

    @Test(arguments: [
        ("<html>", "is a page of HTML"), ("PK\u{3}\u{4}", "is a zip archive"), ("[{]", "is not valid JSON"),
    ])
    func namesAnEarlierFileThatIsNoCatalog(text: String, reason: String) async throws {
        try write(Self.before)
        try setting.directory.write(Array(text.utf8), to: "friday.json")
        let result = try await list("--since friday.json")
        let (prefix, file) = ("suppliergo: error: ", setting.directory.path(of: "friday.json"))
        #expect(result.errorOutput.hasPrefix("\(prefix)in the file '\(file)', the catalog \(reason)"))
        let colons = result.errorOutput.dropFirst(prefix.count).filter { $0 == ":" }
        #expect(colons.count <= 1)
        #expect(result.status == 65)
    }

    @Test func isolatesNamesFromRightToLeft() async throws {
        func write(email: String) throws {
            try self.write([Self.record(7, email: email).replacing("Name 7", with: "נועה לוי")])
        }
        try write(email: "a@x.pt")
        #expect(try await list("--changes").status == 1)
        try write(email: "b@x.pt")
        let report = "7  \u{2068}נועה לוי\u{2069}  changed\n    email  a@x.pt → b@x.pt\n"
        #expect(try await list("--since last").output == report)
    }

    @Test func comparesSuppliersWithOneIDAsASet() async throws {
        let (one, two) = (Self.record(1, email: "a@x.pt"), Self.record(1, email: "b@x.pt"))
        try write([one, two, one])
        #expect(try await list("--changes").status == 1)
        try write([two, one, one])
        #expect(try await list("--since last").status == 1)
        try write([one, Self.record(1, email: "c@x.pt"), one])
        #expect(try await list("--since last").output == "1  Name 1  changed\n    email  b@x.pt → c@x.pt\n")
        try write([two])
        #expect(try await list("--since last").output == "1  Name 1  removed\n1  Name 1  removed\n")
    }

    @Test func localEditsAreNoChanges() async throws {
        try write(Self.before)
        #expect(try await list("--changes").status == 1)
        #expect(try await setting.run("edit 1 -c c.json --email mine@x.pt").status == 0)
        #expect(try await list("--changes").status == 1)
    }

    @Test func theMarkStaysAfterAnIncompleteCatalogAndAFailedOutput() async throws {
        try write(Self.before)
        #expect(try await list("--changes").status == 1)
        let records = Self.after.joined(separator: ",")
        try setting.directory.write(Array("{\"count\":9,\"results\":[\(records)]}".utf8), to: "c.json")
        let incomplete = try await list("--changes")
        #expect(incomplete.output == Self.report.replacing("2  Name 2  removed\n", with: ""))
        #expect(
            incomplete.errorOutput.hasSuffix(
                "the catalog was not read as a whole, so no supplier is reported as removed, and the starting point "
                    + "does not move\n"))
        #expect(incomplete.status == 3)
        try write(Self.after)
        #expect(try await setting.shell("\"$0\" list -c c.json --changes > /dev/full").status == 74)
        #expect(try await list("--changes -o missing/x.json").status == 74)
        #expect(try await list("--changes").output == Self.report)
        #expect(try await list("--changes").output.isEmpty)
    }

    @Test func cacheCommandsTellOfTheMark() async throws {
        try write(Self.before)
        #expect(try await list("--changes").status == 1)
        #expect(try await setting.run("cache prune --max-size 0").status == 0)
        #expect(try await setting.run("cache info").output.contains("\nmarks      "))
        let cleared = try await setting.run("cache clear")
        #expect(
            cleared.errorOutput.hasSuffix("suppliergo: removed the last reports of 1 catalog for 'list --changes'\n"))
        #expect(try await !setting.run("cache info").output.contains("marks"))
        #expect(try await list("--changes").errorOutput.contains("first report"))
    }

    @Test(arguments: ["--changes -f html", "--changes --sort name", "--since https://x.test/c.json", "--changes -n 3"])
    func refusesWhatDoesNotGoTogether(words: String) async throws {
        try write(Self.before)
        #expect(try await list(words).status == 64)
    }
}
