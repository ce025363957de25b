import Glibc
import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

/// The browser under keys, clicks and resizes by chance.
@Suite struct BrowserRandomTests {
    /// The bytes of keys, without Ctrl-C and `q`, which end the browser.
    static let keys =
        [
            "\u{1b}[A", "\u{1b}[B", "\u{1b}[C", "\u{1b}[D", "\u{1b}[5~", "\u{1b}[6~", "\u{1b}[H", "\u{1b}[F", "\u{1b}",
            "\r", "\t", "\u{7f}", "\u{c}", "\u{1b}[3~", "\u{1b}x", "\u{1b}[<64;5;5M", "\u{1b}[<65;5;5M",
            "\u{1b}[<0;5;5M", "\u{1b}[<0;60;9M", "\u{1b}[200~é\u{202e}x\u{1b}[201~", "\u{1b}[99;", "\u{1b}]", "漢",
            "é", "👩‍👩‍👧",
        ] + (0x20..<0x7f).map { String(Unicode.Scalar(UInt8($0))) }.filter { $0 != "q" }

    private static let hostileNames = [
        "Ada \u{1b}[2J\u{7}", "שלום עולם", "👩‍👩‍👧 & Söhne", "漢字株式会社", "e\u{301}\u{301}", "\u{202e}abc", "مرحبا 12",
        "Plain Name", "",
    ]

    private static func suppliers(_ random: inout SeededRandom) throws -> [Supplier] {
        try (0..<300).map { id in
            let name = hostileNames.randomElement(using: &random) ?? ""
            let elements = (0..<id % 7).map { #"{"id":\#($0),"of":{"name":"漢\#($0)"},"in":[{"n":1},{}]}"# }
            return try Supplier.sample(
                id: "\(id)", fullname: name, company: hostileNames[id % hostileNames.count],
                others: #""a":[\#(elements.joined(separator: ","))],"b":[{"c":\#(id)}],"d":[1,"e"]"#)
        }
    }

    @Test func showsTheSameAsAFullRedraw() throws {
        var random = SeededRandom()
        var trial = try BrowserTrial(
            Self.suppliers(&random), style: TextStyle(usesColor: true, usesUnicode: true))
        var renderer = ScreenRenderer(style: trial.state.setting.style)
        var shown = TerminalScreen(Array("\u{1b}[?7l".utf8))
        var parser = InputParser()
        for step in 0..<(RandomWalk.isLong ? 10_000 : 600) {
            if step % 50 == 49 {
                let (columns, rows) = (Int.random(in: 1...130, using: &random), Int.random(in: 1...40, using: &random))
                let size = CellSize(columns: columns, rows: rows)
                try trial.send(.resized(size))
                shown.resize(columns: size.columns, rows: size.rows)
            }
            let bytes = Array((Self.keys.randomElement(using: &random) ?? "").utf8)
            for input in parser.parse(bytes) + parser.pause() { try trial.send(.input(input)) }
            try Self.answer(trial.takeEffects(), in: &trial, step)
            // Several keys are one frame if they come at once.
            guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
            let screen = trial.state.draw()
            #expect(screen.size == trial.state.size)
            shown.take(renderer.render(screen))
            guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
            var whole = ScreenRenderer(style: trial.state.setting.style)
            var other = TerminalScreen(Array("\u{1b}[?7l".utf8), columns: screen.size.columns, rows: screen.size.rows)
            other.take(whole.render(screen))
            let rows = shown.cells.indices.filter { shown.cells[$0] != other.cells[$0] }
            try #require(rows == [], "seed \(random.seed), step \(step)")
        }
    }

    /// Says that each file exists, and at times that the catalog was read again.
    private static func answer(_ effects: [BrowserEffect], in trial: inout BrowserTrial, _ step: Int) throws {
        for case .export(let export) in effects where !export.overwrites { try trial.send(.fileExists(export)) }
        guard step % 30 == 29 else { return }
        let suppliers = (0..<trial.state.table.count).map { trial.state.table.supplier(at: $0) }
        // Rather fewer, now and then: rows that were held are not there any more.
        try trial.refresh(Array(suppliers.dropFirst(step % 90 == 89 ? 30 : 0)) + suppliers.prefix(step % 60 / 2))
    }

    /// No file can be named without a slash but in the test's own directory, so that none is exported with one.
    @Test(arguments: ["x", "/"])
    func endsAsItShouldAfterAll(without key: String) async throws {
        var random = SeededRandom()
        let setting = try CommandSetting()
        let records = (1...300).map { Samples.record($0, name: Self.hostileNames[$0 % 2 == 0 ? 3 : 1]) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        try setting.directory.write(Array("#!/bin/sh\n".utf8), to: "bin/xdg-open")
        _ = unsafe chmod(setting.directory.path(of: "bin/xdg-open"), 0o755)
        let run = try setting.browse("-c c.json", environment: ["PATH": setting.directory.path(of: "bin")])
        try await run.shows("300 suppliers")
        let used = Self.keys.filter { $0 != key }
        for _ in 0..<50 {
            let keys = (0..<100).map { _ in used.randomElement(using: &random) ?? "" }
            try await run.type(keys.joined())
            run.resize(columns: .random(in: 1...210, using: &random), rows: .random(in: 1...60, using: &random))
        }
        // Whatever is being typed or shown is left, and the browser with it.
        run.resize(columns: 80, rows: 24)
        try await run.type("\u{1b}[201~\r\r")
        for _ in 0..<5 { try await run.isDrawnAgain { try await run.type("\u{1b}\u{1b}[A\u{c}") } }
        try await run.type("q")
        let result = try await run.result()
        let message = result.output.split(separator: "\u{1b}[?1049l").last ?? ""
        #expect(result.end == .exited(0), "seed \(random.seed): \(message.suffix(400))")
        #expect(run.mode == run.firstMode)
        #expect(run.screen.modes[1049] == false)
    }
}
