import TestSupport
import Testing

/// Pages that are asked for by their number, or by that of the records before (`next = ?page={page}`).
@Suite struct CountedPagesTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private static func page(_ ids: ClosedRange<Int>, _ members: String = #""n":1"#) -> String {
        "{\(members),\"results\":[\(ids.map { Samples.record($0) }.joined(separator: ","))]}"
    }

    private func list(_ server: LoopbackServer, _ target: String, next: String) async throws -> ProcessResult {
        try await setting.shell("$0 list -c '\(server.url(target))' -f tsv --max-pages 9 --map 'next=\(next)'")
    }

    /// A server of some pages, and of an empty one under every other address.
    private static func server(_ pages: [String: String]) throws -> LoopbackServer {
        try LoopbackServer { .ok(pages[$0.target] ?? #"{"results":[]}"#) }
    }

    /// Servers that call their first page 0, or are asked for a later one first.
    @Test(arguments: [
        ("/c", #""pageable":{"pageNumber":NUMBER},"totalPages":3"#), ("/c", #""page":NUMBER,"nbPages":3"#),
        ("/c?page=0", #""a":1"#), ("/c?q=1&page=0", #""a":1"#),
    ])
    func countFromZeroWhereTheServerDoes(target: String, members: String) async throws {
        let server = try LoopbackServer { request in
            let number = request.target.last.flatMap { Int(String($0)) } ?? 0
            let isFirst = request.target == "/c" || request.target == target
            guard isFirst || (1...2).contains(number) else { return .ok(#"{"results":[]}"#) }
            let index = isFirst ? 0 : number
            return .ok(Self.page(2 * index + 1...2 * index + 2, members.replacing("NUMBER", with: "\(index)")))
        }
        defer { server.stop() }
        let result = try await list(server, target, next: "?page={page}")
        #expect(result.output == (1...6).map { Samples.line($0) }.joined(), "\(result.errorOutput)")
        #expect(result.status == 0 && result.errorOutput.isEmpty)
    }

    @Test func goOnFromTheOffsetOfTheCatalogsOwnAddress() async throws {
        let server = try Self.server(["/c?skip=2": Self.page(3...4), "/c?skip=4": Self.page(5...5)])
        defer { server.stop() }
        let result = try await list(server, "/c?skip=2", next: "?skip={offset}")
        #expect(result.output == (3...5).map { Samples.line($0) }.joined() && result.status == 0)
    }

    /// A browser's address has escapes where a template has none.
    @Test(arguments: [
        ("/c?page%5Bnumber%5D=1", "?page[number]={page}", "/c?page%5Bnumber%5D=2"),
        ("/c?%24skip=2&a=1", "?$skip={offset}", "/c?a=1&$skip=4"),
    ])
    func goOnFromAParameterWithEscapes(target: String, next: String, second: String) async throws {
        let server = try Self.server([target: Self.page(3...4), second: Self.page(5...5)])
        defer { server.stop() }
        let result = try await list(server, target, next: next)
        #expect(result.output == (3...5).map { Samples.line($0) }.joined(), "\(server.requests.map(\.target))")
    }

    /// A server that does not know the parameter sends its only page again.
    @Test(arguments: ["?page={page}", "?skip={offset}"])
    func areAnErrorIfAPageComesAgain(next: String) async throws {
        let server = try LoopbackServer { _ in .ok(Self.page(1...2)) }
        defer { server.stop() }
        let result = try await list(server, "/c", next: next)
        #expect(result.status == 65 && result.errorOutput.contains("was read before"), "\(result.errorOutput)")
        #expect(server.requests.count == 2)
    }

    /// A server of which each page is the same, and names another one.
    @Test func areAnErrorIfALinkedPageComesAgain() async throws {
        let server = try LoopbackServer { request in
            let number = request.target.split(separator: "=").last.flatMap { Int($0) } ?? 1
            return .ok(Self.page(1...2, #""next":"/c?page=\#(number + 1)""#))
        }
        defer { server.stop() }
        let result = try await list(server, "/c", next: "next")
        #expect(result.status == 65 && result.errorOutput.contains("was read before"), "\(result.errorOutput)")
        #expect(server.requests.count == 3)
    }

    /// Servers that have an error, or nothing at all, for the page after their last one.
    @Test(arguments: [
        (#""totalPages":2"#, "", 400), (#""a":1"#, "X-WP-TotalPages: 2", 400), (#""totalCount":4"#, "", 404),
        (#""a":1"#, "", 204),
    ])
    func endAfterTheLastOne(members: String, field: String, status: Int) async throws {
        let server = try LoopbackServer { request in
            let parts = field.split(separator: ": ").map { String($0) }
            let fields: KeyValuePairs = [parts.first ?? "X-A": parts.last ?? "1"]
            return switch request.target {
            case "/c": .ok(Self.page(1...2, members), fields: fields)
            case "/c?page=2": .ok(Self.page(3...4, members), fields: fields)
            default: .status(status)
            }
        }
        defer { server.stop() }
        let result = try await list(server, "/c", next: "?page={page}")
        #expect(result.output == (1...4).map { Samples.line($0) }.joined())
        #expect(result.status == 0 && result.errorOutput.isEmpty, "\(result.errorOutput)")
        #expect(server.requests.count == 3)
        let line = "$0 list -c '\(server.url("/c"))' -f tsv --map 'next=?page={page}'"
        #expect(try await setting.shell(line + " --offline").output == result.output)
    }

    /// A number of this page, or an estimate, ends nothing; nor does an empty page in the middle go unseen.
    @Test(arguments: [#""totalRecords":2"#, #""incomplete_results":false"#, #""truncated":false"#])
    func goOnUntilOneIsEmptyWhateverIsCounted(members: String) async throws {
        let server = try Self.server(["/c": Self.page(1...2, members), "/c?page=2": Self.page(3...4, members)])
        defer { server.stop() }
        let result = try await list(server, "/c", next: "?page={page}")
        #expect(result.output == (1...4).map { Samples.line($0) }.joined() && result.status == 0)
    }

    @Test(arguments: [(200, 65), (404, 69), (500, 69)])
    func areCutShortIfOneInTheMiddleIsMissing(status: Int, exitStatus: Int32) async throws {
        let server = try LoopbackServer { request in
            guard request.target != "/c" else { return .ok(Self.page(1...2, #""totalPages":3"#)) }
            return status == 200 ? .ok("") : .status(status)
        }
        defer { server.stop() }
        let line = "$0 list -c '\(server.url("/c"))' -f tsv --retries 0 --map 'next=?page={page}'"
        let result = try await setting.shell(line)
        #expect(result.status == exitStatus && result.errorOutput.contains("cut short at page 2"))
    }

    /// Unchanged pages do not tell of another one behind an error.
    @Test func areReadAgainWhereTheLastWasFollowedByAnError() async throws {
        let count = Watched(2)
        let server = try LoopbackServer { request in
            let number = request.target.last.flatMap { Int(String($0)) } ?? 1
            guard number <= count.value else { return .status(400) }
            let fields: KeyValuePairs = ["ETag": "\"\(number)\"", "X-WP-TotalPages": "\(count.value)"]
            guard request["If-None-Match"] == nil else { return .status(304, fields: ["ETag": "\"\(number)\""]) }
            return .ok(Self.page(number...number), fields: fields)
        }
        defer { server.stop() }
        #expect(try await list(server, "/c", next: "?page={page}").output == Samples.line(1) + Samples.line(2))
        count.update { $0 = 3 }
        let result = try await list(server, "/c", next: "?page={page}")
        #expect(result.output == (1...3).map { Samples.line($0) }.joined() && result.status == 0, "\(result)")
    }

    @Test func beginAtNoNumberThatIsNoPlaceInAList() async throws {
        let server = try LoopbackServer { _ in .ok(Self.page(1...1)) }
        defer { server.stop() }
        for target in ["/c?page=9223372036854775807", "/c?skip=9223372036854775807"] {
            let next = target.contains("page") ? "?page={page}" : "?skip={offset}"
            #expect(try await list(server, target, next: next).status == 65)
        }
    }

    /// A page is not another one's copy because all of its records have one id.
    @Test func areReadOnWhereAllRecordsHaveOneID() async throws {
        let server = try Self.server(["/c": Self.page(1...2), "/c?page=2": Self.page(3...4)])
        defer { server.stop() }
        let line = "$0 list -c '\(server.url("/c"))' -f tsv --map 'id=\"x\"' --map 'next=?page={page}'"
        let result = try await setting.shell(line)
        #expect(result.output.split(separator: "\n").count == 4, "\(result.errorOutput)")
    }

    /// Languages with one kind of table write an empty array as an object without members.
    @Test func endAtAnObjectInPlaceOfTheArray() async throws {
        let server = try LoopbackServer { request in
            .ok(request.target == "/c" ? Self.page(1...2) : #"{"results": { } }"#)
        }
        defer { server.stop() }
        let line = "$0 list -c '\(server.url("/c"))' -f tsv --map records=results --map 'next=?page={page}'"
        let result = try await setting.shell(line + " --map fullname=fullname")
        #expect(result.output.hasPrefix("1\t") && result.output.split(separator: "\n").count == 2)
        #expect(result.status == 0 && server.requests.count == 2, "\(result.errorOutput)")
    }

    @Test func takeAnEmptyArrayForTheSuppliersOnlyWhereThereIsNoOther() async throws {
        for (body, lines) in [
            (#"{"data":[ ],"suppliers":[RECORD]}"#, Samples.line(1)), (#"{"items":[],"data":[]}"#, ""),
            (#"{"data":[],"a":[1]}"#, ""),
        ] {
            let text = body.replacing("RECORD", with: Samples.record(1))
            let result = try await setting.run("list -c - -f tsv", input: .bytes(Array(text.utf8)))
            #expect(result.output == lines && result.status == 0, "\(body): \(result.errorOutput)")
        }
    }
}
