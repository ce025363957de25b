import SupplierGoKit
import SupplierGoTesting
import TestSupport
import Testing

/// The browser and servers that fail, change, or take their time.
@Suite struct BrowserFeedTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func catalog(_ count: Int) -> String { Samples.catalog((1...count).map { Samples.record($0) }) }

    /// A server that gives one answer after the other, and the last one again and again.
    private func server(_ answers: [Answer]) throws -> LoopbackServer {
        let next = Lock(0)
        return try LoopbackServer { _ in
            next.withLock { next in
                defer { next += 1 }
                return answers[min(next, answers.count - 1)]
            }
        }
    }

    private func browse(_ server: LoopbackServer, _ options: String = "") throws -> TerminalRun {
        try setting.browse("-c \(server.url("/catalog.json")) --retries 0 " + options, columns: 140)
    }

    @Test func saysWhyThereIsNoCatalogAndTriesAgain() async throws {
        let server = try server([.status(404), .ok(catalog(3))])
        defer { server.stop() }
        let run = try browse(server)
        let screen = try await run.shows("No catalog")
        #expect(screen.lines.joined(separator: " ").contains("returned status 404"))
        #expect(screen.lines.contains { $0.contains("R tries again") })
        try await run.type("R")
        try await run.showsAll(3)
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func saysThatTheCatalogIsEmpty() async throws {
        let server = try server([.ok("[]")])
        defer { server.stop() }
        let run = try browse(server)
        try await run.shows("No suppliers")
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func keepsTheRowOneIsOnAndMarksWhatIsNewWhereItIsReadAgain() async throws {
        let more = Samples.catalog([Samples.record(9, name: "Aaron")] + (1...3).map { Samples.record($0) })
        let server = try server([.ok(catalog(3)), .ok(more)])
        defer { server.stop() }
        let run = try browse(server)
        try await run.showsAll(3)
        try await run.type("jr")
        let screen = try await run.shows("1 new")
        #expect(screen.lines[2].hasPrefix(" +") && screen.lines[2].contains("Aaron"))
        #expect(screen.lines[4].hasPrefix("›") && screen.lines[4].contains("Name 2"))
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func namesBadRecordsInTheEnd() async throws {
        let text = Samples.catalog([Samples.record(1), #"{"id":"2"}"#, Samples.record(3)])
        let server = try server([.ok(text)])
        defer { server.stop() }
        let listed = try await setting.run("list -c \(server.url("/catalog.json"))")
        let warning = try #require(listed.errorOutput.split(separator: "\n").first { $0.contains("warning:") })
        let run = try browse(server)
        try await run.shows("1 record skipped")
        try await run.type("q")
        let sentence = try #require(warning.split(separator: "warning: ").last)
        #expect(try await run.result().output.contains(sentence))
    }

    @Test func keepsTheListWhereTheServerFails() async throws {
        let server = try server([.ok(catalog(3)), .status(503), .ok(catalog(4))])
        defer { server.stop() }
        let run = try browse(server)
        try await run.showsAll(3)
        try await run.type("r")
        let screen = try await run.shows("status 503")
        #expect(screen.lines[2].contains("Name 1"))
        try await run.type("R")
        try await run.showsAll(4)
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func showsASnapshotOfAServerThatFails() async throws {
        let server = try server([.ok(catalog(3)), .status(500)])
        defer { server.stop() }
        #expect(try await setting.run("list -q --retries 0 -c \(server.url("/catalog.json"))").status == 0)
        let run = try browse(server)
        let screen = try await run.shows("status 500")
        #expect(screen.lines.contains { $0.contains("Name 3") })
        #expect(screen.lines.contains { $0.contains("as of") })
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    /// A server that takes its time does not leave the screen empty.
    @Test func showsTheSnapshotFirstAndMarksWhatTheServerHasChanged() async throws {
        let gate = Gate()
        defer { gate.open() }
        let changed = Array(catalog(4).utf8)
        let head = Answer.head(200, fields: ["Content-Length": "\(changed.count)"])
        let server = try server([.ok(catalog(3)), .steps(.waitFor(gate), .send(head), .send(changed))])
        defer { server.stop() }
        #expect(try await setting.run("list -q -c \(server.url("/catalog.json"))").status == 0)
        let run = try browse(server)
        let screen = try await run.shows("reading…")
        #expect(screen.lines.contains { $0.contains("Name 3") } && screen.lines.last?.contains("as of") == true)
        gate.open()
        let news = try await run.shows("1 new")
        #expect(news.lines[5].hasPrefix(" +") && news.lines[5].contains("Name 4"))
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func showsWhatHasArrivedWhileTheRestIsStillToCome() async throws {
        let gate = Gate()
        defer { gate.open() }
        let text = Array(catalog(40).utf8)
        let server = try LoopbackServer { _ in
            .steps(
                .send(Answer.head(200, fields: ["Content-Length": "\(text.count)"])), .send(Array(text.prefix(2000))),
                .waitFor(gate), .send(Array(text.dropFirst(2000))))
        }
        defer { server.stop() }
        let run = try browse(server)
        try await run.shows { $0.lines.last?.contains("loading…") == true && $0.lines[2].contains("Name 1") }
        try await run.type("jj")
        try await run.shows { $0.lines[4].hasPrefix("›") }
        gate.open()
        let screen = try await run.shows("40 suppliers")
        #expect(screen.lines[4].hasPrefix("›") && screen.lines[4].contains("Name 3"))
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }

    @Test func leavesAServerThatNeverAnswers() async throws {
        let server = try server([.silence])
        defer { server.stop() }
        let run = try browse(server)
        try await run.shows("connecting to 127.0.0.1…")
        try await run.type("q")
        #expect(try await run.result().status == 0)
    }
}

extension TerminalRun {
    /// Returns when all of a catalog's suppliers have arrived.
    fileprivate func showsAll(_ count: Int) async throws {
        try await shows { screen in
            let status = screen.lines.last ?? ""
            return status.contains("/\(count) suppliers") && !status.contains("loading") && !status.contains("reading")
        }
    }
}
