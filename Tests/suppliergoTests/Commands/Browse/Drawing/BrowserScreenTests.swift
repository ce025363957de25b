import Foundation
import SupplierGoKit
import SupplierGoTesting
import TestSupport
import Testing

@testable import suppliergo

/// Holds what the browser shows to the screens in `TestData/terminal`.
struct BrowserScreenTests {
    private static let color = TextStyle(usesColor: true, usesUnicode: true)

    @Test(arguments: [(40, 12), (80, 24), (120, 24), (200, 30)])
    func drawsTheList(columns: Int, rows: Int) throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), columns: columns, rows: rows)
        try trial.press(.down, .down, .character(" "))
        try expect(trial.screen, "\(columns)")
    }

    @Test(arguments: [(40, 12), (80, 24)])
    func drawsTheCard(columns: Int, rows: Int) throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), columns: columns, rows: rows)
        try trial.press(.enter)
        try trial.send(.avatar(endpoint: "avatars/matteo.png", .failed(reason: "a.example returned status 500")))
        try expect(trial.screen, "card-\(columns)")
    }

    @Test func drawsASearchInGroups() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), columns: 120)
        try trial.press(.character("g"), .down, .character("/"))
        try trial.type("e")
        try expect(trial.screen, "search-120")
        #expect(trial.state.draw().cursor == ScreenPosition(row: 0, column: 2))
    }

    @Test func drawsWithoutBoxCharacters() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), columns: 120, style: .plain)
        try trial.press(.character("g"), .left, .down, .down, .character(" "))
        let ascii = try (0..<3).map { try Supplier.sample(id: "\($0)") }
        var plain = try BrowserTrial(ascii, columns: 120, style: .plain)
        try plain.press(.character("g"), .down, .character(" "), .character("y"))
        #expect(plain.screen.allSatisfy { $0.allSatisfy(\.isASCII) })
        try expect(trial.screen, "ascii-120")
    }

    @Test(arguments: [40, 80])
    func drawsTheKeys(columns: Int) throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), columns: columns)
        try trial.press(.character("?"))
        try expect(trial.screen, "keys-\(columns)")
        // Every key is somewhere, and the last line stays.
        var lines = Set(trial.screen)
        for _ in 0..<120 {
            try trial.press(.down)
            lines.formUnion(trial.screen)
        }
        for (title, keys) in KeyTable.help {
            for text in [title] + keys.map(\.names) { #expect(lines.contains { $0.contains("│ \(text) ") }) }
        }
        let last = try #require(KeyTable.help.last?.keys.last)
        #expect(trial.screen.contains { $0.contains("│ \(last.names) ") })
        try trial.press(.end)
        #expect(trial.screen.contains { $0.contains("│ \(last.names) ") })
        try trial.press(.home, .pageDown, .up)
        try trial.press(.character("?"))
        #expect(trial.state.overlay == nil)
    }

    @Test func drawsAMenuAndAFileName() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog())
        try trial.press(.character("y"), .down)
        try expect(trial.screen, "copy-80")
        try trial.press(.escape, .character("x"))
        try expect(trial.screen, "export-80")
        let cursor = try #require(trial.state.draw().cursor)
        #expect(trial.screen[cursor.row].prefix(cursor.column).hasSuffix("suppliers.vcf"))
    }

    @Test func stylesByTheTerminalsOwnColours() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), query: "er", style: Self.color)
        try trial.press(.down, .character(" "))
        try trial.end(with: CatalogEnd(failure: Failure(.unavailable, "a.example cannot be reached")))
        let screen = trial.state.draw()
        let styles = (0..<screen.size.rows).map { row in
            let letters = String(screen[row].map(\.style.letter))
            return letters.reversed().drop { $0 == "." }.reversed().map(String.init).joined()
        }
        // On a light background as on a dark one: colours of the first 16 and a grey between them, and no background.
        for cell in (0..<screen.size.rows).flatMap({ screen[$0] }) {
            #expect(cell.style.background == .standard)
            if case .palette(let number) = cell.style.foreground { #expect(number < 16 || number == 243) }
            if case .rgb = cell.style.foreground { Issue.record("a colour that the user did not choose") }
        }
        try expect(zip(screen.lines, styles).flatMap { [$0, $1] }, "styles-80")
    }

    @Test func hasNoColoursWithoutColour() throws {
        var trial = try BrowserTrial(try BrowserTrial.catalog(), columns: 120, query: "er")
        try trial.press(.down, .character(" "))
        let screen = trial.state.draw()
        let styles = Set((0..<screen.size.rows).flatMap { screen[$0].map(\.style) })
        #expect(styles == [.plain, CellStyle(attributes: .reversed)])
        // The current row and the marked ones can still be told.
        #expect(screen.lines[3].hasPrefix(" ● ") && screen.lines[4].hasPrefix("›"))
    }

    private func expect(_ lines: [String], _ name: String, at location: SourceLocation = #_sourceLocation) throws {
        let text = lines.map { $0 + "\n" }.joined()
        let path = TestData.path("terminal/browse-\(name).txt")
        let expected = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        guard text != expected else { return }
        let actual = FileManager.default.temporaryDirectory.appending(path: "browse-\(name).txt")
        try Data(text.utf8).write(to: actual)
        Issue.record(
            "the screen differs: see \(actual.path()), and copy it to TestData/terminal where it is right",
            sourceLocation: location)
    }
}

extension CellStyle {
    /// A letter for the style, a capital if it is reversed.
    fileprivate var letter: Character {
        let letter: Character =
            switch (foreground, attributes.subtracting(.reversed)) {
            case (.standard, []): attributes.isEmpty ? "." : "r"
            case (.standard, .bold): "b"
            case (.palette(243), []): "d"
            case (.standard, [.bold, .underlined]): "m"
            case (.palette(6), []): "a"
            case (.palette(5), []): "w"
            case (.palette(1), []): "f"
            case (.palette, .bold), (.palette, []): "t"
            default: "?"
            }
        return attributes.contains(.reversed) ? Character(letter.uppercased()) : letter
    }
}
