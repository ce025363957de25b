import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

struct DetailCardTests {
    private let style = TextStyle(usesColor: false, usesUnicode: true)
    private let loaded = AvatarState.loaded(
        picture: nil, byteCount: 2134, file: "/home/kim/.cache/suppliergo/avatars/1f/1f0c.png")

    private func card(
        _ supplier: Supplier, _ avatar: AvatarState, style: TextStyle? = nil, width: Int?, hasDetails: Bool = true
    ) -> String {
        let card = DetailCard(supplier: supplier, avatar: avatar, hasDetails: hasDetails)
        return String(decoding: card.render(style: style ?? self.style, width: width), as: UTF8.self)
    }

    @Test func keepsTheImagesParticularsForThoseWhoAsk() throws {
        let text = card(try .sample(), loaded, width: 80, hasDetails: false)
        #expect(!text.contains("Avatar") && !text.contains("File") && !text.contains("/home"))
        let stale = AvatarState.loaded(picture: nil, byteCount: 1, file: "/x", isStale: true)
        #expect(card(try .sample(), stale, width: 80, hasDetails: false).contains("│ Avatar  stale  "))
        #expect(card(try .sample(), .none, width: 80, hasDetails: false).contains("│ Avatar  none  "))
    }

    @Test(arguments: [nil, 80, 200])
    func framesAllFields(width: Int?) throws {
        #expect(
            card(try .sample(), loaded, width: width) == """
                ╭─────────────────────────────────────────────────────────╮
                │ Matteo Hamill                                           │
                │ Murphy, Kerluke and Swift                               │
                ├─────────────────────────────────────────────────────────┤
                │ Phone   1-789-686-0305                                  │
                │ E-mail  Laurianne.Bashirian68@yahoo.com                 │
                │ Since   21 January 2021, 09:11 UTC                      │
                │ Id      1                                               │
                │ Avatar  unknown kind, 2.1 KB                            │
                │ File    /home/kim/.cache/suppliergo/avatars/1f/1f0c.png │
                ╰─────────────────────────────────────────────────────────╯

                """)
    }

    @Test func isolatesRightToLeftText() throws {
        let text = card(try .sample(fullname: "נועה לוי", email: "נועה@example.co.il"), .none, width: 80)
        #expect(text.contains("│ \u{2068}נועה לוי\u{2069}   ") && text.contains("│ Murphy, "))
        #expect(text.contains("│ E-mail  \u{2068}נועה@example.co.il\u{2069} "))
        let plain = card(try .sample(fullname: "נועה לוי"), .none, style: .plain, width: 80)
        #expect(!plain.unicodeScalars.contains("\u{2068}"))
    }

    @Test func goesOnInTheNextLineAtFortyColumns() throws {
        let supplier = try Supplier.sample(
            fullname: "山田太郎 👩‍🔧", company: "A company with a name that goes on & on, GmbH & Co. KG")
        #expect(
            card(supplier, loaded, width: 40) == """
                ╭──────────────────────────────────────╮
                │ 山田太郎 👩‍🔧                          │
                │ A company with a name that goes on & │
                │ on, GmbH & Co. KG                    │
                ├──────────────────────────────────────┤
                │ Phone   1-789-686-0305               │
                │ E-mail  Laurianne.Bashirian68@       │
                │         yahoo.com                    │
                │ Since   21 January 2021, 09:11 UTC   │
                │ Id      1                            │
                │ Avatar  unknown kind, 2.1 KB         │
                │ File    /home/kim/.cache/suppliergo/ │
                │         avatars/1f/1f0c.png          │
                ╰──────────────────────────────────────╯

                """)
    }

    @Test func leavesTheFrameAwayWhereThereIsNoRoom() throws {
        let supplier = try Supplier.sample(fullname: "Ann", phone: "1", company: "", email: "a@b.example")
        #expect(
            card(supplier, .none, width: 20)
                == """
                Ann
                Phone   1
                E-mail  a@b.example
                Since   21 January
                        2021, 09:11
                        UTC
                Id      1
                Avatar  none

                """)
    }

    @Test func hasNoLineOfAFieldThatIsEmptyOrUnknown() throws {
        let supplier = try Supplier.sample(createdAt: "", fullname: "Ann", phone: "", company: "", email: "")
        #expect(
            card(supplier, .none, width: 40) == """
                ╭──────────────╮
                │ Ann          │
                ├──────────────┤
                │ Id      1    │
                │ Avatar  none │
                ╰──────────────╯

                """)
    }

    @Test(arguments: [nil, 80, 200])
    func isNotWidenedByAMessage(width: Int?) throws {
        let reason = "cannot connect to 127.0.0.1:9, and the network has been down for an hour"
        let short = try Supplier.sample(fullname: "Ann", phone: "1", company: "", email: "")
        let text = card(short, .failed(reason: reason), width: width)
        #expect(
            text.contains(
                """
                │ Avatar  cannot connect to 127.0.0.1:9, and the network has been down for │
                │         an hour                                                          │
                """))
        let long = try Supplier.sample(company: String(repeating: "x", count: 90))
        #expect(card(long, .failed(reason: reason), width: 200).contains("│ Avatar  \(reason)  "))
    }

    @Test(arguments: 24...100)
    func fillsNoLineBeyondTheTerminalAndKeepsTheFrameStraight(width: Int) throws {
        let supplier = try Supplier.sample(
            fullname: "Пётр 山田 🏳️‍🌈 e\u{301}", company: String(repeating: "株式会社", count: 20),
            email: "नमस्ते@example.com")
        let widths = Set(card(supplier, loaded, width: width).split(separator: "\n").map { String($0).displayWidth })
        #expect(widths.count == 1)
        #expect(widths.allSatisfy { $0 <= width })
    }

    @Test func drawsInASCIIWhereTheLocaleIsNot() throws {
        let supplier = try Supplier.sample(fullname: "Ann", phone: "1", company: "B", email: "a@b.example")
        #expect(
            card(supplier, .none, style: .plain, width: 80) == """
                +------------------------------------+
                | Ann                                |
                | B                                  |
                +------------------------------------+
                | Phone   1                          |
                | E-mail  a@b.example                |
                | Since   21 January 2021, 09:11 UTC |
                | Id      1                          |
                | Avatar  none                       |
                +------------------------------------+

                """)
    }

    @Test func makesTheNameStandOut() throws {
        let text = card(try .sample(), .none, style: TextStyle(usesColor: true, usesUnicode: true), width: 80)
        #expect(text.contains("\u{1b}[1mMatteo Hamill\u{1b}[0m"))
        #expect(text.contains("│\u{1b}[0m Murphy, Kerluke and Swift "))
        #expect(text.contains("\u{1b}[38;5;243mPhone\u{1b}[0m   1-789-686-0305"))
    }

    @Test func hasATileInItsCorner() throws {
        let supplier = try Supplier.sample(fullname: "Ann", phone: "1", company: "B", email: "a@b.example")
        let picture = Initials(of: supplier).picture(style: style)
        let text = String(
            decoding: DetailCard(supplier: supplier, avatar: .none, picture: picture).render(style: style, width: 80),
            as: UTF8.self)
        #expect(
            text.hasPrefix(
                """
                ╭────────────────────────────────────╮
                │ ╭────────────╮                     │
                │ │            │                     │
                │ │            │  Ann                │
                │ │     A      │  B                  │
                │ │            │                     │
                │ │            │                     │
                │ ╰────────────╯                     │
                ├────────────────────────────────────┤
                """))
    }

    @Test func linksEmailPhoneAndFileWhereTheTerminalTakesThem() throws {
        var style = style
        style.usesHyperlinks = true
        let text = card(try .sample(), loaded, style: style, width: 40)
        let targets = text.matches(of: /\]8;id=[0-9a-z]+;([^\u{1b}]+)\u{1b}/).map { String($0.output.1) }
        #expect(targets.first == "tel:1-789-686-0305")
        #expect(targets.count { $0 == "mailto:Laurianne.Bashirian68@yahoo.com" } == 2)
        #expect(targets.count { $0.hasPrefix("file://") && $0.hasSuffix("/avatars/1f/1f0c.png") } == 2)
        #expect(TerminalScreen(Array(text.utf8)).lines == card(try .sample(), loaded, width: 40).lines)
    }

    @Test func saysWhyTheAvatarIsNotThere() throws {
        let text = card(try .sample(), .failed(reason: "status 404\u{1b}"), width: nil)
        #expect(text.contains(#"│ Avatar  status 404\u{1b} "#))
        #expect(!text.contains("File"))
    }

    @Test(arguments: [nil, 30, 80])
    func obeysNothingOfHostileText(width: Int?) throws {
        let hostile = "a\u{1b}]0;x\u{7}\u{202e}\r\n\u{9b}2J\u{2028}\u{200b}"
        let supplier = try Supplier.sample(
            id: hostile, fullname: hostile, phone: hostile, company: hostile, email: hostile)
        let avatar = AvatarState.loaded(picture: nil, byteCount: 1, file: "/" + hostile)
        let text = card(supplier, avatar, width: width)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || !$0.mayBeHidden })
        #expect(text.split(separator: "\n").allSatisfy { ["╭", "│", "├", "╰"].contains($0.first) })
    }

    @Test(arguments: [
        (ImageHeader.Kind.png, PixelSize(width: 64, height: 48), 2134, "PNG, 64 × 48 pixels, 2.1 KB"),
        (.webp, nil, 1, "WebP, 1 byte"), (nil, nil, 0, "unknown kind, 0 bytes"),
    ])
    func describesAnImage(kind: ImageHeader.Kind?, size: PixelSize?, byteCount: Int, expected: String) {
        #expect(DetailCard.facts(kind: kind, size: size, byteCount: byteCount, style: style) == expected)
    }

    @Test(arguments: [
        ("2021-01-21T23:59:59Z", "21 January 2021, 23:59 UTC"), ("2021-01-21T00:00:00Z", "21 January 2021"),
        ("2020-02-29T00:00:00.5+14:00", "29 February 2020, 00:00 +14:00"),
        ("0999-12-01T00:00:00-11:00", "1 December 999, 00:00 -11:00"),
    ])
    func namesTheMinuteAsItWasWritten(createdAt: String, expected: String) throws {
        #expect(card(try .sample(createdAt: createdAt), .none, width: nil).contains("│ Since   \(expected) "))
    }
}

extension String {
    fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
