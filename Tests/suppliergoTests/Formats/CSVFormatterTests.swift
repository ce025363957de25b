import SupplierGoKit
import Testing

@testable import suppliergo

struct CSVFormatterTests {
    private let heading = "id,fullname,company,phone,email,createdAt\r\n"

    @Test func printsAHeadingAndRecordsThatEndInCRLF() throws {
        let text = OutputFormat.csv.rendering([try .sample(fullname: "Zoë 山田")])
        let record = #"1,Zoë 山田,"Murphy, Kerluke and Swift",1-789-686-0305,Laurianne.Bashirian68@yahoo.com,"#
        #expect(Array(text.utf8) == Array("\(heading)\(record)2021-01-21T09:11:16.040Z\r\n".utf8))
    }

    @Test func printsTheColumnsThatAreChosen() throws {
        let suppliers = [try Supplier.sample(avatar: "a,b.png"), try .sample(avatar: nil, phone: "2")]
        let columns: [ListColumn] = [.avatar, .phone, .file]
        let catalog = CatalogLocation.file(path: "/x/c.json")
        let text = OutputFormat.csv.rendering(suppliers, columns: columns, catalog: catalog)
        #expect(text == "avatar,phone,avatarFile\r\n\"/x/a,b.png\",1-789-686-0305,\r\n,2,\r\n")
        let lines = OutputFormat.tsv.rendering(suppliers, columns: columns, catalog: catalog)
        #expect(lines == "/x/a,b.png\t1-789-686-0305\t\n\t2\t\n")
    }

    @Test func printsTheHeadingOfNoSuppliers() {
        #expect(OutputFormat.csv.rendering([]) == heading)
    }

    @Test(arguments: [
        ("plain", "plain"), ("", ""), (" a ", " a "), ("O'Brien", "O'Brien"), ("a;b\tc", "a;b\tc"), (#"a\b"#, #"a\b"#),
        ("a,b", #""a,b""#), (#"say "hi""#, #""say ""hi""""#), (#"""#, #""""""#), ("a\nb", "\"a\nb\""),
        ("a\rb", "\"a\rb\""), ("a\r\nb", "\"a\r\nb\""), ("=1+1", "=1+1"), ("\u{1b}[2J", "\u{1b}[2J"),
    ])
    func quotesForAProgramOnlyWhatMustBe(field: String, expected: String) throws {
        #expect(try company(of: .sample(company: field), width: nil) == expected)
    }

    @Test(arguments: [
        ("a,b", #""a,b""#), ("a\nb", #""a\nb""#), ("a\r\nb", #""a\r\nb""#), ("a\tb", #"a\tb"#),
        ("\u{1b}[2J", #"\u{1b}[2J"#), ("\u{2066}x", #"\u{2066}x"#),
    ])
    func writesOutWhatATerminalWouldObey(field: String, expected: String) throws {
        #expect(try company(of: .sample(company: field), width: 80) == expected)
    }

    @Test(arguments: [nil, 80], ["Zoë 山田", "", "a,b", "\u{9b}m\u{7f}", "\u{202e}é"])
    func copiesWhatItWouldWrite(width: Int?, field: String) throws {
        try OutputFormat.csv.expectCopies(of: .sample(company: field), width: width)
    }

    /// The field between the marks that stand before and behind it.
    private func company(of supplier: Supplier, width: Int?) throws -> String {
        let text = OutputFormat.csv.rendering([supplier], width: width)
        let prefix = heading + "1,Matteo Hamill,"
        let suffix = ",1-789-686-0305,Laurianne.Bashirian68@yahoo.com,2021-01-21T09:11:16.040Z\r\n"
        try #require(text.utf8.starts(with: prefix.utf8) && text.hasSuffix(suffix))
        return String(decoding: text.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count), as: UTF8.self)
    }
}
