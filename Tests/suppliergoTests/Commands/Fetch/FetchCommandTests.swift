import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite struct FetchCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test(arguments: ["list", "fetch"], [4, 6, 8, 10])
    func saysThatTheProcessMayOpenTooFewFiles(command: String, limit: Int) async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 2))
        defer { server.stop() }
        let result = try await setting.shell(
            "ulimit -n \(limit); exec \"$0\" \(command) -c \(server.url("/catalog.json"))")
        #expect(result.status == 74)
        #expect(
            result.errorOutput
                == "suppliergo: error: the process may open too few files: allow more with 'ulimit -n 64'\n")
    }

    @Test func bringsEachAvatarOnceAndAsksForNoneASecondTime() async throws {
        let catalog = Samples.catalog([
            Samples.record(1, avatar: "/a.png"), Samples.record(2, avatar: "/a.png"),
            Samples.record(3, avatar: "/b.png"),
        ])
        let server = try Samples.server(catalog)
        defer { server.stop() }
        let first = try await setting.run("fetch -c \(server.url("/catalog.json"))")
        #expect(first.status == 0)
        #expect(first.output.isEmpty)
        #expect(first.errorOutput == Samples.fetched(2) + "\n")
        #expect(server.requests.map(\.target).sorted() == ["/a.png", "/b.png", "/catalog.json"])
        let files = try setting.avatarFiles()
        #expect(files.count == 2)
        #expect(try files.allSatisfy { try setting.directory.read($0) == Samples.picture })
        let second = try await setting.run("fetch -c \(server.url("/catalog.json"))")
        #expect(second.errorOutput.isEmpty)
        #expect(server.requests.count == 4)
        let refreshed = try await setting.run("fetch --refresh -c \(server.url("/catalog.json"))")
        #expect(refreshed.errorOutput == Samples.fetched(2) + "\n")
    }

    @Test func bringsOnlyWhatTheQueryLeaves() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 3))
        defer { server.stop() }
        #expect(try await setting.run("fetch -c \(server.url("/catalog.json")) name 2").status == 0)
        #expect(server.requests.map(\.target) == ["/catalog.json", "/2.png"])
        let none = try await setting.run("fetch -c \(server.url("/catalog.json")) zebra")
        #expect(none.status == 1)
        #expect(none.errorOutput == "suppliergo: no supplier matches 'zebra'\n")
    }

    @Test func isPartlyDoneWhereAnAvatarFailedOrARecordIsBad() async throws {
        let server = try LoopbackServer { request in
            request.target == "/catalog.json" ? .ok(Samples.catalog(avatarCount: 2)) : .status(403)
        }
        defer { server.stop() }
        #expect(try await setting.run("fetch -c \(server.url("/catalog.json"))").status == 3)
        let quiet = try await setting.run("fetch -q -c \(server.url("/catalog.json"))")
        #expect(quiet.status == 3)
        #expect(quiet.errorOutput.isEmpty)
        try setting.directory.write(Array(Samples.catalog([Samples.record(1), "{}"]).utf8), to: "c.json")
        #expect(try await setting.run("fetch -c c.json").status == 3)
    }

    @Test(arguments: [(40, 8), (16, 1)])
    func makesDoWithFewDescriptors(limit: Int, transferCount: Int) async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 400))
        defer { server.stop() }
        let command = "exec $0 fetch -c \(server.url("/catalog.json")) --concurrency 64 --per-host 64"
        let result = try await setting.shell("ulimit -n \(limit); \(command)")
        #expect(result.status == 0)
        #expect(result.errorOutput.contains("400 avatars fetched"))
        #expect(server.log.peakConnectionCount <= transferCount + 1)
    }

    @Test(arguments: [404, 410])
    func isDoneWhereAllThatFailedIsGone(code: Int) async throws {
        let server = try LoopbackServer { request in
            request.target == "/catalog.json" ? .ok(Samples.catalog(avatarCount: 2)) : .status(code)
        }
        defer { server.stop() }
        for _ in 1...2 {
            let result = try await setting.run("fetch -c \(server.url("/catalog.json"))")
            #expect(result.status == 0)
            #expect(result.errorOutput.contains("/1.png is gone (HTTP \(code)); next check in 1 hour, or"))
            #expect(result.errorOutput.hasSuffix("suppliergo: 2 avatars gone\n"))
        }
        let told = try await setting.run("fetch -v --refresh -c \(server.url("/catalog.json"))").errorOutput
        #expect(told.matches(of: /\n(\d+) network \d+ bytes \d+ ms \/\d.png/).map(\.1) == ["\(code)", "\(code)"])
    }

    @Test func bringsWhatWasReadOfACatalogThatBreaksOff() async throws {
        try setting.directory.write(Samples.picture, to: "a.png")
        let catalog = Samples.catalog([Samples.record(1, avatar: "a.png"), Samples.record(2)]).dropLast(9)
        try setting.directory.write(Array(catalog.utf8), to: "c.json")
        let result = try await setting.run("fetch -c c.json")
        #expect(result.status == 65)
        let lines = result.errorOutput.split(separator: "\n")
        #expect(lines.first.map(String.init) == Samples.fetched(1))
        #expect(lines.last?.hasPrefix("suppliergo: error: ") == true)
        #expect(try setting.avatarFiles().count == 1)
    }

    @Test func refusesAvatarsThatAreTooLarge() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        let size = Samples.picture.count
        let result = try await setting.run("fetch -c \(server.url("/catalog.json")) --max-avatar-size \(size - 1)")
        #expect(result.status == 3)
        #expect(result.errorOutput.contains("has more than \(size - 1) bytes"))
        #expect(try await setting.run("fetch -c \(server.url("/catalog.json")) --max-avatar-size \(size)").status == 0)
    }

    @Test func tellsOneLineATransferWhereAskedTo() async throws {
        let avatars = ["/a.png", "/a.png", "/b.png"]
        let catalog = Samples.catalog(avatars.enumerated().map { Samples.record($0 + 1, avatar: $1) })
        let server = try Samples.server(catalog)
        defer { server.stop() }
        let first = try await setting.run("fetch -v --per-host 1 -c \(server.url("/catalog.json"))")
        let lines = first.errorOutput.split(separator: "\n")
        try #require(lines.count == 5)
        let details = /\(HTTP\/1.1, first byte after \d+ ms\)/
        #expect(lines[0].contains(/^200 network \d+ bytes \d+ ms http:\/\/127.0.0.1:\d+\/catalog.json \(/))
        for name in ["a", "b"] {
            // What has landed is stored by several threads, so either may be told first.
            let line = /^200 network \d+ bytes \d+ ms \/([ab]).png \(/
            #expect(lines[1...2].count { $0.firstMatch(of: line)?.1 == name[...] } == 1)
        }
        #expect(lines.prefix(3).allSatisfy { $0.contains(details) })
        #expect(first.errorOutput.contains("\n3 transfers, 2 on reused connections, 0 retries, "))
        let second = try await setting.run("fetch -v -c \(server.url("/catalog.json"))")
        #expect(second.errorOutput.contains(/\n- cache \d+ bytes \d+ ms \/a.png\n/))
    }

    @Test func tellsWhatAFailedTransferTookWhereAskedTo() async throws {
        let catalog = Samples.catalog([Samples.record(1, avatar: "/a.png")])
        let server = try LoopbackServer { $0.target == "/catalog.json" ? .ok(catalog) : .status(503) }
        defer { server.stop() }
        let result = try await setting.run("fetch -v --retries 1 -c \(server.url("/catalog.json"))")
        let line = /\n503 failed 0 bytes \d+ ms \/a.png \(HTTP\/1.1, first byte after \d+ ms, 1 retry\)\n/
        #expect(result.errorOutput.contains(line))
        let down = try await setting.run("list -v --retries 1 --avatars off -c \(try ClosedPort().url("/c.json"))")
        #expect(down.errorOutput.contains(/^- failed 0 bytes \d+ ms http:\/\/127.0.0.1:\d+\/c.json \(1 retry\)\n/))
    }

    @Test func worksWithFewDescriptors() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 300))
        defer { server.stop() }
        let options = "--per-host 64 -c \(server.url("/catalog.json"))"
        let result = try await setting.shell("ulimit -n 128; exec \"$0\" fetch \(options)")
        #expect(result.errorOutput == Samples.fetched(300) + "\n")
        #expect(result.status == 0)
    }

    @Test func gathersTheFailuresOfAServer() async throws {
        let port = try ClosedPort()
        let records = (1...9).map { Samples.record($0, avatar: port.url("/\($0).png").absoluteString) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let result = try await setting.run("fetch -c c.json --retries 0")
        #expect(result.status == 3)
        let lines = result.errorOutput.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first?.contains(
                "no avatar for 9 suppliers: cannot connect to 127.0.0.1:\(port.port) (connection refused") == true)
    }

    @Test func drawsProgressOnATerminalAndTakesItAway() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            guard request.target != "/catalog.json" else { return .ok(Samples.catalog(avatarCount: 2)) }
            return .steps(
                .waitFor(gate), .send(Answer.head(200, fields: ["Content-Length": "\(Samples.picture.count)"])),
                .send(Samples.picture))
        }
        defer { server.stop() }
        let line = "fetch -c \(server.url("/catalog.json"))"
        let terminal = CommandLineRun.Terminal(isOutput: false)
        let run = try setting.start(line, environment: ["TERM": "xterm"], terminal: terminal)
        try await run.errorOutputHolds("0/2")
        gate.open()
        let result = try await run.result()
        let text = result.output + result.errorOutput
        #expect(text.hasSuffix("\r\u{1b}[J\(Samples.fetched(2))\n"))
        let quiet = try await setting.start("-q " + line, environment: ["TERM": "xterm"], terminal: terminal).result()
        #expect((quiet.output + quiet.errorOutput).isEmpty)
    }

    @Test func takesFilesThatAFileNames() async throws {
        try setting.directory.write(Samples.picture, to: "a.png")
        try setting.directory.write(Array(Samples.catalog([Samples.record(1, avatar: "a.png")]).utf8), to: "c.json")
        let result = try await setting.run("fetch -c c.json")
        #expect(result.errorOutput == Samples.fetched(1) + "\n")
        #expect(result.status == 0)
    }

    /// It would not end.
    @Test(arguments: [
        ("pipe", "pipe is not a regular file"), ("/dev/zero", "/dev/zero is not a regular file"),
        (".", "/ is a directory"),
    ])
    func anAvatarIsARegularFile(path: String, reason: String) async throws {
        _ = unsafe mkfifo(setting.directory.path(of: "pipe"), 0o600)
        try setting.directory.write(Array(Samples.catalog([Samples.record(1, avatar: path)]).utf8), to: "c.json")
        let result = try await setting.run("fetch --timeout 2 -c c.json")
        #expect(result.status == 3)
        #expect(result.errorOutput.contains("\(reason)\n"))
    }
}
