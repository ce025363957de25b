import SupplierGoKit
import TestSupport
import Testing

/// Next pages that a value of the page before asks for.
@Suite struct CursorTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private static func page(_ ids: ClosedRange<Int>?, _ members: String) -> String {
        "{\"data\":[\((ids.map(Array.init) ?? []).map { Samples.record($0) }.joined(separator: ","))],\(members)}"
    }

    /// A place of the next page, what follows `/c` in the requests after the first one, and the members of each page.
    static let services: [(next: String, targets: [String], members: [String])] = [
        (
            "?cursor={meta.next}", ["?cursor=a%2Fb%3D%3D", "?cursor=3"],
            [#""meta":{"next":"a/b=="}"#, #""meta":{"next":3}"#, #""meta":{"next":null}"#]
        ),
        (
            "/c?x=1&cursor={next}", ["?x=1&cursor=a", "?x=1&cursor=b"],
            [#""next":"a""#, #""next":"b""#, #""next":"""#]
        ),
        (
            "?after={paging.next.after}", ["?after=1", "?after=2"],
            [#""paging":{"next":{"after":"1"}}"#, #""paging":{"next":{"after":"2"}}"#, #""n":1"#]
        ),
        (
            "?starting_after={last.id}", ["?starting_after=2", "?starting_after=4"],
            [#""has_more":true"#, #""has_more":true"#, #""has_more":false"#]
        ),
        (
            "?after={last.email}&n={last.company}",
            ["?after=2%40example.com&n=Company%202", "?after=4%40example.com&n=Company%204"],
            [#""has_more":true"#, #""has_more":true"#, #""has_more":false,"next_cursor":"x""#]
        ),
        (
            "{links.next|relative}", ["?page=2", "?page=3"],
            [
                #""links":{"next":"http://inner:8080/c?page=2"}"#, #""links":{"next":{"href":"//inner/c?page=3"}}"#,
                #""links":{"next":false}"#,
            ]
        ),
        (
            "?page={page}&cursor={c}", ["?page=2&cursor=x", "?page=3&cursor=y"],
            [#""c":"x""#, #""c":"y""#, #""c":0"#]
        ),
        ("?offset={.offset}", ["?offset=2", "?offset=4"], [#""offset":2"#, #""offset":4"#, #""offset":-1"#]),
    ]

    @Test(arguments: services)
    func areFollowedToTheirEnd(next: String, targets: [String], members: [String]) async throws {
        let server = try LoopbackServer { request in
            guard let index = ([""] + targets).firstIndex(of: String(request.target.dropFirst(2))) else {
                return .status(404)
            }
            return .ok(Self.page(2 * index + 1...2 * index + 2, members[index]), fields: ["ETag": "\"1\""])
        }
        let list = "list -c \(server.url("/c")) --map next=\(next) -f tsv"
        for line in [list, list + " --refresh", list + " --max-pages 3"] {
            let result = try await setting.run(line)
            #expect(result.output == (1...6).map { Samples.line($0) }.joined())
            #expect(result.status == 0 && result.errorOutput.isEmpty, "\(result.errorOutput)")
        }
        #expect(server.requests.map(\.target).prefix(3) == ["/c", "/c" + targets[0], "/c" + targets[1]])
        let cut = try await setting.run(list + " --max-pages 2 --refresh")
        #expect(cut.status == 69 && cut.errorOutput.contains("there are more than 2 pages"))
        server.stop()
        #expect(try await setting.run(list + " --offline").output == (1...6).map { Samples.line($0) }.joined())
    }

    @Test(arguments: [
        ("?cursor={c}", #""c":"x""#), ("?page={page}&cursor={c}", #""c":"x""#), ("?a={last.id}", #""has_more":true"#),
        ("?a={last.id}&page={page}", #""a":1"#),
    ])
    func areAnErrorIfTheyComeAgain(next: String, members: String) async throws {
        let server = try LoopbackServer { _ in .ok(Self.page(1...2, members)) }
        defer { server.stop() }
        let result = try await setting.run("list -c \(server.url("/c")) --map next=\(next) -f tsv")
        #expect(result.status == 65 && result.errorOutput.contains("was read before"), "\(result.errorOutput)")
        #expect(server.requests.count == 2)
    }

    /// The name of the parameter is a guess, which the next page proves.
    @Test(arguments: [true, false]) func areProposedIfTheyLeadOn(leadsOn: Bool) async throws {
        let server = try LoopbackServer { request in
            let isNext = leadsOn && request.target == "/c?cursor=x%2F1"
            return isNext ? .ok(Self.page(3...3, #""n":1"#)) : .ok(Self.page(1...2, #""next_cursor":"x/1""#))
        }
        defer { server.stop() }
        let inspection = try await setting.run("inspect \(server.url("/c"))")
        let line = "next = ?cursor={next_cursor}"
        #expect(inspection.output.contains(leadsOn ? "\n\(line)\n" : "\n# \(line)\n"), "\(inspection.output)")
        _ = try setting.directory.write(Array(inspection.output.utf8), to: ".config/suppliergo/config")
        let list = try await setting.run("list -c 127.0.0.1 -f tsv")
        #expect(list.output == (1...(leadsOn ? 3 : 2)).map { Samples.line($0) }.joined())
        #expect(list.status == (leadsOn ? 0 : 3), "\(list.errorOutput)")
    }

    @Test func warnOfAPathThatNoRecordHasAndRefuseOneThatIsAQuery() async throws {
        let server = try LoopbackServer { _ in .ok(Self.page(1...2, #""n":1"#)) }
        defer { server.stop() }
        let list = "list -c \(server.url("/c")) -f tsv --map next="
        let result = try await setting.run(list + "?after={last.emial}")
        #expect(result.output == Samples.line(1) + Samples.line(2) && result.status == 0)
        #expect(result.errorOutput.hasPrefix("suppliergo: warning: no record has 'emial': its fields are id, "))
        #expect(result.errorOutput.hasSuffix("; did you mean 'email'?\n"))
        let refused = try await setting.run(list + "?page=2")
        #expect(refused.status == 64 && refused.errorOutput.contains("has no value in braces, as in '?page={page}'"))
    }

    @Test(arguments: [
        ("?page={page}", "?a=%7B&x=1&page=2"), ("?x={page}", "?a=%7B&page=1&x=2"),
        ("?page={page}&a=b", "?x=1&page=2&a=b"), ("/c?page={page}", "?page=2"),
    ])
    func keepTheCatalogsOtherParameters(next: String, target: String) async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/c?a=%7B&x=1&page=1": .ok(Self.page(1...1, #""n":1"#))
            case "/c" + target: .ok(Self.page(2...2, #""n":1"#))
            default: .ok(#"{"data":[]}"#)
            }
        }
        defer { server.stop() }
        let location = server.url("/c?a=%7B&x=1&page=1")
        let result = try await setting.shell("$0 list -c '\(location)' -f tsv --map 'next=\(next)'")
        #expect(result.output == Samples.line(1) + Samples.line(2) && result.status == 0, "\(result.errorOutput)")
        #expect(server.requests.last?.target == "/c" + target.replacing("=2", with: "=3"))
    }

    @Test func goOnAfterAPageWithoutRecordsButNotAfterTheLastRecord() async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/c": .ok(Self.page(1...1, #""c":"x""#))
            case "/c?c=x": .ok(Self.page(nil, #""c":"y""#))
            case "/c?c=y", "/c?a=1": .ok(Self.page(2...2, #""c":null"#))
            case "/c?a=2": .ok(Self.page(nil, #""b":1"#))
            default: .status(404)
            }
        }
        defer { server.stop() }
        for next in ["?c={c}", "?a={last.id}"] {
            let result = try await setting.run("list -c \(server.url("/c")) --map next=\(next) -f tsv")
            #expect(result.status == 0 && result.output == Samples.line(1) + Samples.line(2), "\(result.errorOutput)")
        }
    }

    @Test func takeTheLastRecordOfLinesAndRowsAndAfterABadOne() async throws {
        let bodies = [
            "/l": "\(Samples.record(1))\n\(Samples.record(2))\n{\"id\":3,}\n", "/l?a=2": Samples.record(3) + "\n",
            "/v": "id,fullname\n1,A\n2,B\n", "/v?a=2": "id,fullname\n3,C\n",
        ]
        let server = try LoopbackServer {
            .ok(bodies[$0.target] ?? ($0.target.hasPrefix("/v") ? "id,fullname\n" : "[]"))
        }
        defer { server.stop() }
        for path in ["/l", "/v"] {
            let list = "list -c \(server.url(path)) --map next=?a={last.id} --map id=id -f tsv --columns id"
            let result = try await setting.run(list)
            #expect(result.output == "1\n2\n3\n" && result.status == (path == "/l" ? 3 : 0), "\(result.errorOutput)")
            #expect(server.requests.last?.target == path + "?a=3")
        }
    }

    @Test(arguments: [
        ("?cursor={c}", #""c":"s3cret","has_more":true"#, "its next page, '?cursor=…', is not read"),
        ("?cursor={c}", #""c":"s3cret","has_more":false"#, ""), ("?cursor={c}", #""c":"""#, ""),
        ("?a={last.id}", #""a":1"#, ""), ("?a={last.id}", #""has_more":true"#, "'has_more' is true"),
    ])
    func areNotFollowedFromAFile(next: String, members: String, warning: String) async throws {
        try setting.directory.write(Array(Self.page(1...1, members).utf8), to: "c.json")
        for line in ["$0 list -c c.json", "<c.json $0 list -c -"] {
            let result = try await setting.shell("\(line) --map 'next=\(next)' -f tsv")
            #expect(result.output == Samples.line(1) && result.status == (warning.isEmpty ? 0 : 3))
            #expect(result.errorOutput.isEmpty == warning.isEmpty && result.errorOutput.contains(warning))
        }
    }

    @Test func tellHowPagesOfAnInnerHostAreRead() async throws {
        let server = try LoopbackServer { request in
            let isLast = request.target.hasSuffix("=2")
            return .ok(Self.page(isLast ? 2...2 : 1...1, isLast ? #""n":1"# : #""next":"http://inner:8080/c?page=2""#))
        }
        defer { server.stop() }
        let list = "list -c \(server.url("/c")) -f tsv"
        let result = try await setting.run(list)
        let advice = "if the server names an inner host, '--map next={PATH|relative}' uses the path alone\n"
        #expect(result.status == 69 && result.errorOutput.hasSuffix("; \(advice)"), "\(result.errorOutput)")
        #expect(try await setting.run("\(list) --map next={next|relative}").output == Samples.line(1) + Samples.line(2))
    }

    @Test func thatHaveExpiredAreAskedForAnew() async throws {
        let isRenewed = Lock(false)
        let server = try LoopbackServer { request in
            switch (request.target, request["If-None-Match"]) {
            case ("/c", nil):
                .ok(
                    Self.page(1...1, #""c":"\#(isRenewed.withLock(\.self) ? "new" : "old")""#),
                    fields: ["ETag": "\"1\""])
            case ("/c", _): .status(304, fields: ["ETag": "\"1\""])
            case ("/c?c=old", nil), ("/c?c=new", nil): .ok(Self.page(2...2, #""c":null"#), fields: ["ETag": "\"1\""])
            default: .status(410)
            }
        }
        defer { server.stop() }
        let list = "list -c \(server.url("/c")) --map next=?c={c} -f tsv"
        #expect(try await setting.run(list).status == 0)
        isRenewed.withLock { $0 = true }
        let result = try await setting.run(list)
        #expect(result.status == 0 && result.errorOutput.isEmpty)
        #expect(result.output == Samples.line(1) + Samples.line(2))
        #expect(server.requests.map(\.target) == ["/c", "/c?c=old", "/c", "/c?c=old", "/c", "/c?c=new"])
    }
}
