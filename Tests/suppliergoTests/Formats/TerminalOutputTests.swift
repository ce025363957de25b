import Foundation
import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

/// Holds lists and cards at four widths to the files in `TestData/terminal`, so that every change of them is seen.
struct TerminalOutputTests {
    private static let style = TextStyle(usesColor: false, usesUnicode: true)

    private func suppliers() throws -> [Supplier] {
        [
            try .sample(), try .sample(id: "2", fullname: "山田太郎", company: "株式会社サンプル貿易東京支店営業部"),
            try .sample(
                id: "123e4567-e89b-12d3-a456-426614174000", fullname: "Wolfeschlegelsteinhausenbergerdorff",
                company: "A company with a name that goes on & on, GmbH & Co. KG",
                email: "a.very.long.address.of.somebody@mail.suppliers.example"),
            try .sample(id: "4", fullname: "", phone: "", company: "É 👩‍🔧", email: ""),
            try .sample(id: "5", fullname: "مريم الحسن", phone: "+49 (0)40 555-01 10", company: "شركة النور"),
            try .sample(
                id: "6\n", fullname: "\u{1b}[31mred\u{202e}", company: "tab\there", email: "\u{9b}2J@example.com"),
        ]
    }

    private func expect(_ text: String, _ name: String) throws {
        guard text != String(decoding: try TestData.bytes("terminal/\(name).txt"), as: UTF8.self) else { return }
        let actual = FileManager.default.temporaryDirectory.appending(path: "\(name).txt")
        try Data(text.utf8).write(to: actual)
        Issue.record("it differs: see \(actual.path()), and copy it to TestData/terminal if it is right")
    }

    @Test(arguments: [40, 80, 120, 200])
    func listsSuppliers(width: Int) throws {
        let list = OutputFormat.card.rendering(try suppliers(), width: width)
        try expect(list, "list-\(width)")
    }

    @Test(arguments: [40, 80, 120, 200])
    func drawsCards(width: Int) throws {
        let avatars: [AvatarState] = [
            .none, .awaited, .failed(reason: "status 404"),
            .loaded(
                picture: nil, byteCount: 2134, file: "/home/kim/.cache/suppliergo/avatars/1f/1f0c.png", isStale: true),
        ]
        let cards = try suppliers().enumerated().map { index, supplier in
            let card = DetailCard(
                supplier: supplier, avatar: avatars[index % avatars.count],
                picture: Initials(of: supplier).picture(style: Self.style), hasDetails: index == 3)
            return String(decoding: card.render(style: Self.style, width: width), as: UTF8.self)
        }
        try expect(cards.joined(), "card-\(width)")
    }
}
