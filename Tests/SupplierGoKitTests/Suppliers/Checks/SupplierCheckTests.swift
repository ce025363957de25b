import Testing

@testable import SupplierGoKit

@Suite struct SupplierCheckTests {
    private static func supplier(
        _ id: String, _ name: String, email: String = "", phone: String = "", company: String = "c", avatar: String = ""
    ) throws -> Supplier {
        Supplier(
            id: try #require(Supplier.ID(id)), createdAt: Timestamp("2021-01-21T00:00:00Z"),
            fullname: name, avatar: Avatar(endpoint: avatar), phone: phone, company: company, email: email)
    }

    private static func check(gone: Set<String> = []) throws -> SupplierCheck {
        SupplierCheck(
            of: .standardInput, goneAvatars: gone, at: try #require(Timestamp("2026-01-01T00:00:00Z")))
    }

    /// The shared values of a second supplier after a first one.
    @Test(
        arguments: [
            (("1", "Ana Lima", "a@x.pt", "555-0101"), ("2", "Rui Sá", "b@x.pt", "555-0102"), []),
            (("1", "Ana Lima", "a@x.pt", "555-0101"), ("1", "Rui Sá", "b@x.pt", "555-0102"), [.sharedID]),
            (("1", "Ana Lima", "Ana@x.PT", "555-0101"), ("2", "Rui Sá", "aNA@X.pt", "555-0102"), [.sharedEmail]),
            (("1", "Ana Lima", "É@x.pt", "555-0101"), ("2", "Rui Sá", "é@x.pt", "555-0102"), [.sharedEmail]),
            (("1", "Ana Lima", "e@x.pt", "555-0101"), ("2", "Rui Sá", "é@x.pt", "555-0102"), []),
            (("1", "Ana Lima", "a@x.pt", "+1 (555) 0101"), ("2", "Rui Sá", "b@x.pt", "1555-01 01"), [.sharedPhone]),
            (("1", "Zoë Sá", "a@x.pt", "555-0101"), ("2", "ZOE SA", "b@x.pt", "555-0102"), [.sharedName]),
            (("1", "Ana Lima", "", "-"), ("2", "Rui Sá", "", "-"), []),
            (("1", "Sá", "", ""), ("2", "Sác", "", ""), []),
        ] as [((String, String, String, String), (String, String, String, String), [Finding.Rule])])
    func sharedValues(
        first: (String, String, String, String), second: (String, String, String, String), rules: [Finding.Rule]
    ) throws {
        var check = try Self.check()
        _ = check.findings(in: try Self.supplier(first.0, first.1, email: first.2, phone: first.3))
        let other = try Self.supplier(second.0, second.1, email: second.2, phone: second.3)
        let findings = check.findings(in: other).filter { $0.first != nil }
        #expect(findings.map(\.rule) == rules)
        #expect(findings.allSatisfy { $0.first?.fullname == first.1 && $0.first?.id.rawValue == first.0 })
    }

    @Test func everySupplierAfterTheFirstIsAFindingThatNamesTheFirst() throws {
        var check = try Self.check()
        let firsts = try ["1", "2", "3"].flatMap { id in
            check.findings(in: try Self.supplier(id, "Name \(id)", email: "a@x.pt", phone: "55501\(id)")).map(
                \.first?.id.rawValue)
        }
        #expect(firsts == ["1", "1"])
        #expect(check.count == 3)
    }

    @Test func aNameCountsTogetherWithItsCompany() throws {
        var check = try Self.check()
        _ = check.findings(in: try Self.supplier("1", "Ana Lima", company: "A"))
        let other = check.findings(in: try Self.supplier("2", "Ana Lima", company: "B"))
        let same = check.findings(in: try Self.supplier("3", "Ana Lima", company: "a"))
        #expect(!other.map(\.rule).contains(.sharedName))
        #expect(same.filter { $0.rule == .sharedName }.map(\.first?.id.rawValue) == ["1"])
    }

    @Test(arguments: [
        ("https://x.test/gone.png", true), ("https://x.test/gone.png#f", true), ("https://x.test/here.png", false),
        ("gone.png", false), ("", false),
    ])
    func anAvatarThatIsGone(avatar: String, isGone: Bool) throws {
        var check = try Self.check(gone: ["https://x.test/gone.png"])
        let findings = check.findings(in: try Self.supplier("1", "Ana Lima", avatar: avatar))
        #expect(findings.map(\.rule).contains(.goneAvatar) == isGone)
    }

    /// Ids are their bytes: two normal forms of one letter are two ids.
    @Test func tellsIDsInTwoNormalFormsApart() throws {
        func rules(_ ids: [String]) throws -> [Finding.Rule] {
            var check = try Self.check()
            return try ids.flatMap { check.findings(in: try Self.supplier($0, "Ana \($0.utf8.count)")).map(\.rule) }
        }
        #expect(try !rules(["\u{e9}", "e\u{301}"]).contains(.sharedID))
        #expect(try rules(["\u{e9}", "\u{e9}"]).contains(.sharedID))
    }
}
