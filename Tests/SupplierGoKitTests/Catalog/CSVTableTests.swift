import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct CSVTableTests {
    private static let shape: [CatalogShape.Part: String] = [.id: "n", .fullname: "name", .company: "firm"]

    /// Splits and decodes a catalog that is whole, or cut into chunks of some bytes.
    private static func read(
        _ text: String, _ places: [CatalogShape.Part: String] = shape, cut size: Int = .max
    ) throws -> (
        names: [String], companies: [String], badRecords: [Supplier.BadRecord], error: CatalogSyntaxError?
    ) {
        let shape = try CatalogShape(places)
        let bytes = Array(text.utf8)
        let reading = CatalogReading(of: bytes.cut(every: min(size, bytes.count)), shape)
        let suppliers = reading.batch.suppliers
        return (
            suppliers.map(\.fullname), suppliers.map(\.company),
            reading.batch.badRecords, reading.error
        )
    }

    @Test(arguments: [
        "n,name,firm\n1,Ada,Krone\n2,Bo,Lind\n", "n;name;firm\r\n1;Ada;Krone\r\n2;Bo;Lind",
        "n\tname\tfirm\r1\tAda\tKrone\r2\tBo\tLind",
        "\u{feff}n,name,firm\n1,Ada,Krone\n\n2,Bo,Lind\n\n", "sep=;\nn;name;firm\n1;Ada;Krone\n2;Bo;Lind\n",
        "sep=|\r\nn|name|firm\r\n1|Ada|Krone\r\n2|Bo|Lind\r\n",
        "\n\"n\",\"name\",firm\n\"1\",\"Ada\",\"Krone\"\n2,\"Bo\",Lind",
        "n|name|firm\n1|Ada|Krone\n2|Bo|Lind\n", "SEP=;\r\nn;name;firm\r\n1;Ada;Krone\r\n2;Bo;Lind\r\n",
        "\"sep=;\"\nn;name;firm\n1;Ada;Krone\n2;Bo;Lind\n", "\"Sep=,\"\nn,name,firm\n1,Ada,Krone\n2,Bo,Lind\n",
    ])
    func readsRowsOfEachSeparatorAndLineEnd(catalog: String) throws {
        for size in [1, 2, 3, 5, Int.max] {
            let read = try Self.read(catalog, cut: size)
            #expect(read.names == ["Ada", "Bo"] && read.companies == ["Krone", "Lind"], "cut every \(size)")
            #expect(read.error == nil && read.badRecords.isEmpty)
        }
    }

    @Test(arguments: [1 << 18, .max])
    func endsWithAHeadingThatIsTooLarge(size: Int) throws {
        func reason(_ catalog: String) throws -> String? {
            guard case .malformedCSV(1, 0, let reason) = try Self.read(catalog, cut: size).error else { return nil }
            return reason
        }
        let columns = "n,name,firm" + String(repeating: ",x", count: 9997)
        #expect(try Self.read(columns + "\n", cut: size).error == nil)
        #expect(try Self.read(columns + String(repeating: ",", count: 9999) + "\n1,A,F\n", cut: size).names == ["A"])
        #expect(try reason(columns + ",,x\n") == "the heading has more than 10,000 columns")
        #expect(try reason(columns + ",x\n") == "the heading has more than 10,000 columns")
        let long = "n,name," + String(repeating: "x", count: 1 << 20)
        #expect(try reason(long) == "the heading has more than 1,048,576 bytes")
        #expect(try reason("n,\"" + long) == "the heading has more than 1,048,576 bytes")
    }

    @Test(arguments: [
        (#""Krone, Sons""#, "Krone, Sons"), ("\"a\nb\r\nc\"", "a\nb\r\nc"), (#""say ""hi""""#, #"say "hi""#),
        (#"5" pipe"#, #"5" pipe"#),
        (#"back\slash\n"#, #"back\slash\n"#), ("tab\tand\u{1}", "tab\tand\u{1}"), ("Zoë 東京 😀", "Zoë 東京 😀"), ("", ""),
        (" a ", " a "),
        (#" "Krone, Sons""#, "Krone, Sons"), ("\t \"a\nb\"", "a\nb"), (#"="00123""#, "00123"), (#" ="a,b""#, "a,b"),
        (#""=""00123""""#, "00123"), (#""=""""""#, ""), (#"=A1"#, "=A1"), (#""=""a""&""b""""#, #"="a"&"b""#),
        (#""Krone" "#, "Krone"), (#"="""#, ""), ("\"\"", ""), ("{[", "{["),
        ("\"a,b\n3,Cy,Z\n4,\"\"Di\"\",Y\n\" ", "a,b\n3,Cy,Z\n4,\"Di\",Y\n"), ("\"a\n\"\t", "a\n"),
        (String(repeating: "x", count: 1 << 20), String(repeating: "x", count: 1 << 20)),
    ])
    func takesACellAsItIs(cell: String, value: String) throws {
        for size in cell.utf8.count > 100 ? [1 << 16] : [1, 2, 3, 7, Int.max] {
            let read = try Self.read("n,name,firm\n1,Ada,\(cell)\n2,Bo,\n", cut: size)
            #expect(
                read.companies.count == 2 && read.companies.first?.utf8.elementsEqual(value.utf8) == true, "\(size)")
            #expect(read.error == nil && read.badRecords.isEmpty)
        }
    }

    @Test func skipsBadRowsWithTheirLines() throws {
        let catalog = "n,name,firm\n\n2,\"B\no\",L,,x,\n3,\"C\"c,L\n,Dan,L\n4\n5,Eve,L\n"
        for size in [1, 4, Int.max] {
            let read = try Self.read(catalog, cut: size)
            #expect(read.names == ["Eve"] && read.error == nil)
            #expect(
                read.badRecords.map(\.description) == [
                    "record 1 at byte 13, line 3: expected 3 cells as in the heading, found 5",
                    "record 2 at byte 27, line 5: expected a separator after a closing quotation mark, found other "
                        + "text in cell 2",
                    "record 3 at byte 36, line 6, field 'n': expected id to be text that is not empty, found \"\"",
                    "record 4 at byte 43, line 7, field 'name': expected fullname to be text that is not empty, "
                        + "found \"\"",
                ])
        }
    }

    /// A mark that opens a cell and is not closed on its line, before rows of which others have quoted cells.
    @Test(arguments: [
        ("1,\"Ada,Krone", 2), ("1,\"Ada \"\"Countess\"\" L,Krone", 2), ("1,Ada, =\"Krone", 3), ("\"1,Ada,Krone", 1),
        ("1,\"Ada\"\",Krone", 2), ("1,Ada,\"", 3), ("1,\"Ada \"Countess, \"L,Krone", 2),
    ])
    func losesNoRowAfterAnUnclosedQuotationMark(row: String, cell: Int) throws {
        for end in ["\n", "\r\n", "\r"] {
            let rows = ["n,name,firm", "0,Zoe,Z", row, "2,Bo,Lind", "3,,\"\"", "4,Di, \"Dee\"", "\"5\",\"E\(end)e\",E"]
            for size in [1, 2, 3, 7, Int.max] {
                let read = try Self.read(rows.joined(separator: end), cut: size)
                #expect(read.names == ["Zoe", "Bo", "Di", "E\(end)e"] && read.error == nil, "cut every \(size)")
                #expect(read.badRecords.map(\.line) == [3, 5])
                #expect(read.badRecords.first?.reason.hasSuffix(" in cell \(cell)") == true)
            }
        }
    }

    /// Marks inside a cell of several lines open no other cell, so that its lines are no rows.
    @Test(arguments: ["\"hi\"", "\\\"hi\\\""])
    func takesNoLineOfACellForARow(words: String) throws {
        let read = try Self.read("n,name,firm\n7,Ada,\"first\nHe said \(words) there\"\n2,Bo,Lind\n", cut: .max)
        #expect(read.names == ["Bo"] && read.badRecords.count == 1)
    }

    /// Catalogs with two suppliers, and what else is in them that costs none.
    static let odd: [(what: String, catalog: String)] = [
        ("surplus empty cells", "n;name;firm\n1;Ada;Krone;;\n2;Bo;Lind;\"\"; ;\t\n"),
        ("surplus separators everywhere", "n;name;firm;;\n1;Ada;Krone;;\n2;Bo;Lind;;\n"),
        ("missing empty cells", "n,name,firm,fax,note\n1,Ada,Krone\n2,Bo,Lind,5\n"),
        ("rows without a value", "n,name,firm\n,,\n1,Ada,Krone\n \n\"\",\"\",\"\"\n , ,\n2,Bo,Lind\n,\n,,,,\n   "),
        ("0x1A at the end", "n,name,firm\n1,Ada,Krone\n2,Bo,Lind\n\u{1a}"),
        ("0x1A after the last row", "n,name,firm\n1,Ada,Krone\n2,Bo,Lind\u{1a}\u{1a}"),
        ("0x1A on a line", "n,name,firm\r\n1,Ada,Krone\r\n2,Bo,Lind\r\n\u{1a}\r\n"),
        ("joined", "n,name,firm\n1,Ada,Krone\nn,name,firm\n2,Bo,Lind\n"),
        ("joined with other blanks", "n,name,firm\n1,Ada,Krone\n n ,  name,\" firm\"\n\"n\" , name,firm \n2,Bo,Lind\n"),
        ("joined with less blanks", " n , name,\"firm \"\n1,Ada,Krone\nn,\"name\",firm\n2,Bo,Lind\n"),
        ("joined with marks", "\u{feff}\"n\",name,firm\n1,Ada,Krone\n\u{1a}\u{feff}\"n\",name,firm\n2,Bo,Lind\n"),
        ("joined without another heading", "n,name,firm\n1,Ada,Krone\n\u{feff}\"2\",Bo,Lind\n"),
        ("joined with separators named", "sep=;\nn;name;firm\n1;Ada;Krone\n\"SEP=;\"\nn;name;firm\n2;Bo;Lind\n"),
        ("a line under the heading", "n;name;firm\n--;----;----\n1;Ada;Krone\n2;Bo;Lind\n"),
        ("a line of Markdown", "|n|name|firm|\r\n|:-|---:|-----|\r\n|1|Ada|Krone|\r\n|2|Bo|Lind|\r\n"),
        ("two marks", "\u{feff}\u{feff}n;name;firm\n1;Ada;Krone\n2;Bo;Lind\n"),
        ("titles in brackets", "Vendors\n<confidential>\n[draft]\n{A}\n)x\nn;name;firm\n1;Ada;Krone\n2;Bo;Lind\n"),
        ("a return at the end", "n;name;firm\r\n1;Ada;Krone\r\n2;Bo;Lind\r"),
        ("as many commas", "n;name;firm;a, b, c, d\n1;Ada;Krone;x\n2;Bo;Lind;y\n"),
        ("as many commas everywhere", "n;name;firm;a, b, c, d\n1;Ada;Krone;x, x, x, x\n2;Bo;Lind;y, y, y, y\n"),
        ("as many commas in a row", "n\tname\tfirm\tx,a,b,c\n1\tAda\tKrone\tx\n2\tBo\tLind\t\n"),
        ("titles", "Vendors 2024\n\n\"as of: \"\"today\"\"\";;\nn;name;firm\n1;Ada;Krone\n2;Bo;Lind\n"),
        ("titles on twenty lines", String(repeating: "x\r\n", count: 20) + "n;name;firm\n1;Ada;Krone\n2;Bo;Lind\n"),
        ("a title after the separator", "sep=;\nVendors, all\nn;name;firm\n1;Ada;Krone\n2;Bo;Lind\n"),
        ("blanks around names", " n ;name\t; \"firm\"\n1;Ada;Krone\n2;Bo;Lind\n"),
        ("an empty first name", "\tn\tname\tfirm\n0\t1\tAda\tKrone\n1\t2\tBo\tLind\n"),
        ("names twice", "n;firm;name;firm;name\n1;Krone;Ada;x;y\n2;;;Lind;Bo\n"),
        ("semicolons in a quoted name", "n,name,firm,\"Tags (a; b; c; d; e)\"\n1,Ada,Krone,x\n2,Bo,Lind,y\n"),
        ("commas in a quoted name", "n;\"a, b, \"\"c\"\", d, e\";name;firm\n1;x;Ada;Krone\n2;y;Bo;Lind\n"),
        ("names twice, with cells missing", "n;firm;name;firm\n1;Krone;Ada\n2;\"\";Bo;Lind\n"),
    ]

    @Test(arguments: odd)
    func readsWhatSpreadsheetsWrite(what: String, catalog: String) throws {
        for size in [1, 2, 3, 5, 64, Int.max] {
            let read = try Self.read(catalog, cut: size)
            #expect(read.names == ["Ada", "Bo"] && read.companies == ["Krone", "Lind"], "cut every \(size)")
            #expect(read.error == nil && read.badRecords.isEmpty, "cut every \(size)")
        }
    }

    @Test(arguments: [("x\n", 1), ("\n\n", 0), ("Vendors\n;;\nas of today\n", 2)])
    func countsTheLinesBeforeTheHeading(lines: String, count: Int) throws {
        let catalog = Array((lines + "n;name\n1;Ada\n").utf8)
        for size in [1, catalog.count] {
            let reading = CatalogReading(of: catalog.cut(every: size), try CatalogShape(Self.shape))
            #expect(reading.envelope.skippedLineCount == count && reading.batch.suppliers.count == 1)
        }
    }

    @Test func readsRowsThatEndOtherwiseThanTheHeading() throws {
        #expect(try Self.read("n;name;firm\n1;Ada;Krone\r2;Bo;Lind\r\n").names == ["Ada", "Bo"])
    }

    /// Bytes that are not UTF-8 after some that are: all of them are not Latin-1.
    @Test func advisesToConvertOnlyWhatIsAllLatin1() throws {
        let texts = [Array("n,name\n1,J".utf8) + [0xfc], Array("n,name\n1,Jü J".utf8) + [0xfc]]
        let shape = try CatalogShape(Self.shape)
        let reasons = texts.map { CatalogReading(of: [$0], shape).batch.badRecords.first?.reason ?? "" }
        #expect(reasons[0].hasSuffix("convert it with 'iconv -f CP1252 -t UTF-8'"))
        #expect(reasons[1].hasSuffix("correct that line, since the text before it is UTF-8"))
    }

    /// The heading is too far down, or what comes before it is JSON.
    @Test(arguments: [
        String(repeating: "x\n", count: 21) + "n;name\n1;Ada\n", "Vendors\n[{\"n\":1,\"name\":\"Ada\"}]", "n\nname\n",
    ])
    func isNoCSVWithoutAHeading(catalog: String) throws {
        guard case .text = try Self.read(catalog).error else {
            Issue.record("it was read")
            return
        }
    }

    @Test(arguments: [
        ("n,name\n1,Ada\n2,\"Bo\n3,Cy\n", 3, 15, "the quotation mark there is never closed"),
        ("n,name\n1,Ada\n2,B\u{1e}o\n", 3, 16, "expected text, found the control character U+001E"),
        ("n,name\n1,Ada\n2,\"Bü\u{1e}\"\n", 3, 19, "expected text, found the control character U+001E"),
    ])
    func refusesWhatIsNoText(catalog: String, line: Int, byteOffset: Int, reason: String) throws {
        for size in [1, 2, Int.max] {
            let read = try Self.read(catalog, cut: size)
            #expect(read.names == ["Ada"])
            #expect(read.error == .malformedCSV(line: line, byteOffset: byteOffset, reason: reason))
        }
    }

    @Test(arguments: [[0xe9], [0xe9, 0x2c], [0xc3, 0x28], [0xff], [0xe2, 0x82], [0x00], [0x00, 0x22]])
    func skipsARowThatIsNoText(bytes: [UInt8]) throws {
        let catalog = Array("n,name\n1,Ada\n2,Zo".utf8) + bytes + Array("\n3,Cy\n".utf8)
        let byte = "text in UTF-8, found the byte 0x\(String(bytes[0], radix: 16, uppercase: true))"
        let found = bytes[0] == 0 ? "text, found the control character U+0000" : byte
        for size in [1, 2, 3, catalog.count] {
            let read = CatalogReading(of: catalog.cut(every: size), try CatalogShape(Self.shape))
            #expect(read.batch.suppliers.map(\.fullname) == ["Ada", "Cy"] && read.error == nil)
            let bad = read.batch.badRecords
            #expect(bad.count == 1 && bad[0].line == 3 && bad[0].reason.hasPrefix("expected \(found)"))
        }
    }

    @Test func refusesANULInTheHeading() {
        let error = CatalogReading("n,na\0me\n" + String(repeating: "1,Ada\n", count: 40)).error
        let reason = "expected text, found the control character U+0000"
        #expect(error == .malformedCSV(line: 1, byteOffset: 4, reason: reason))
    }

    @Test func namesAByteOfTheHeadingThatIsNotUTF8() throws {
        let error = CatalogReading(of: [Array("n,name,".utf8) + [0xe9] + Array("\n1,Ada\n".utf8)]).error
        let place = "on line 1, at byte 7: expected text in UTF-8, found the byte 0xE9;"
        #expect(error?.description.contains(place) == true)
    }

    /// In a map an id has no blanks around it, so that it is found as it is shown.
    @Test func takesMappedIDsWithoutTheBlanksAroundThem() throws {
        let shape = try CatalogShape(Self.shape)
        for catalog in ["n,name\n 1 ,Ada\n  ,Bo\n", #"[{"n":"    1","name":"Ada"},{"n":"\t","name":"Bo"}]"#] {
            let batch = CatalogReading(catalog, shape).batch
            #expect(batch.suppliers.map(\.id.rawValue) == ["1"] && batch.badRecords.count == 1)
        }
    }

    @Test(arguments: ["n,name\n", "n,name", "n;name\r\n\r\n"])
    func readsAHeadingAloneAsACatalogWithoutSuppliers(catalog: String) throws {
        let read = try Self.read(catalog)
        #expect(read.names.isEmpty && read.badRecords.isEmpty && read.error == nil)
    }

    @Test func readsOurOwnNamesAsStrictlyAsJSON() throws {
        let catalog = """
            id,createdAt,fullname,phone,company,email,avatar
            1,2021-01-21T09:11:16.040Z,Ada,1,Krone,a@b.example,a.png
            2,,Bo,1,Krone,a@b.example,

            """
        let batch = CatalogReading(catalog).batch
        #expect(batch.suppliers.map(\.avatar?.endpoint) == ["a.png", nil])
        #expect(batch.suppliers.map { $0.createdAt == nil } == [false, true])
        let bad = CatalogReading("id,createdAt,fullname,phone,company\n1,2021-01-21,Ada,1,Krone\n2,,Bo,1,Lind\n").batch
        #expect(bad.badRecords.map(\.path) == ["createdAt", "email"])
        #expect(
            try Self.read("n,name\n1,Ada,x\n", [.id: "Nr"]).error == .noField(.id, place: "Nr", names: ["n", "name"]))
        #expect(
            try Self.read("n,name\n1,Ada,x\n", [.id: "n", .fullname: "N"]).error
                == .noField(.fullname, place: "N", names: ["n", "name"]), "a name that is another path's")
        #expect(try Self.read("n,name\n1,Ada\n", [:]).error == .noField(.id, place: "id", names: ["n", "name"]))
        let other = try Self.read("n,name\n1,Ada\n", [.records: "rows", .id: "n"])
        #expect(other.error == .noRecords(path: "rows", names: ["n", "name"]))
    }

    @Test(arguments: [
        "sep=;\nVendors\nn;name;firm\n1;Ada;K\n{2};\"B\no\";L", "n;name;firm\r1;Ada;K\r2;Bo;L",
        "n;name;x,y,z\n1;Ada;K\n2;Bo,a,b;c",
    ])
    func findsARowByItsOffset(catalog: String) throws {
        let shape = try CatalogShape(Self.shape)
        let bytes = Array(catalog.utf8)
        let batch = CatalogReading(of: [bytes], as: DecodingPlan(keepsOtherFields: true, shape: shape)).batch
        let table = try #require(try CSVTable.table(of: bytes))
        let found = batch.byteOffsets.map { offset in
            Supplier(firstRecordOf: Array(bytes[offset...]), of: table, isWhole: true, in: shape)
        }
        #expect(found == batch.suppliers && found.count == 2)
    }

    /// Names that differ in case, in kinds of blanks and in what cannot be seen, unless one is equal.
    @Test(arguments: [
        ("N;Full\u{a0}Name;firm", "n", "full name"), ("n;\"Full\r\nName\";firm", "n", "Full Name"),
        ("\u{200b}n;Full  Name\u{200b};firm", "n", "Full Name"), ("n;Nume\u{301}ro;firm", "n", "Numéro"),
        ("n;Name;firm;NAME", "n", "Name"), ("n;NAME;firm;Name", "n", "NAME"),
    ])
    func takesNamesThatAreLikeThoseOfAMap(heading: String, id: String, name: String) throws {
        let places: [CatalogShape.Part: String] = [.id: id, .fullname: name, .company: "firm"]
        let read = try Self.read("\(heading)\n1;Ada;Krone\n2;Bo;Lind\n", places)
        #expect(read.names == ["Ada", "Bo"] && read.companies == ["Krone", "Lind"] && read.error == nil)
    }
}
