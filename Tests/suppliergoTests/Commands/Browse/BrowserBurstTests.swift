import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Keys that arrive in one burst, as by a paste or over a slow line.
@Suite(.timeLimit(.minutes(2)))
struct BrowserBurstTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let records = (1...20_000).map { Samples.record($0, name: $0 == 15_000 ? "Bo Diaz" : "Ana Lima \($0)") }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        try setting.directory.write(Array("#!/bin/sh\necho \"$1\" >> \"$HOME/opened\"\n".utf8), to: "bin/xdg-open")
        _ = unsafe chmod(setting.directory.path(of: "bin/xdg-open"), 0o755)
    }

    private func start(_ options: String = "") async throws -> TerminalRun {
        let run = try setting.browse(
            "-c c.json \(options)", environment: ["PATH": setting.directory.path(of: "bin")])
        try await run.shows("20,000 suppliers")
        return run
    }

    @Test(arguments: ["/bo\rD", "/bo\r+D", "/bo\r D", "/bo\r\u{1b}[B\u{1b}[AD"])
    func hidesWhoWasSearchedFor(keys: String) async throws {
        let run = try await start()
        try await run.type(keys)
        try await run.shows("hid '15000'")
        try await run.type("q")
        #expect(try await run.result().status == 0)
        let edits = try await setting.run("edits -c c.json -f csv").output.split(whereSeparator: \.isNewline)
        #expect(edits.count == 2 && edits.last?.contains(",15000,Bo Diaz,removed,") == true)
    }

    @Test(arguments: [
        ("/bo\re", "mailto:15000@example.com"), ("/bo\r+e", "mailto:?bcc=15000@example.com"), ("/bo\rp", "tel:+115000"),
    ])
    func opensWhoWasSearchedFor(keys: String, target: String) async throws {
        let run = try await start()
        try await run.type(keys)
        try await run.shows("opened ")
        try await run.type("q")
        #expect(try await run.result().status == 0)
        #expect(String(decoding: try setting.directory.read("opened"), as: UTF8.self) == target + "\n")
    }

    @Test(arguments: [("/bo\r\r", "15000"), ("sd/bo\r\r", "15000")])
    func choosesWhoWasSearchedFor(keys: String, id: String) async throws {
        let run = try await start("--print id")
        try await run.type(keys)
        let result = try await run.result()
        let printed = result.output.split(separator: "\u{1b}[?1049l").last ?? ""
        #expect(result.status == 0 && printed.contains("\(id)"))
    }

    @Test func exportsAndCopiesWhoWasSearchedFor() async throws {
        let run = try await start()
        try await run.type("/bo\rx\u{15}out.csv\r")
        try await run.shows("exported 1 supplier to out.csv")
        try await run.type("\u{1b}")
        try await run.shows("20,000 suppliers")
        try await run.type("\u{1b}[H/bo\ryi")
        try await run.shows("copied 15000")
        try await run.type("q")
        #expect(try await run.result().status == 0)
        let lines = String(decoding: try setting.directory.read("out.csv"), as: UTF8.self).split(
            whereSeparator: \.isNewline)
        #expect(lines.count == 2 && lines.last?.hasPrefix("15000,") == true)
    }
}
