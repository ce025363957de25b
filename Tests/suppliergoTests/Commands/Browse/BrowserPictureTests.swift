import TestSupport
import Testing

@testable import suppliergo

/// Avatars in terminals that answer as real ones do.
@Suite(.enabled(if: Program.isInstalled("chafa"), "chafa is not installed")) struct BrowserPictureTests {
    private static let answers = [
        "_Ga=T": "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}P>|kitty(0.35.2)\u{1b}\\\u{1b}[?62;c",
        "]1337;File": "\u{1b}P>|iTerm2 3.5.0\u{1b}\\\u{1b}[?64;4c",
        "P0;": "\u{1b}P>|foot(1.16.2)\u{1b}\\\u{1b}[?62;4;22c",
    ]

    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let files = ["matteo.png", "ines.jpg", "bjork.gif", "akiko.webp"]
        for file in files { try setting.directory.write(try TestData.bytes("avatars/\(file)"), to: file) }
        let records = (0..<40).map { Samples.record($0 + 1, avatar: files[$0 % 4]) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    /// The number of pictures on a screen of 120 columns and 24 rows: one in each row of the list, and the card's.
    private static let count = 22

    @Test(arguments: answers.keys.sorted())
    func drawsAvatarsAndErasesThem(kind: String) async throws {
        let answer = try #require(Self.answers[kind])
        let run = try setting.browse("-c c.json", columns: 120, answering: answer)
        let first = try await run.shows { $0.pictures.count == Self.count }
        #expect(first.pictures.allSatisfy { $0.content.hasPrefix(kind) })
        let card = try #require(first.pictures.first { $0.column > 60 })
        for key in ["\u{1b}[6~", "\u{1b}[6~", "\u{1b}[F", "\u{1b}[H", "jjj"] {
            try await run.type(key)
            try await run.shows { $0.pictures.count == Self.count }
        }
        // The fourth supplier's.
        let fourth = try await run.shows { screen in
            screen.pictures.contains { $0.column == card.column && $0.content != card.content }
        }
        #expect(Set(fourth.pictures.map(\.row)).count == Self.count - 1)
        // Text takes the place of those that it covers, which come back.
        try await run.type("?")
        try await run.shows { $0.pictures.count < Self.count && $0.lines.contains { $0.contains("Keys") } }
        try await run.type("?")
        let drawn = try await run.shows { $0.pictures.count == Self.count }
        try await run.isDrawnAgain { try await run.type("\u{c}") }
        let redrawn = try await run.shows { $0.pictures.count == Self.count }
        #expect(Set(redrawn.pictures) == Set(drawn.pictures))
        #expect(redrawn.cells == drawn.cells)
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
        #expect(run.screen.pictures.isEmpty)
    }

    @Test func drawsAvatarsInCharactersElsewhere() async throws {
        let run = try setting.browse("-c c.json", columns: 120, answering: "\u{1b}P>|XTerm(379)\u{1b}\\\u{1b}[?64;1;2c")
        let screen = try await run.shows { screen in
            (2..<9).allSatisfy { row in screen.cells[row].contains { "▀▁▂▃▄▅▆▇█".contains($0.text) } }
        }
        #expect(screen.pictures.isEmpty)
        try await run.type("q")
        #expect(try await run.result().end == .exited(0))
    }
}
