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
        #expect(
            OutputFormat.card.rendering(try suppliers()) == """
                Matteo Hamill                 Murphy, Kerluke and Swift             1
                山田太郎                      株式会社サンプル貿易東京支店営業部    2
                Wolfeschlegelsteinhausenbergerdorff  Zoë & 👩‍🔧                              31415
                                              É                                     4

                """)
    }

    @Test func fitsFortyColumns() throws {
        #expect(
            OutputFormat.card.rendering(try suppliers(), width: 40) == """
                MH  Matteo Ham…  Murphy, Kerluk…  1
                山  山田太郎     株式会社サンプ…  2
                W   Wolfeschle…  Zoë & 👩‍🔧         31415
                É                É                4

                """)
    }

    @Test func fitsEightyColumns() throws {
        #expect(
            OutputFormat.card.rendering(try suppliers(), width: 80) == """
                MH  Matteo Hamill                  Murphy, Kerluke and Swift              1
                山  山田太郎                       株式会社サンプル貿易東京支店営業部     2
                W   Wolfeschlegelsteinhausenberg…  Zoë & 👩‍🔧                               31415
                É                                  É                                      4

                """)
    }

    @Test func leavesAWideTerminalsRestEmpty() throws {
        let lines = OutputFormat.card.rendering(try suppliers(), width: 200).split(separator: "\n")
        let company = "Murphy, Kerluke and Swift".padded(toWidth: 44)
        #expect(lines.first.map(String.init) == "MH  " + "Matteo Hamill".padded(toWidth: 32) + "  " + company + "  1")
    }

    @Test(arguments: 1...120)
    func isNeverWiderThanTheTerminal(width: Int) throws {
        let uuid = "123e4567-e89b-12d3-a456-426614174000"
        let text = OutputFormat.card.rendering(try suppliers() + [.sample(id: uuid)], width: width)
        let tooWide = text.split(separator: "\n").map { String($0).displayWidth }.filter { $0 > width }
        #expect(tooWide.isEmpty)
    }

    @Test func keepsALongIdWholeWhereItCan() throws {
        let uuid = "123e4567-e89b-12d3-a456-426614174000"
        let text = OutputFormat.card.rendering([try .sample(id: uuid)], width: 80)
        #expect(text == "MH  Matteo Hamill     Murphy, Kerluke and…  \(uuid)\n")
    }

    @Test func makesTheNameStandOut() throws {
        let style = TextStyle(usesColor: true, usesUnicode: true)
        let text = OutputFormat.card.rendering([try .sample(fullname: "A", company: "B")], style: style, width: 40)
        #expect(
            text == "\u{1b}[1;35mA\u{1b}[0m   \u{1b}[1mA\u{1b}[0m          " + "  B              "
                + "  \u{1b}[2m1\u{1b}[0m\n")
    }

    @Test func shortensInASCIIWhereTheLocaleIsNot() throws {
        let text = OutputFormat.card.rendering([try .sample()], style: .plain, width: 40)
        #expect(text == "MH  Matteo H...  Murphy, Kerl...  1\n")
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
