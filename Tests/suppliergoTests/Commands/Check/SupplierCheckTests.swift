import Testing

@testable import SupplierGoKit
@testable import suppliergo

@Suite struct SupplierCheckTests {
    private static func supplier(
        _ id: String, _ name: String, email: String = "", phone: String = "", company: String = "c", avatar: String = ""
    ) throws -> Supplier {
        Supplier(
            id: try #require(Supplier.ID(id)), createdAt: Timestamp("2021-01-21T00:00:00Z"),
            fullname: name, avatar: Avatar(endpoint: avatar), phone: phone, company: company, email: email)
    }

    private static func findings(in suppliers: [Supplier], gone: Set<String> = []) throws -> [Finding] {
        let now = try #require(Timestamp("2026-01-01T00:00:00Z"))
        let matcher = QueryMatcher("") { _ in false }
        var check = SupplierCheck()
        // Each in a batch of its own.
        let findings = suppliers.flatMap { supplier in
            let evaluator = RuleEvaluator(
                matcher: matcher, resolver: EndpointResolver(against: .standardInput),
                goneAvatars: Set(gone.map(CacheKey.init(avatarAt:))), now: now)
            var rendered = RenderedSuppliers()
            rendered.append(supplier, by: evaluator)
            return check.check(rendered).findings
        }
        return findings + check.remaining()
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
            (("1", "Müller, Anna", "a@x.pt", "1"), ("2", "ANNA  Muller", "b@x.pt", "2"), [.sharedName]),
            (("1", "Jean-Luc O’Neil", "", ""), ("2", "O'Neil, Jean–Luc", "", ""), [.sharedName]),
            (("1", "王・小明", "", ""), ("2", "小明 王", "", ""), [.sharedName]),
            (("1", "Ana Ana Lima", "", ""), ("2", "Ana Lima", "", ""), []),
            (("1", "-", "", ""), ("2", "--", "", ""), []),
            (("1", "Ana Lima", "", "-"), ("2", "Rui Sá", "", "-"), []),
            (("1", "Sá", "", ""), ("2", "Sác", "", ""), []),
        ] as [((String, String, String, String), (String, String, String, String), [Finding.Rule])])
    func sharedValues(
        first: (String, String, String, String), second: (String, String, String, String), rules: [Finding.Rule]
    ) throws {
        let suppliers = try [first, second].map { try Self.supplier($0.0, $0.1, email: $0.2, phone: $0.3) }
        let findings = try Self.findings(in: suppliers).filter { $0.first != nil }
        #expect(findings.map(\.rule) == rules)
        #expect(findings.allSatisfy { $0.first?.fullname == first.1 && $0.first?.id.rawValue == first.0 })
    }

    @Test func everySupplierAfterTheFirstIsAFindingThatNamesTheFirst() throws {
        let suppliers = try ["1", "2", "3"].map { id in
            try Self.supplier(id, "Name \(id)", email: "a@x.pt", phone: "55501\(id)")
        }
        #expect(try Self.findings(in: suppliers).map(\.first?.id.rawValue) == ["1", "1"])
    }

    @Test func aFieldThatNoneHasIsOneFinding() throws {
        let suppliers = try ["1", "2", "3"].map { try Self.supplier($0, "Name \($0)", email: "\($0)@x.pt") }
        #expect(try Self.findings(in: suppliers) == [Finding(subject: nil, rule: .phone, value: "")])
        #expect(try Self.findings(in: [suppliers[0]]).map(\.subject?.id.rawValue) == ["1"])
        let one = try Self.supplier("4", "Name 4", email: "4@x.pt", phone: "5550104")
        let findings = try Self.findings(in: suppliers + [one, Self.supplier("5", "Name 5")])
        #expect(findings.map(\.rule) == [.phone, .phone, .phone, .email, .phone])
        #expect(findings.map(\.subject?.id.rawValue) == ["1", "2", "3", "5", "5"])
    }

    @Test func aNameCountsTogetherWithItsCompany() throws {
        let suppliers = try [("1", "A & Co."), ("2", "B"), ("3", "co a"), ("4", "A"), ("5", "")].map { id, company in
            try Self.supplier(id, "Ana Lima", company: company)
        }
        let swapped = try Self.supplier("6", "A Co", company: "Ana Lima")
        let findings = try Self.findings(in: suppliers + [swapped]).filter { $0.rule == .sharedName }
        #expect(findings.map(\.subject?.id.rawValue) == ["3"])
        #expect(findings.map(\.first?.id.rawValue) == ["1"])
    }

    @Test(arguments: [
        ("https://x.test/gone.png", true), ("https://x.test/gone.png#f", true), ("https://x.test/here.png", false),
        ("gone.png", false), ("", false),
    ])
    func anAvatarThatIsGone(avatar: String, isGone: Bool) throws {
        let supplier = try Self.supplier("1", "Ana Lima", avatar: avatar)
        let findings = try Self.findings(in: [supplier], gone: ["https://x.test/gone.png"])
        #expect(findings.map(\.rule).contains(.goneAvatar) == isGone)
    }

    /// Ids are their bytes: two normal forms of one letter are two ids.
    @Test func tellsIDsInTwoNormalFormsApart() throws {
        func rules(_ ids: [String]) throws -> [Finding.Rule] {
            try Self.findings(in: try ids.map { try Self.supplier($0, "Ana \($0.utf8.count)") }).map(\.rule)
        }
        #expect(try !rules(["\u{e9}", "e\u{301}"]).contains(.sharedID))
        #expect(try rules(["\u{e9}", "\u{e9}"]).contains(.sharedID))
    }
}
