import TestSupport
import Testing

/// Catalogs that go on elsewhere, are incomplete, or have become empty.
@Suite struct IncompleteCatalogTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private static func page(_ ids: ClosedRange<Int>, _ members: String) -> String {
        "{\(members),\"results\":[\(ids.map { Samples.record($0) }.joined(separator: ","))]}"
    }

    @Test func followsThePagesThatBodiesName() async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/c": .ok(Self.page(1...2, #""count":5,"next":"/c?page=2""#))
            case "/c?page=2": .ok(Self.page(3...4, #""count":5,"next":"?page=3""#))
            case "/c?page=3": .ok(Self.page(5...5, #""count":5,"next":null"#))
            default: .status(404)
            }
        }
        let location = server.url("/c")
        let result = try await setting.run("list -c \(location) -f tsv")
        #expect(result.output == (1...5).map { Samples.line($0) }.joined())
        #expect(result.errorOutput.isEmpty)
        #expect(result.status == 0)
        #expect(try await setting.run("show -c \(location) 5").status == 0)
        server.stop()
        #expect(try await setting.run("list -c \(location) -f tsv --offline").output == result.output)
    }

    /// A member that says that there is no more wins over the next page's URL.
    @Test(arguments: [
        #""has_more":false,"next":"/c""#, #""next":"/404","meta":{"last":true}"#, #""next":7,"done":true"#,
    ])
    func endsWhereAMemberSaysSo(members: String) async throws {
        let server = try LoopbackServer { $0.target == "/c" ? .ok(Self.page(1...2, members)) : .status(404) }
        defer { server.stop() }
        let result = try await setting.run("list -c \(server.url("/c")) -f tsv")
        #expect(result.output == Samples.line(1) + Samples.line(2) && result.errorOutput.isEmpty && result.status == 0)
    }

    /// A member wins over the page that a header field names; relations are of any case, and there may be several.
    @Test func followsALinkInWhateverCaseUnlessThereIsNoMore() async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/c": .ok(Self.page(1...1, #""links":[{"rel":"Next","href":"/d"}]"#))
            case "/d": .ok(Self.page(2...2, #""links":[{"rel":["self","next"],"href":"/e"}]"#))
            case "/e": .ok(Self.page(3...3, #""has_more":false"#), fields: ["Link": "</f>; rel=next"])
            default: .ok(Self.page(4...4, #""a":1"#))
            }
        }
        defer { server.stop() }
        let result = try await setting.run("list -c \(server.url("/c")) -f tsv")
        #expect(result.output == (1...3).map { Samples.line($0) }.joined() && result.status == 0)
    }

    @Test func countsByTheFieldsOfA304() async throws {
        let server = try LoopbackServer { request in
            let isConditional = request["If-None-Match"] != nil
            let fields: KeyValuePairs = ["ETag": "\"1\"", "X-Total-Count": isConditional ? "7" : "1"]
            return isConditional
                ? .status(304, fields: fields) : .ok(Samples.catalog([Samples.record(1)]), fields: fields)
        }
        defer { server.stop() }
        let line = "list -f tsv -c \(server.url("/c"))"
        #expect(try await setting.run(line).status == 0)
        let again = try await setting.run(line)
        #expect(again.status == 3 && again.errorOutput.contains("the header field X-Total-Count is 7"))
    }

    static let incomplete: [(members: String, warnings: [String])] = [
        (
            #""count":40,"next":2"#,
            [
                "the catalog may be incomplete: 'next' is the number 2, which is not a URL of a next page",
                "the catalog is incomplete: it says that it has 40 suppliers, and has 1",
            ]
        ),
        (#""total":2"#, ["the catalog is incomplete: it says that it has 2 suppliers, and has 1"]),
        (#""total":{"value":2}"#, ["the catalog is incomplete: it says that it has 2 suppliers, and has 1"]),
        (#""error":"timed out""#, ["the catalog may be incomplete: it says 'timed out' beside its suppliers"]),
        (
            #""error":{"code":7},"errors":[{"message":"no\nrights"}],"count":1"#,
            ["the catalog may be incomplete: it says 'no rights' beside its suppliers"]
        ),
        (#""error":null,"errors":[],"message":"x""#, []), (#""error":" ","errors":{},"error_description":false"#, []),
        (#""error":"OK""#, []), (#""error":{"code":0,"message":"Success"},"errors":["none"]"#, []),
        (#""error":0,"errors":[null]"#, []), (#""count":1"#, []), (#""next":"""#, []), (#""next":"  ""#, []),
        (#""offset":"0","limit":"1""#, []),
    ]

    @Test(arguments: incomplete)
    func warnsOfAnIncompleteCatalog(members: String, warnings: [String]) async throws {
        let server = try LoopbackServer { _ in .ok(Self.page(1...1, members)) }
        defer { server.stop() }
        let location = server.url("/c")
        let errorOutput = warnings.map { "suppliergo: warning: \($0)\n" }.joined()
        for line in [
            "list -c \(location) -f tsv", "list -c \(location) -f tsv --offline", "show -c \(location) 1 -f tsv",
        ] {
            let result = try await setting.run(line)
            #expect(result.output == Samples.line(1), "\(line)")
            #expect(result.errorOutput == errorOutput, "\(line)")
            #expect(result.status == (warnings.isEmpty ? 0 : 3), "\(line)")
        }
        #expect(try await setting.run("fetch -c \(location)").status == (warnings.isEmpty ? 0 : 3))
    }

    /// A member of a record is none of the catalog's, and a page after the last one may be an error.
    @Test func warnsOfAnErrorOnAnyPage() async throws {
        let record = Samples.record(3).dropLast() + #","error":"bounced"}"#
        let server = try LoopbackServer { request in
            switch request.target {
            case "/c": .ok(Self.page(1...1, #""next":"?2","error":"no rights""#))
            case "/c?2": .ok(Self.page(2...2, #""next":null"#))
            case "/end": .ok(Self.page(1...1, #""next":"/over""#))
            case "/over": .ok(Array(#"{"data":[],"error":"no such page"}"#.utf8))
            default: .ok(Array("\(record)\n\(record)\n".utf8))
            }
        }
        defer { server.stop() }
        let result = try await setting.run("list -f tsv -c \(server.url("/c"))")
        #expect(result.output == Samples.line(1) + Samples.line(2) && result.status == 3)
        let warning = "suppliergo: warning: the catalog may be incomplete: it says 'no rights' beside its suppliers\n"
        #expect(result.errorOutput == warning)
        let ended = try await setting.run("list -f tsv -c \(server.url("/end"))")
        #expect(ended.output == Samples.line(1) && ended.errorOutput.isEmpty && ended.status == 0)
        let lines = try await setting.run("list -f tsv -c \(server.url("/lines"))")
        #expect(lines.output == Samples.line(3) + Samples.line(3) && lines.errorOutput.isEmpty && lines.status == 0)
    }

    /// On the last page, which may be the only one, the member may be missing.
    @Test(arguments: [
        ("paging.folowing", #""paging":{"following":"/c?2"}"#, "paging, paging.following"),
        ("?at={paging.folowing}", #""count":1,"paging":{"following":"x"}"#, "count, paging, paging.following"),
        ("paging.following", #""paging":{"following":null}"#, ""), ("links.next", #""links":{"self":"/c"}"#, ""),
        ("?at={paging.following}", #""paging":{"following":""}"#, ""), ("d.__next", #""count":1"#, ""),
        ("next", #""nextFiscalYear":2027"#, ""),
    ])
    func namesTheFieldThatANextPageMayBeAt(place: String, members: String, names: String) async throws {
        let server = try LoopbackServer { _ in .ok(Self.page(1...1, members)) }
        defer { server.stop() }
        let result = try await setting.shell("$0 list -f tsv -c \(server.url("/c")) --map 'next=\(place)'")
        let warning =
            "suppliergo: warning: no page has 'paging.folowing', the place of 'next': its fields are \(names); "
            + "did you mean 'paging.following'?\n"
        #expect(result.output == Samples.line(1) && result.errorOutput == (names.isEmpty ? "" : warning))
        #expect(result.status == 0)
    }

    private static let lastID = " or 'next = ?starting_after={last.id}'"
    private static let counted = "'next = ?page={page}' or 'next = ?skip={offset}' may read on, "

    /// A member or a header field, the clause of the warning, and what that proposes.
    static let signs: [(members: String, field: String, clause: String, advice: String)] = [
        (#""has_more":true"#, "", "'has_more' is true", counted.replacing(" may", with: lastID + " may")),
        (#""has_more":1"#, "", "'has_more' is true", counted.replacing(" may", with: lastID + " may")),
        (#""moreResults":"True""#, "", "'moreResults' is true", counted.replacing(" may", with: lastID + " may")),
        (#""nbHits":2"#, "", "'nbHits' is 2", counted),
        (#""response":{"numFound":2}"#, "", "'response.numFound' is 2", counted),
        (#""a":{"last":false}"#, "", "'a.last' is false", counted.replacing(" may", with: lastID + " may")),
        (
            #""meta":{"has_more":true,"next_cursor":"x"}"#, "", "'meta.has_more' is true",
            "'next = ?cursor={meta.next_cursor}' may read on, "
        ),
        (
            #""nextPageToken":"x""#, "", "'nextPageToken' is not empty",
            "'next = ?pageToken={nextPageToken}' may read on, "
        ),
        (#""p":{"nextPage":"/c?2"}"#, "", "'p.nextPage' is a URL", "'next = p.nextPage' may read on, "),
        (#""total_pages":2"#, "", "'total_pages' is 2", counted),
        (#""a":1"#, "X-WP-TotalPages", "the header field X-WP-TotalPages is 2", counted),
        (#""a":1"#, "x-total-count", "the header field X-Total-Count is 2", counted),
        (#""a":1"#, "Total", "the header field Total is 2", counted),
        (
            #""a":1"#, "X-Next-Page", "the header field X-Next-Page is not empty",
            counted.replacing(" may", with: lastID + " may")
        ),
    ]

    /// The commands read the server's page, what it says is unchanged, and the snapshot.
    @Test(arguments: signs)
    func warnsOfMoreWithoutANextPage(members: String, field: String, clause: String, advice: String) async throws {
        let server = try LoopbackServer { request in
            guard request["If-None-Match"] == nil else { return .status(304, fields: ["ETag": "\"1\""]) }
            return .ok(Self.page(1...1, members), fields: ["ETag": "\"1\"", field.isEmpty ? "X-A" : field: "2"])
        }
        defer { server.stop() }
        let location = server.url("/c")
        let warning =
            "suppliergo: warning: the catalog is incomplete: \(clause), and no next page was found; \(advice)"
            + "'next =' reads one page alone\n"
        for line in ["list -f tsv", "list -f tsv", "list -f tsv --offline"] {
            let result = try await setting.run("\(line) -c \(location)")
            #expect(result.output == Samples.line(1), "\(line)")
            #expect(result.errorOutput == warning, "\(line)")
            #expect(result.status == 3, "\(line)")
        }
        let alone = try await setting.run("list -f tsv -c \(location) --map next=")
        #expect(alone.output == Samples.line(1) && alone.errorOutput.isEmpty && alone.status == 0)
    }

    @Test func readsOnePageAloneIfTheSettingsSaySo() async throws {
        let server = try LoopbackServer { request in
            .ok(Self.page(1...2, #""count":5,"next":"/c?page=2""#), fields: ["Link": "</c?page=2>; rel=\"next\""])
        }
        defer { server.stop() }
        for (places, status) in [("next =", Int32(3)), ("next =\ntotal =", 0)] {
            try setting.directory.write(
                Array("[one]\ncatalog = \(server.url("/c"))\n\(places)\n".utf8), to: ".config/suppliergo/config")
            let result = try await setting.run("list -f tsv -c one")
            #expect(result.output == Samples.line(1) + Samples.line(2))
            let warning = "suppliergo: warning: the catalog is incomplete: it says that it has 5 suppliers, and has 2\n"
            #expect(result.errorOutput == (status == 3 ? warning : ""))
            #expect(result.status == status)
        }
        #expect(server.requests.allSatisfy { $0.target == "/c" })
    }

    @Test func leavesTheMarkOfChangesIfThereIsMore() async throws {
        let count = Watched(3)
        let server = try LoopbackServer { _ in .ok(Self.page(1...count.value, #""has_more":\#(count.value < 3)"#)) }
        defer { server.stop() }
        let line = "list -c \(server.url("/c")) --refresh --changes -f csv"
        _ = try await setting.run(line)
        count.update { $0 = 1 }
        #expect(try await setting.run(line).status == 3)
        count.update { $0 = 3 }
        #expect(try await setting.run(line).status == 1)
    }

    @Test func followsNoPageThatStandardInputNames() async throws {
        let input = CommandLineRun.Input.bytes(Array(Self.page(1...1, #""next":"/2""#).utf8))
        let result = try await setting.run("list -c - -f tsv", input: input)
        #expect(result.output == Samples.line(1))
        let warning = "suppliergo: warning: the catalog is incomplete: its next page, '/2', is not read\n"
        #expect(result.errorOutput == warning)
        #expect(result.status == 3)
    }

    @Test func endsAtALinkToItself() async throws {
        let server = try LoopbackServer { _ in
            .ok(Samples.catalog([Samples.record(1)]), fields: ["Link": "<>; rel=\"next\""])
        }
        defer { server.stop() }
        let result = try await setting.run("list -c \(server.url("/c")) -f tsv")
        #expect(result.output == Samples.line(1))
        #expect(result.errorOutput.hasSuffix("/c, was read before\n"))
        #expect(result.status == 65)
    }

    @Test(arguments: ["[]", #"{"title":"x","data":[]}"#, "[{}]", #"[{"nr":1}]"#])
    func keepsTheSuppliersOfACatalogThatHasBecomeEmpty(body: String) async throws {
        let isEmpty = Watched(false)
        let server = try LoopbackServer { _ in
            .ok(isEmpty.value ? body : Samples.catalog([Samples.record(1), Samples.record(2)]))
        }
        defer { server.stop() }
        let location = server.url("/c")
        let lines = Samples.line(1) + Samples.line(2)
        #expect(try await setting.run("list -c \(location) -f tsv").output == lines)
        isEmpty.update { $0 = true }
        for sort in ["", " --sort id"] {
            let result = try await setting.run("list -c \(location) -f tsv\(sort)")
            #expect(result.output == lines)
            let reason = "the catalog has no suppliers now, and had 2 ('--refresh' accepts the empty one); showing "
            #expect(result.errorOutput.contains(reason))
            #expect(result.status == 0)
        }
        #expect(try await setting.run("list -c \(location) -f tsv --offline").output == lines)
        let refreshed = try await setting.run("list -c \(location) -f tsv --refresh")
        #expect(refreshed.output.isEmpty)
        #expect(refreshed.errorOutput.hasSuffix("suppliergo: the catalog has no suppliers\n"))
        #expect(refreshed.status == (body.hasPrefix("[{") ? 3 : 0))
        #expect(try await setting.run("list -c \(location) -f tsv --offline").output.isEmpty)
    }

    @Test(arguments: ["list -f tsv", "list -f json", "list", "fetch"])
    func saysThatACatalogIsEmpty(command: String) async throws {
        let input = CommandLineRun.Input.bytes(Array("[]".utf8))
        let result = try await setting.run("\(command) -c -", input: input)
        #expect(result.errorOutput == "suppliergo: the catalog has no suppliers\n")
        #expect(result.status == 0)
    }
}
