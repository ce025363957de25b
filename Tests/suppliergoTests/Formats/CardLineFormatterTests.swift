import SupplierGoKit
import Testing

@testable import suppliergo

struct CardLineFormatterTests {
    private func suppliers() throws -> [Supplier] {
        [
            try .sample(), try .sample(id: "2", fullname: "山田太郎", company: "株式会社サンプル貿易東京支店営業部"),
            try .sample(id: "31415", fullname: "Wolfeschlegelsteinhausenbergerdorff", company: "Zoë & 👩‍🔧"),
            try .sample(id: "4", fullname: "", company: "É"),
        ]
    }

    @Test func shortensNothingForAProgram() throws {
        let lines = OutputFormat.card.rendering(try suppliers()).split(separator: "\n").map(String.init)
        let end = "  1-789-686-0305    " + "Laurianne.Bashirian68@yahoo.com  "
        for (line, name, company, id) in [
            (lines[0], "Matteo Hamill", "Murphy, Kerluke and Swift", "1"),
            (lines[1], "山田太郎", "株式会社サンプル貿易東京支店営業部", "2"),
        ] {
            #expect(line == name.padded(toWidth: 26) + company.padded(toWidth: 24) + end + id)
        }
        #expect(lines[2].hasPrefix("Wolfeschlegelsteinhausenbergerdorff  Zoë & 👩‍🔧 "))
        #expect(lines[3].hasPrefix(String(repeating: " ", count: 26) + "É "))
        let long = String(repeating: "x", count: 50)
        let pushed = OutputFormat.card.rendering([try .sample(fullname: long, company: "A")])
        #expect(pushed.hasPrefix(long + "  A".padded(toWidth: 26) + "  1-789"))
    }

    @Test func fitsFortyColumns() throws {
        let text = OutputFormat.card.rendering(try suppliers(), width: 40)
        #expect(
            text == """
                MH  Matteo Hamill  Murphy, Kerlu…  1
                山  山田太郎       株式会社サン…   2
                W   Wolfeschlege…  Zoë & 👩‍🔧        31415
                É                  É               4

                """)
    }

    @Test func fitsEightyColumns() throws {
        let text = OutputFormat.card.rendering(try suppliers(), width: 80)
        #expect(
            text == """
                MH  Matteo Hamill               Murphy, Kerluke and Swift  1-789-686-0305  1
                山  山田太郎                    株式会社サンプル貿易東京…  1-789-686-0305  2
                W   Wolfeschlegelsteinhausenb…  Zoë & 👩‍🔧                   1-789-686-0305  31415
                É                               É                          1-789-686-0305  4

                """)
    }

    @Test func usesAWideTerminal() throws {
        let line = OutputFormat.card.rendering(try suppliers(), width: 200).split(separator: "\n").first
        #expect(
            line.map(String.init) == "MH  " + "Matteo Hamill".padded(toWidth: 37)
                + "Murphy, Kerluke and Swift".padded(toWidth: 36) + "1-789-686-0305".padded(toWidth: 18)
                + "Laurianne.Bashirian68@yahoo.com  1")
    }

    @Test(arguments: 1...220)
    func isNeverWiderThanTheTerminal(width: Int) throws {
        let uuid = "123e4567-e89b-12d3-a456-426614174000"
        let text = OutputFormat.card.rendering(try suppliers() + [.sample(id: uuid)], width: width)
        let tooWide = text.split(separator: "\n").map { String($0).displayWidth }.filter { $0 > width }
        #expect(tooWide.isEmpty)
    }

    @Test(arguments: [20, 27, 40, 61, 80, 90])
    func cutsASCIIAsItCutsOtherText(width: Int) throws {
        // An invisible character at the end is written out, and cut off again.
        let suppliers = try (10...120).map { length in
            try Supplier.sample(
                id: String(repeating: "7", count: length / 4), fullname: String(repeating: "n", count: length),
                company: String(repeating: "c", count: 2 * length))
        }
        let others = try suppliers.map { supplier in
            try Supplier.sample(
                id: supplier.id.rawValue + (supplier.id.rawValue.count > 40 ? "\u{ad}" : ""),
                fullname: supplier.fullname + (supplier.fullname.count > 80 ? "\u{ad}" : ""),
                company: supplier.company + (supplier.company.count > 80 ? "\u{ad}" : ""))
        }
        for style in [TextStyle.plain, TextStyle(usesColor: true, usesUnicode: true)] {
            let text = OutputFormat.card.rendering(suppliers, style: style, width: width)
            let other = OutputFormat.card.rendering(others, style: style, width: width)
            let tints = #/\u{1b}\[1m/#
            let differ = zip(text.split(separator: "\n"), other.split(separator: "\n")).filter {
                $0.replacing(tints, with: "") != $1.replacing(tints, with: "")
            }
            #expect(differ.first == nil)
        }
    }

    @Test func rendersOnceItIsLaidOut() throws {
        let suppliers = try suppliers()
        var formatter = OutputFormat.card.makeFormatter(
            style: .plain, width: 80, isForTerminal: false, catalog: .standardInput, query: SupplierQuery(""))
        #expect(formatter.renderer == nil)
        var output: [UInt8] = []
        output += formatter.layOut(for: suppliers.map { ($0, nil) })
        let renderer = try #require(formatter.renderer)
        for supplier in suppliers { #expect(renderer.render(supplier, into: &output)) }
        #expect(
            String(decoding: output, as: UTF8.self) == OutputFormat.card.rendering(suppliers, style: .plain, width: 80))
    }

    @Test func movesNoColumnWhateverComesLater() throws {
        let style = TextStyle(usesColor: false, usesUnicode: true)
        var formatter = OutputFormat.card.makeFormatter(
            style: style, width: 80, isForTerminal: true, hasHeading: true, catalog: .standardInput,
            query: SupplierQuery(""))
        let uuid = "123e4567-e89b-12d3-a456-426614174000"
        let long = String(repeating: "x", count: 50)
        var output: [UInt8] = []
        for (name, id) in [("A", "1"), (long, uuid), ("A", "3")] {
            let supplier = try Supplier.sample(id: id, fullname: name, company: "B")
            output += formatter.layOut(for: [(supplier, nil)])
            formatter.append(supplier, into: &output)
        }
        #expect(
            String(decoding: output, as: UTF8.self) == """
                    Name               Company            Phone             Id
                A   A                  B                  1-789-686-0305    1
                X   xxxxxxxxxxxxxxxx…  B                  1-789-686-0305    123e4567-e89b-12d3-…
                A   A                  B                  1-789-686-0305    3

                """)
    }

    @Test func printsTheColumnsThatAreChosen() throws {
        let text = OutputFormat.card.rendering(
            [try .sample(avatar: "/1.png", email: "a@b.c")], width: 80,
            columns: [.email, .file, .created, .avatar, .name], catalog: .file(path: "/x/c.json"))
        #expect(text == "a@b.c                 21 January 2021  /1.png  Matteo Hamill\n")
    }

    @Test(arguments: [nil, 80])
    func isolatesRightToLeftText(width: Int?) throws {
        let suppliers = [
            try Supplier.sample(fullname: "مريم", company: "A"), try .sample(fullname: "A", company: "נועה לוי Ltd"),
        ]
        let text = OutputFormat.card.rendering(suppliers, width: width)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0].contains("\u{2068}مريم\u{2069}  "))
        #expect(lines[1].contains("  \u{2068}נועה לוי Ltd\u{2069}  "))
        #expect(Set(lines.map { $0.displayWidth }).count == 1)
        #expect(lines[0].hasPrefix("\u{2068}"))
        let plain = OutputFormat.card.rendering([try .sample(fullname: "مريم")], style: .plain)
        #expect(!plain.contains("\u{2068}"))
    }

    @Test func makesTheNameStandOut() throws {
        let style = TextStyle(usesColor: true, usesUnicode: true)
        let text = OutputFormat.card.rendering([try .sample(fullname: "A", company: "B")], style: style, width: 40)
        #expect(
            text == "\u{1b}[1mA\u{1b}[0m   \u{1b}[1mA\u{1b}[0m           " + "B           "
                + "\u{1b}[38;5;243m1\u{1b}[0m\n")
    }

    @Test func shortensInASCIIWhereTheLocaleIsNot() throws {
        let text = OutputFormat.card.rendering([try .sample()], style: .plain, width: 50)
        #expect(text == "MH  Matteo Hamill   Murphy, Kerluke and Swift  1\n")
    }

    @Test(arguments: [nil, 60])
    func writesHostileTextOut(width: Int?) throws {
        let supplier = try Supplier.sample(id: "1\n2", fullname: "\u{1b}[31mred", company: "a\u{202e}b\r\u{9b}2J")
        let text = OutputFormat.card.rendering([supplier], width: width)
        #expect(text.contains(#"\u{1b}[31mred "#))
        #expect(text.contains(#"a\u{202e}b\r\u{9b}2J "#))
        #expect(text.hasSuffix(#"  1\n2"# + "\n"))
    }
}
