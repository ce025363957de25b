import Glibc
import TestSupport
import Testing

/// `list` through a pager, on a terminal.
@Suite struct PagerTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        try setting.directory.write(Array(Samples.catalog((1...100).map { Samples.record($0) }).utf8), to: "c.json")
    }

    private func start(_ line: String, pager: String?, environment: [String: String] = [:]) throws -> CommandLineRun {
        var variables = ["TERM": "xterm", "LANG": "C.UTF-8"].merging(environment) { $1 }
        variables["PAGER"] = pager
        return try setting.start(
            line, environment: variables, terminal: CommandLineRun.Terminal(isInput: true, isError: true))
    }

    @Test func showsTheListAndThenWhatElseThereIsToSay() async throws {
        let records = (1...3).map { Samples.record($0, avatar: "http://a.example/\($0).png") }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let result = try await start("list -c c.json --offline --avatars wait", pager: "sed s/^/paged:/").result()
        // What the pager adds must not break the lines.
        let lines = TerminalScreen(result.standardOutput, columns: 200).lines
        #expect(lines.count == 8)
        #expect(lines.prefix(6).allSatisfy { $0.hasPrefix("paged:") })
        #expect(lines.last == "suppliergo: 3 avatars failed")
        #expect(result.status == 0)
    }

    @Test(arguments: ["", " --sort name"])
    func holdsBackWhatIsSaidBeforeItStarts(option: String) async throws {
        try setting.directory.write(Array(Samples.catalog(["{}", Samples.record(1)]).utf8), to: "c.json")
        let result = try await start("list -c c.json --avatars off" + option, pager: "sed s/^/paged:/").result()
        let lines = TerminalScreen(result.standardOutput, columns: 200).lines
        #expect(lines.count == 5)
        #expect(lines.prefix(4).allSatisfy { $0.hasPrefix("paged:") })
        #expect(lines.last?.hasPrefix("suppliergo: warning: record 1 at byte 1, field 'id': ") == true)
        #expect(result.status == 3)
        let broken = try await start("list -c c.json --strict" + option, pager: "sed s/^/paged:/").result()
        #expect(broken.status == 65)
        #expect(broken.output.contains("record 1 at byte 1, field 'id': "))
        #expect(!broken.output.contains("paged:"))
    }

    @Test(arguments: [
        ("--no-pager", [:]), ("-v", [:]), ("", ["PAGER": "cat"]), ("", ["PAGER": ""]), ("", ["TERM": "dumb"]),
    ])
    func staysAwayWhereItIsNotWanted(option: String, environment: [String: String]) async throws {
        let pager = environment["PAGER"] ?? "sed s/^/paged:/"
        let result = try await start("list -c c.json " + option, pager: pager, environment: environment).result()
        #expect(result.output.contains("Name 100"))
        #expect(!result.output.contains("paged:"))
    }

    @Test func staysAwayFromAPipe() async throws {
        let result = try await setting.run(
            "list -c c.json", environment: ["TERM": "xterm", "PAGER": "sed s/^/paged:/"])
        #expect(!result.output.contains("paged:"))
    }

    @Test(arguments: [true, false])
    func endsTheDownloadWhereItIsQuit(isEndless: Bool) async throws {
        let server = try LoopbackServer { _ in
            let record = Array((Samples.record(1) + "\n").utf8)
            return .steps(
                .send(Answer.head(200)), isEndless ? .sendEndlessly(record) : .send(record + record), .silence)
        }
        defer { server.stop() }
        let result = try await start("list -c \(server.url("/"))", pager: "head -n 3").result()
        #expect(result.status == 0)
        let lines = TerminalScreen(result.standardOutput).lines
        #expect(lines.count == 3)
        #expect(lines.last?.contains("Name 1") == true)
        try await server.until { $0.openConnectionCount == 0 }
    }

    @Test func isDoneWithoutWhereItDoesNotExist() async throws {
        let result = try await start("list -c c.json --avatars off", pager: "suppliergo-no-such-pager").result()
        let sentence = "this process could not start 'suppliergo-no-such-pager' (No such file or directory)"
        #expect(result.output.contains("warning:\u{1b}[0m no pager is used, since " + sentence))
        #expect(result.output.contains("Name 100"))
        #expect(result.status == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func endsWithTheRun(signal: Int32) async throws {
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200)), .send(Array((Samples.record(1) + "\n" + Samples.record(2)).utf8)), .silence)
        }
        defer { server.stop() }
        let run = try start("list -c \(server.url("/"))", pager: "cat -u")
        try await run.outputHolds("Name 1")
        run.send(signal: signal)
        #expect(try await run.result().status == 128 + signal)
    }

    @Test(.enabled(if: Program.isInstalled("less"), "less is not installed"))
    func leavesTheTerminalToLess() async throws {
        let run = try start("list -c c.json", pager: nil)
        try await run.outputHolds("Name 21")
        #expect(!String(decoding: run.standardOutput, as: UTF8.self).contains("avatars "))
        try await run.write(Array("q".utf8))
        let result = try await run.result()
        #expect(result.status == 0)
        #expect(!result.output.contains("Name 30"))
        let short = try await start("list -c c.json --limit 2 --avatars off", pager: nil).result()
        let lines = TerminalScreen(short.standardOutput).lines.filter { !$0.isEmpty }
        #expect(lines.count == 5)
        #expect(lines.last == "the first 2 suppliers")
    }
}
