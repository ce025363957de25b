import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

/// Details, which a second endpoint has of each supplier: shown, fetched, and used from the cache.
@Suite struct DetailsCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// A server of a catalog of three suppliers, and of details that are answered in some way.
    private func server(_ answer: @escaping @Sendable (RecordedRequest) -> Answer) throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request.target == "/c.json" else { return answer(request) }
            return .ok(Samples.catalog((1...3).map { Samples.record($0) }))
        }
    }

    private static let body = #"{"advisor":{"id":"x","company":"Other","accounts":[{"name":"IRA"}]},"asOf":"now"}"#

    private func options(_ server: LoopbackServer) -> String {
        "--map detail=/d/{id} --map detail-record=advisor --retries 0 -c \(server.url("/c.json"))"
    }

    /// The card's lines that begin with some names.
    private func lines(_ result: ProcessResult, _ names: String...) -> [String] {
        var lines: [String] = []
        for line in result.output.split(separator: "\n") {
            let line = String(line.dropFirst(2).dropLast(2)).trimmed
            if names.contains(where: { line.hasPrefix("\($0) ") }) { lines.append(line) }
        }
        return lines
    }

    @Test func areOnTheCardThatIsPrintedOnce() async throws {
        let server = try server { _ in .ok(Self.body) }
        defer { server.stop() }
        let card = try await setting.run("show 2 \(options(server))")
        #expect(lines(card, ".company", "asOf") == [".company  Other", "asOf      now"])
        #expect(card.output.count { $0 == "╭" } == 1 && card.status == 0 && card.errorOutput.isEmpty)
        #expect(server.requests.map(\.target) == ["/c.json", "/d/2"])
        let json = try await setting.run("show 2 -f ndjson \(options(server))")
        #expect(
            json.output.hasSuffix(
                #","avatarState":"none",".id":"x",".company":"Other","accounts":[{"name":"IRA"}],"asOf":"now"}"# + "\n")
        )
        #expect(json.status == 0)
        for format in ["tsv", "csv", "vcard", "html"] {
            #expect(try await setting.run("show 1 -f \(format) \(options(server))").status == 0)
        }
        #expect(try await setting.run("list -f json \(options(server))").status == 0)
        #expect(!server.requests.contains { $0.target == "/d/1" || $0.target == "/d/3" })
    }

    @Test func haveALineForTheirTransfer() async throws {
        let server = try server { _ in .ok(Self.body) }
        defer { server.stop() }
        let lines = try await setting.run("show 2 -v \(options(server))").errorOutput.split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("200 network ") && $0.contains("/d/2 (HTTP/1.1, ") } == 1)
    }

    @Test func failInALineOfTheCardAndInAWarningForPrograms() async throws {
        let isFailing = Lock(true)
        let server = try server { _ in isFailing.withLock(\.self) ? .status(500) : .ok(Self.body) }
        defer { server.stop() }
        let card = try await setting.run("show 2 \(options(server))")
        #expect(lines(card, "Details") == ["Details  status 500"])
        #expect(card.status == 0 && card.errorOutput.isEmpty)
        let json = try await setting.run("show 2 -f json \(options(server))")
        #expect(json.status == 3 && json.output.contains("Name 2"))
        #expect(json.errorOutput == "suppliergo: warning: no details: \(server.url("/d/2")) returned status 500\n")
        isFailing.withLock { $0 = false }
        #expect(lines(try await setting.run("show 2 \(options(server))"), "Details") == [])
        isFailing.withLock { $0 = true }
        let older = try await setting.run("show 2 \(options(server))")
        #expect(lines(older, "Details")[0].contains(/^Details +status 500, as of [0-9]+ seconds? ago$/))
        #expect(lines(older, "asOf").count == 1)
        let olderJSON = try await setting.run("show 2 -f ndjson \(options(server))")
        #expect(olderJSON.status == 0 && olderJSON.output.contains(#""asOf":"now""#))
        #expect(olderJSON.errorOutput.contains(/details are as of [0-9]+ seconds? ago: http.* returned status 500\n$/))
        server.stop()
        #expect(lines(try await setting.run("show 2 --offline \(options(server))"), "Details") == [])
        #expect(
            lines(try await setting.run("show 1 --offline \(options(server))"), "Details") == [
                "Details  not in the cache"
            ])
    }

    @Test func countTheirBytesWhileTheyArrive() async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let chunk = Array("80000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x80000) + Array("\r\n".utf8)
        let server = try server { _ in .steps(.send(Array(head.utf8)), .sendEndlessly(chunk)) }
        defer { server.stop() }
        let card = try await setting.run("show 2 \(options(server))")
        #expect(lines(card, "Details") == ["Details  too many bytes"])
        #expect(server.log.sentByteCount < 40 << 20)
    }

    @Test func ofASilentServerAreNotAskedForAgain() async throws {
        let server = try server { _ in .silence }
        defer { server.stop() }
        let card = try await setting.run("show 2 \(options(server)) --timeout 0.3 --retries 1")
        #expect(lines(card, "Details") == ["Details  no response in time"])
        // A silent connection that was used before may be dead, so a new one is tried too.
        let count = server.requests.count { $0.target == "/d/2" }
        #expect((1...2).contains(count))
        #expect(
            lines(try await setting.run("show 2 \(options(server))"), "Details") == ["Details  no response earlier"])
        #expect(server.requests.count { $0.target == "/d/2" } == count)
    }

    @Test(arguments: ["fetch --details", "list", "list --details", "show email:1@example.com", "check --details"])
    func ofATemplateThatNoRecordHasAreMissed(command: String) async throws {
        let server = try server { _ in .status(404) }
        defer { server.stop() }
        func warnings(of template: String) async throws -> [String] {
            let line = "\(command) --refresh -c \(server.url("/c.json")) --map detail=\(template)"
            let warnings = try await setting.run(line).errorOutput
            return warnings.matches(of: #/no record has '(.+?)': its fields are id, /#).map { String($0.1) }
        }
        for (template, path) in [("/d/{nope}", "nope"), ("/d/id", "/d/id"), ("/d/{id}/{a.b|lower}", "a.b")] {
            #expect(try await warnings(of: template) == [path])
        }
        #expect(!server.requests.contains { $0.target.hasPrefix("/d/") })
        for template in ["/d/{id}", "/d/{name}", "/d/{fullname}"] { #expect(try await warnings(of: template) == []) }
    }

    @Test(arguments: ["fetch --details", "list"]) func areNotMissedIfOneRecordHasThem(command: String) async throws {
        let records = [Samples.record(1), Samples.record(2).dropLast() + #","Ref":{"no":[{"a":null}]}}"#]
        try setting.directory.write(Array(Samples.catalog(records.map { String($0) }).utf8), to: "c.json")
        for template in ["d/{Ref.no.a}", "d/{Ref}"] {
            let result = try await setting.run("\(command) -c c.json --map detail=\(template)")
            #expect(!result.errorOutput.contains("no record has"), "\(result.errorOutput)")
        }
        let other = records.reversed().map { String($0) }
        try setting.directory.write(Array(Samples.catalog(other).utf8), to: "c.json")
        let line = "\(command) -c c.json --map detail="
        #expect(try await !setting.run(line + "d/{REF.NO.a}").errorOutput.contains("no record has"))
        #expect(try await setting.run(line + "d/{Ref.on}").errorOutput.contains("no record has 'Ref.on'"))
    }

    @Test func areNotReadFromADirectory() async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        try setting.directory.write([], to: "d/1.json/x")
        let options = "-c c.json --map detail=d/{id}.json"
        let card = try await setting.run("show 1 \(options)")
        #expect(lines(card, "Details") == ["Details  a directory in place of a file"])
        let json = try await setting.run("show 1 -f json \(options)")
        #expect(json.status == 3 && json.errorOutput.hasSuffix("/d/1.json is a directory\n"))
    }

    @Test func areFetchedForUseOffline() async throws {
        let server = try server { request in
            request.target == "/d/1" ? .status(500) : request.target == "/d/2" ? .status(404) : .ok(Self.body)
        }
        defer { server.stop() }
        let fetch = try await setting.run("fetch --details \(options(server))")
        // Both are asked at once, and either may answer first.
        #expect(
            fetch.errorOutput.split(separator: "\n").sorted() == [
                "suppliergo: details of 1 supplier fetched, 1 failed, 1 gone",
                "suppliergo: warning: no details for Name 1 (id 1): \(server.url("/d/1")) returned status 500",
                "suppliergo: warning: no details for Name 2 (id 2): \(server.url("/d/2")) is gone (HTTP 404); next "
                    + "check in 1 hour, or now with '--refresh'",
            ])
        #expect(fetch.status == 3)
        let gone = try await setting.run("fetch --details id:2 \(options(server))")
        #expect(gone.status == 0 && gone.errorOutput.contains("details of 1 supplier gone"))
        #expect(try await setting.run("fetch --details id:3 \(options(server))").status == 0)
        server.stop()
        let list = try await setting.run(
            "list --details -f tsv --columns id,asOf --offline \(options(server)) --sort asOf")
        #expect(list.output == "3\tnow\n1\t\n2\t\n")
        let found = try await setting.run(
            "list --details accounts.name:ira --offline -f tsv --columns id \(options(server))")
        #expect(found.output == "3\n")
        #expect(try await setting.run("list asOf:now --offline -f tsv \(options(server))").status == 1)
        #expect(
            try await setting.run("check --details asOf:now --offline \(options(server))").errorOutput.contains(
                "1 supplier"))
        let older = try await setting.run("fetch --details id:3 \(options(server))")
        #expect(older.status == 3 && older.errorOutput.contains("details of 1 supplier are stale: cannot connect"))
        #expect(older.errorOutput.hasSuffix("details of 1 supplier failed\n"))
    }

    @Test(arguments: [
        ("fetch --details", "'--details' needs 'detail = …'"), ("list --details", "'--details' needs"),
        ("show 1 --map detail=https://{id}/", "has braces in its scheme, host or port"),
        ("list --map detail=ftp://x/{id}", "has the scheme 'ftp'"),
        ("list --details --changes --map detail={id}.json", "cannot be combined"),
    ])
    func areRefusedOnTheCommandLine(line: String, sentence: String) async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        let result = try await setting.run("\(line) -c c.json")
        #expect(result.status == 64 && result.errorOutput.contains(sentence), "\(result.errorOutput)")
    }

    @Test(arguments: [
        ("catalog = c.json\ndetail = //{id}/", "has braces in its scheme, host or port"),
        ("catalog = http://x.example/\ndetail = file:///{id}", "names a file"),
        ("catalog-command = cat c.json\ndetail = /d/{id}", "is relative"),
        ("catalog = c.json\ndetails = true", "'details' is not a setting"),
    ])
    func areRefusedInTheSettings(section: String, sentence: String) async throws {
        try setting.directory.write(Array("[a]\n\(section)\n".utf8), to: ".config/suppliergo/config")
        let result = try await setting.run("list -c a")
        #expect(result.status == 78 && result.errorOutput.contains(sentence), "\(result.errorOutput)")
    }

    @Test func areReadFromFilesBesideACatalogInAFile() async throws {
        let environment = ["XDG_CONFIG_HOME": TestData.path("advisors")]
        let fetch = try await setting.run("fetch --details -c advisors", environment: environment)
        #expect(fetch.status == 0 && fetch.errorOutput.contains("details of 12 suppliers fetched"))
        let list = try await setting.run(
            "list --details ticker:SPY -c advisors -f tsv --columns id", environment: environment)
        #expect(list.output == "101\n102\n104\n108\n")
        let filled = try await setting.run("show 105 -c advisors", environment: environment)
        #expect(filled.output.contains("+1 617 555 0104") && filled.output.contains("securities"))
    }
}
