import SupplierGoKit
import Testing

@testable import suppliergo

struct MarkdownFormatterTests {
    private let heading = """
        | Name | Company | E-mail | Phone | Since | Id |
        | --- | --- | --- | --- | --- | --- |

        """

    @Test func printsATable() throws {
        let row =
            "| Matteo Hamill | Murphy, Kerluke and Swift | Laurianne.Bashirian68@yahoo.com | 1-789-686-0305 | 2021-01-21 | 1 |\n"
        #expect(OutputFormat.markdown.rendering([try .sample(), try .sample()]) == heading + row + row)
        #expect(OutputFormat.markdown.rendering([]) == heading)
    }

    @Test(arguments: [
        ("a|b", #"a\|b"#), ("*a* _b_ `c` ~d~ $e$", #"\*a\* \_b\_ \`c\` \~d\~ \$e\$"#), ("<b>&amp;", #"\<b\>\&amp;"#),
        ("[a](b)", #"\[a\](b)"#), (#"a\|b"#, #"a\\\|b"#), ("a\n\n# b\r\nc", ##"a \# b c"##), ("  a\t b ", "a b"),
        ("https://evil.example", #"https\://evil\.example"#), ("see www.evil.example", #"see www\.evil\.example"#),
        ("- a. 1. b! (c)", "- a. 1. b! (c)"), ("a\u{1b}\0", "a\u{fffd}\u{fffd}"), ("", ""), (" ", ""),
        ("Zoë *東京* e\u{301}", #"Zoë \*東京\* e\#u{301}"#),
        ("a\u{a0}\u{3000}b\u{85}", "a b"), ("é\u{9b}|", "é\u{fffd}\\|"),
        ("WWW.a_b", #"WWW\.a\_b"#), ("a: b_", #"a: b\_"#), ("a_ ", #"a\_"#), (" _a", #"\_a"#), ("_  _", #"\_ \_"#),
    ])
    func escapesMarkup(text: String, expected: String) {
        var output: [UInt8] = []
        output.append(addingCapacity: MarkdownText.growth * text.utf8.count) { output in
            MarkdownText.write(text.utf8.span, into: &output)
        }
        #expect(String(decoding: output, as: UTF8.self) == expected)
    }

    @Test func writesOutWhatATerminalWouldObey() throws {
        let text = OutputFormat.markdown.rendering([try .sample(company: "a\u{1b}b")], width: 80)
        #expect(text.contains(#"| a\\u{1b}b |"#))
        let marked = OutputFormat.markdown.rendering([try .sample(company: "\u{1b} \u{301}b")], width: 80)
        #expect(marked.contains("| \\\\u{1b} \u{301}b |"))
    }

    @Test func printsTheColumnsThatAreChosen() throws {
        let text = OutputFormat.markdown.rendering([try .sample(avatar: nil)], columns: [.avatar, .email])
        #expect(text == "| avatar | email |\n| --- | --- |\n|  | Laurianne.Bashirian68@yahoo.com |\n")
    }

    @Test func printsATableAGroup() throws {
        var formatter = RecordFormatter(.markdown, catalog: .standardInput, isForTerminal: false)
        var output: [UInt8] = []
        for company in ["A*", "B"] {
            let supplier = try Supplier.sample(company: company)
            formatter.appendHeading(of: company, count: 1, into: &output)
            formatter.append(ListedSupplier(supplier: supplier, avatar: nil), into: &output)
        }
        formatter.end(into: &output)
        let text = String(decoding: output, as: UTF8.self)
        #expect(text.hasPrefix("## A\\* (1)\n\n\(heading)| Matteo Hamill | A\\* |"))
        #expect(text.contains("| 1 |\n\n## B (1)\n\n\(heading)| Matteo Hamill | B |"))
    }
}
