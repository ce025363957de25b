import SupplierGoKit
import Testing

@testable import suppliergo

struct TSVFormatterTests {
    @Test func printsTheColumnsInOrderWithoutHeading() throws {
        let text = OutputFormat.tsv.rendering([try .sample(), try .sample(id: "2", fullname: "Zoë 山田")])
        #expect(
            text == """
                1\tMatteo Hamill\tMurphy, Kerluke and Swift\t1-789-686-0305\tLaurianne.Bashirian68@yahoo.com\t\
                2021-01-21T09:11:16.040Z
                2\tZoë 山田\tMurphy, Kerluke and Swift\t1-789-686-0305\tLaurianne.Bashirian68@yahoo.com\t\
                2021-01-21T09:11:16.040Z\n
                """)
    }

    @Test func printsNothingOfNoSuppliers() {
        #expect(OutputFormat.tsv.rendering([]).isEmpty)
    }

    @Test(arguments: [
        ("a\tb", #"a\tb"#), ("a\nb", #"a\nb"#), ("a\rb", #"a\rb"#), ("a\r\nb", #"a\r\nb"#), (#"a\b"#, #"a\\b"#),
        (#"\t"#, #"\\t"#), ("\t\t", #"\t\t"#), ("", ""), (" a ", " a "), ("\"a\"", "\"a\""), ("a\u{b}b", "a\u{b}b"),
        ("\u{1b}[2J", "\u{1b}[2J"), ("\u{9b}m\u{7f}\u{0}", "\u{9b}m\u{7f}\u{0}"), ("\u{202e}é🏴‍☠️", "\u{202e}é🏴‍☠️"),
    ])
    func escapesFourCharactersForAProgram(field: String, expected: String) throws {
        #expect(try cells(of: .sample(company: field), width: nil)[2] == expected)
    }

    @Test func escapesAtEveryPlaceOfAField() throws {
        for count in 1...20 {
            for place in 0..<count {
                var field = Array(repeating: "é", count: count)
                field[place] = "\t"
                var expected = field
                expected[place] = #"\t"#
                #expect(try cells(of: .sample(company: field.joined()), width: nil)[2] == expected.joined())
            }
        }
    }

    @Test(arguments: [
        ("a\tb", #"a\tb"#), ("a\nb", #"a\nb"#), (#"a\b"#, #"a\\b"#), ("\u{1b}[2J", #"\u{1b}[2J"#),
        ("\u{9b}m\u{7f}\u{0}", #"\u{9b}m\u{7f}\u{0}"#), ("\u{202e}é", #"\u{202e}é"#), ("Zoë 山田", "Zoë 山田"),
    ])
    func writesOutWhatATerminalWouldObey(field: String, expected: String) throws {
        #expect(try cells(of: .sample(company: field), width: 80)[2] == expected)
    }

    @Test func escapesInEveryTextColumn() throws {
        let hostile = "a\tb"
        let supplier = try Supplier.sample(
            id: hostile, fullname: hostile, phone: hostile, company: hostile, email: hostile)
        #expect(try cells(of: supplier, width: nil).dropLast() == Array(repeating: #"a\tb"#, count: 5)[...])
    }

    @Test(arguments: [nil, 80], ["Zoë 山田", "", "a,b", "\u{9b}m\u{7f}", "\u{202e}é"])
    func copiesWhatItWouldWrite(width: Int?, field: String) throws {
        try OutputFormat.tsv.expectCopies(of: .sample(company: field), width: width)
    }

    private func cells(of supplier: Supplier, width: Int?) throws -> [Substring] {
        let text = OutputFormat.tsv.rendering([supplier], width: width)
        #expect(text.unicodeScalars.filter { $0 == "\n" }.count == 1 && text.unicodeScalars.last == "\n")
        let cells = text.dropLast().split(separator: "\t", omittingEmptySubsequences: false)
        try #require(cells.count == 6)
        return cells
    }
}
