import Testing

@testable import SupplierGoKit

@Suite struct SupplierOrderTests {
    static func supplier(
        _ id: String, name: String = "n", company: String = "c", email: String = "e", phone: String = "p",
        at time: String = "12:00:00Z"
    ) throws -> Supplier {
        Supplier(
            id: try #require(Supplier.ID(id)), createdAt: Timestamp("2021-01-21T\(time)"), fullname: name,
            avatar: nil, phone: phone, company: company, email: email)
    }

    static func ids(_ suppliers: [Supplier]) -> [String] { suppliers.map(\.id.rawValue) }

    @Test func ordersByEachField() throws {
        let suppliers = [
            try Self.supplier("10", name: "bob", company: "Zeta", email: "B@x", phone: "3", at: "12:00:00Z"),
            try Self.supplier("9", name: "Ada", company: "alpha", email: "c@x", phone: "1", at: "13:30:00+02:00"),
            try Self.supplier("x", name: "CYD", company: "Mid", email: "a@x", phone: "2", at: "12:00:00.5Z"),
        ]
        let expected: [SupplierOrder: [String]] = [
            .catalog: ["10", "9", "x"], .name: ["9", "10", "x"], .company: ["9", "x", "10"],
            .created: ["9", "10", "x"], .email: ["x", "10", "9"], .phone: ["9", "x", "10"], .id: ["9", "10", "x"],
        ]
        for order in SupplierOrder.named {
            let ids = try #require(expected[order])
            #expect(Self.ids(order.sorted(suppliers)) == ids, "\(order)")
            #expect(Self.ids(order.sorted(suppliers, reversed: true)) == ids.reversed(), "\(order)")
            for (index, left) in suppliers.enumerated() {
                for (other, right) in suppliers.enumerated() where order != .catalog && other != index {
                    let isBefore =
                        try #require(ids.firstIndex(of: left.id.rawValue)) < #require(
                            ids.firstIndex(of: right.id.rawValue))
                    #expect((order.sorted([right, left]) == [left, right]) == isBefore)
                }
            }
        }
    }

    @Test func ordersIntegersBeforeText() throws {
        let ids = ["b", "100", "A", "-5", "20", "0x1", "1.5", "18446744073709551616", "a2", "007"]
        let suppliers = try ids.map { try Self.supplier($0) }
        let sorted = ["-5", "007", "20", "100", "18446744073709551616", "0x1", "1.5", "A", "a2", "b"]
        #expect(Self.ids(SupplierOrder.id.sorted(suppliers)) == sorted)
    }

    @Test(arguments: SupplierOrder.named.filter { $0 != .catalog && $0 != .id })
    func keepsTheOrderOfThoseThatAreAlike(order: SupplierOrder) throws {
        let suppliers = try (0..<100).map { index in
            let text = index % 2 == 0 ? "Same" : "sAME"
            return try Self.supplier("\(index)", name: text, company: text, email: text)
        }
        #expect(order.sorted(suppliers) == suppliers)
        #expect(order.sorted(suppliers, reversed: true) == suppliers)
    }

    @Test func keepsTheOrderOfIdsThatAreAlike() throws {
        let suppliers = try ["7", "07", "+7", "x", "X"].map { try Self.supplier($0) }
        #expect(SupplierOrder.id.sorted(suppliers) == suppliers)
        #expect(Self.ids(SupplierOrder.id.sorted(suppliers, reversed: true)) == ["x", "X", "7", "07", "+7"])
    }

    @Test func makesKeysOfAFieldsText() throws {
        let texts = [
            "0000-01-01T00:00:00Z", "1969-12-31T23:59:59.999999999Z", "1970-01-01T00:00:00Z",
            "2021-01-21T13:30:00+02:00", "2021-01-21T11:30:00.000000001Z", "2021-01-21T12:00:00Z",
            "9999-12-31T23:59:59Z",
        ]
        func key(_ text: String, _ order: SupplierOrder) -> [UInt8] {
            var key: [UInt8] = []
            let text = Array(text.utf8), none = 0..<0, all = 0..<text.count
            let fields = FieldRanges(
                id: all, createdAt: all, fullname: all, company: none, email: none, phone: none, avatar: nil)
            order.appendSortKey(of: fields, in: text.span, by: .folded, reversed: false, to: &key)
            return key
        }
        for (left, right) in zip(texts, texts.dropFirst()) {
            #expect(key(left, .created).lexicographicallyPrecedes(key(right, .created)), "\(left) \(right)")
        }
        #expect(key(texts[3], .created) == key("2021-01-21T11:30:00.0Z", .created))
        #expect(key("Zoë", .name) == Array("zoe\0".utf8))
        #expect(key("9", .id).lexicographicallyPrecedes(key("10", .id)))
    }

    @Test func isNamedAsOnTheCommandLine() {
        for text in ["feed", "name", "company,created,email,phone,id", "vat", "address.city,name"] {
            #expect(SupplierOrder(text)?.description == text)
        }
        for text in ["", "name,", ",name", "name,name", "feed,name", "name,feed", "vat,vat"] {
            #expect(SupplierOrder(text) == nil, "\(text)")
        }
        #expect(SupplierOrder("company") == .company && SupplierOrder("createdAt") == .created)
        let listed = SupplierOrder(#"name, a\, b"#)
        #expect(listed?.otherPaths == ["a, b"] && listed?.description == #"name,a\, b"#)
        #expect(SupplierOrder("avatar")?.description == "avatar" && SupplierOrder("name,fullname") == nil)
    }

    @Test func comparesByTheNextFieldOnlyThoseThatAreAlike() throws {
        let order = try #require(SupplierOrder("company,id"))
        let pairs = [
            ("a", "2"), ("a", "10"), ("A", "256"), ("a", "257"), ("a\0", "1"), ("ab", "1"), ("b", "-1"), ("b", "0"),
        ]
        let suppliers = try pairs.map { try Self.supplier($1, company: $0) }
        #expect(order.sorted(suppliers.reversed()) == suppliers)
    }

    @Test func ordersOtherFieldsNumbersFirst() throws {
        let values = [
            "-2e400", "-1E400", "-1e40", "-10.5", "\"-10\"", "-1e-20", "-1e-400", "-0.0",
            "1e-400", "0.05", "0.25", "0.5", "[[]]", "\"1.75\"", "[{},1]", "\"+2.5\"", "10", "255.5", "256",
            "9007199254740992.5", "9007199254740993", "9007199254740994", "34028236692093846346337460743176821",
            "34028236692093846346337460743176821.5", "340282366920938463463374607431768211457", "1e39", "1.00001e39",
            "1e40", "1e400", "0.1e402", "1e99999",
            "1e999999999999999999999", "\"1e3\"", "\"a\"", "\"B\"", "true", "null", "\"\"", "{}",
        ]
        let suppliers = try values.enumerated().map { index, value in
            var supplier = try Self.supplier("\(index)")
            supplier.otherFields = Supplier.OtherFields(json: Array("\"x\":\(value)".utf8))
            return supplier
        }
        let order = try #require(SupplierOrder("x,id"))
        let sorted = order.sorted(suppliers.reversed())
        #expect(Self.ids(sorted) == Self.ids(suppliers))
        let (present, missing) = (suppliers.dropLast(3), suppliers.suffix(3))
        let reversed = try #require(SupplierOrder("x")).sorted(suppliers, reversed: true)
        #expect(Self.ids(reversed) == Self.ids(present.reversed() + missing))
    }

    @Test(arguments: [
        ("1e400", "x:1e400..1e400", true), ("1e400", "x:2e400..", false), ("1e400", "x:1e39..", true),
        ("9007199254740992.5", "x:9007199254740993..", false), ("9007199254740992.50", "x:9007199254740992.5..", true),
        ("-0", "x:0..0", true), ("0e999999999999999999999", "x:0..-0.0", true), ("0.000", "x:..-1e-400", false),
        ("100", "x:1e2..1.0E+2", true),
        ("99", "x:0x10..", false), ("99", "x:1e..", false), ("99", "x:inf..", false), ("99", "x:.5..", true),
        ("99", "x:...", false), ("12345678901234567890123456789012345678", "x:12345678901234567890..", true),
    ])
    func queriesCompareNumbersOfAnySizeAsOrdersDo(value: String, query: String, isFound: Bool) throws {
        var supplier = try Self.supplier("1")
        let json = Array("\"x\":\(value)".utf8)
        supplier.otherFields = Supplier.OtherFields(json: json, exportedByteCount: json.count)
        #expect(SupplierQuery(query).matches(supplier) == isFound)
    }
}
