import SupplierGoKit
import Testing

@testable import suppliergo

struct MatchMarksTests {
    private let style = TextStyle(usesColor: true, usesUnicode: true)

    @Test(arguments: [
        ("zoe", "Zoë X", "<b>Zoë</b>[ X]"), ("x", "Zoë X", "[Zoë ]<b>X</b>"),
        ("zoe x", "Zoë X", "<b>Zoë</b>[ ]<b>X</b>"),
        ("q", "Zoë X", "[Zoë X]"), ("", "Zoë X", "[Zoë X]"), ("q", "", "[]"), ("company:zoe", "Zoë", "[Zoë]"),
        ("zoex", "Zoë", "[Zoë]"),
    ])
    func setsOffWhatMatchesAndLeavesTheRestAsItIs(words: String, shown: String, expected: String) {
        let marks = MatchMarks(query: SupplierQuery(words), style: style)
        let text = marks.marked(shown[...], in: .fullname) { StyledText("[\($0)]") }
        #expect("\(text)".replacing("\u{1b}[1;4m", with: "<b>").replacing("\u{1b}[0m", with: "</b>") == expected)
    }

    @Test func setsOffNothingWithoutEscapeSequences() {
        #expect(MatchMarks(query: SupplierQuery("zoe"), style: .plain).marked("Zoë", in: .fullname) == "Zoë")
    }

    @Test func standsOutInLinesAndOnTheCard() throws {
        let supplier = try Supplier.sample(id: "21", fullname: "Zoë van Hoff", company: "Hoff & Zoo")
        let line = OutputFormat.card.rendering([supplier], style: style, width: 80, query: "hoff company:zo 2")
        #expect(line.contains("\u{1b}[1mZoë van \u{1b}[0m\u{1b}[1;4mHoff\u{1b}[0m  "))
        #expect(line.contains("\u{1b}[1;4mHoff\u{1b}[0m & \u{1b}[1;4mZo\u{1b}[0mo"))
        #expect(line.contains("\u{1b}[1;4m2\u{1b}[0m\u{1b}[38;5;243m1\u{1b}[0m"))
        #expect(!OutputFormat.card.rendering([supplier], query: "hoff").contains("\u{1b}"))
        let card = DetailCard(supplier: supplier, avatar: .none, query: SupplierQuery("zoe id:21"))
        let text = String(decoding: card.render(style: style, width: 80), as: UTF8.self)
        #expect(text.contains("\u{1b}[1;4mZoë\u{1b}[0m\u{1b}[1m van Hoff\u{1b}[0m"))
        #expect(text.contains("\u{1b}[1;4m21\u{1b}[0m"))
    }

    @Test func standsOutInAddressesAndTheirLinks() throws {
        var style = style
        style.usesHyperlinks = true
        let supplier = try Supplier.sample(phone: "1-789-686-0305", email: "Ann@example.com")
        let card = DetailCard(supplier: supplier, avatar: .none, query: SupplierQuery("ann phone:789"))
        let text = String(decoding: card.render(style: style, width: 80), as: UTF8.self)
        #expect(text.contains(";mailto:Ann@example.com\u{1b}\\\u{1b}[1;4mAnn\u{1b}[0m@example.com\u{1b}]8;;"))
        #expect(text.contains("1-\u{1b}[1;4m789\u{1b}[0m-686-0305"))
    }

    @Test func standsOutOnBothSidesOfALinesEnd() throws {
        let supplier = try Supplier.sample(email: "Laurianne.Bashirian68@yahoo.com")
        let card = DetailCard(supplier: supplier, avatar: .none, query: SupplierQuery("68@yahoo"))
        let text = String(decoding: card.render(style: style, width: 40), as: UTF8.self)
        #expect(text.contains("n\u{1b}[1;4m68@\u{1b}[0m"))
        #expect(text.contains(" \u{1b}[1;4myahoo\u{1b}[0m.com"))
    }
}
