import Glibc
import TestSupport
import Testing

@Suite struct SignalTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// A server whose avatars are half there and never end, and a gate for each that is opened when it is.
    private func server(_ halfway: [Gate]) throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request.target != "/catalog.json" else { return .ok(Samples.catalog(avatarCount: halfway.count)) }
            let number = Int(request.target.dropFirst().prefix { $0 != "." }) ?? 1
            return .steps(
                .send(Answer.head(200, fields: ["Content-Length": "\(Samples.picture.count)"])),
                .send(Array(Samples.picture.dropLast(20))), .open(halfway[number - 1]), .silence)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], ["fetch", "list --avatars wait", "show 1"])
    func endsInMidTransferWithoutATrace(signal: Int32, command: String) async throws {
        let halfway = (0..<(command == "show 1" ? 1 : 4)).map { _ in Gate() }
        let server = try server(halfway)
        defer { server.stop() }
        let run = try setting.start("\(command) -c \(server.url("/catalog.json"))")
        for gate in halfway { try await gate.opened() }
        let start = ContinuousClock.now
        run.send(signal: signal)
        let result = try await run.result()
        #expect(result.end == .exited([SIGINT: 130, SIGTERM: 143, SIGHUP: 129][signal] ?? 0))
        // It takes some milliseconds; the machine that runs all the tests at once takes its time as well.
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(result.errorOutput.isEmpty)
        #expect(try setting.avatarFiles().isEmpty)
        #expect(try setting.directory.files().filter { $0.contains(".tmp") }.isEmpty)
    }

    @Test func endsWhileItReadsStandardInput() async throws {
        let run = try setting.start("list -c - --format tsv", input: .pipe)
        try await run.write(Array(("[" + Samples.record(1) + ",").utf8))
        try await run.outputHolds("Name 1")
        run.send(signal: SIGTERM)
        #expect(try await run.result().end == .exited(143))
    }

    /// As Ctrl-C does it with a pipeline: the producer ends, and its end looks like the catalog's.
    @Test(arguments: ["\n", ""]) func aProducerThatEndsByTheSameSignalIsNoEndOfTheCatalog(end: String) async throws {
        for _ in 1...10 {
            try setting.directory.write(Array("old".utf8), to: "out.csv")
            let run = try setting.start("list -c - -o out.csv", input: .pipe)
            let records = Samples.record(1) + "\n" + Samples.record(2).dropLast(end.isEmpty ? 9 : 0) + end
            try await run.write(Array(records.utf8))
            try await poll { try setting.directory.files().contains { $0.contains(".suppliergo-") } }
            // It sees both at once.
            run.send(signal: SIGSTOP)
            run.send(signal: SIGINT)
            run.endInput()
            run.send(signal: SIGCONT)
            let result = try await run.result()
            #expect(result.status == 130 && result.errorOutput.isEmpty)
            #expect(try setting.directory.read("out.csv") == Array("old".utf8))
        }
        #expect(try setting.directory.files().filter { !$0.hasPrefix("cache/") } == ["out.csv"])
    }

    @Test func endsAtOnceBehindAReaderThatDoesNotRead() async throws {
        let records = (1...4000).map { Samples.record($0) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let script =
            #"mkfifo f; exec 3<>f; "$0" list -c c.json --format tsv >f & p=$!; "#
            + #"dd bs=1 count=1 <&3 >/dev/null 2>&1; kill -TERM $p; wait $p; echo $?"#
        #expect(try await setting.shell(script).output == "143\n")
    }

    @Test func endsByASecondSignalAtOnce() async throws {
        let halfway = [Gate()]
        let server = try server(halfway)
        defer { server.stop() }
        let run = try setting.start("fetch -c \(server.url("/catalog.json"))")
        try await halfway[0].opened()
        run.send(signal: SIGINT)
        run.send(signal: SIGTERM)
        #expect(try await run.result().status == 130)
        #expect(try setting.avatarFiles().isEmpty)
    }

    @Test func goesOnWhereTheSignalWasIgnoredFromTheStart() async throws {
        let gate = Gate(), asked = Gate()
        let server = try LoopbackServer { request in
            guard request.target != "/catalog.json" else { return .ok(Samples.catalog(avatarCount: 1)) }
            return .steps(
                .open(asked), .waitFor(gate),
                .send(Answer.head(200, fields: ["Content-Length": "\(Samples.picture.count)"])),
                .send(Samples.picture))
        }
        defer { server.stop() }
        var configuration = setting.configuration()
        configuration.executable = "/bin/sh"
        let script = #"trap "" INT HUP; exec "$0" fetch -c \#(server.url("/catalog.json"))"#
        let run = try CommandLineRun(["-c", script, CommandLineRun.builtExecutable], configuration: configuration)
        try await asked.opened()
        run.send(signal: SIGINT)
        run.send(signal: SIGHUP)
        // While this one runs from beginning to end, the other would end if it took the signals.
        #expect(try await setting.run("--version").status == 0)
        gate.open()
        let result = try await run.result()
        #expect(result.status == 0)
        #expect(result.errorOutput == Samples.fetched(1) + "\n")
    }

    @Test func takesTheProgressAwayAtControlC() async throws {
        let halfway = [Gate(), Gate()]
        let server = try LoopbackServer { request in
            switch request.target {
            case "/catalog.json": .ok(Samples.catalog(avatarCount: 2))
            case "/1.png": .ok(Samples.picture)
            default: .steps(.open(halfway[1]), .silence)
            }
        }
        defer { server.stop() }
        let terminal = CommandLineRun.Terminal(isInput: true, isOutput: false)
        let run = try setting.start("fetch -c \(server.url("/catalog.json"))", terminal: terminal)
        try await halfway[1].opened()
        try await run.errorOutputHolds("1/2")
        try await run.write([0x03])
        let result = try await run.result()
        #expect(result.status == 130)
        #expect((result.output + result.errorOutput).hasSuffix("\r\u{1b}[J"))
    }
}
