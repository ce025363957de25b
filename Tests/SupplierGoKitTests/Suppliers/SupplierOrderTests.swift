import Testing

@testable import SupplierGoKit

@Suite struct SupplierOrderTests {
    static func supplier(
        _ id: String, name: String = "n", company: String = "c", email: String = "e", at time: String = "12:00:00Z"
    ) throws -> Supplier {
        Supplier(
            id: try #require(Supplier.ID(id)), createdAt: Timestamp("2021-01-21T\(time)"), fullname: name,
            avatar: nil, phone: "p", company: company, email: email)
    }

    static func ids(_ suppliers: [Supplier]) -> [String] { suppliers.map(\.id.rawValue) }

    @Test func ordersByEachField() throws {
        let suppliers = [
            try Self.supplier("10", name: "bob", company: "Zeta", email: "B@x", at: "12:00:00Z"),
            try Self.supplier("9", name: "Ada", company: "alpha", email: "c@x", at: "13:30:00+02:00"),
            try Self.supplier("x", name: "CYD", company: "Mid", email: "a@x", at: "12:00:00.5Z"),
        ]
        let expected: [SupplierOrder: [String]] = [
            .feed: ["10", "9", "x"], .name: ["9", "10", "x"], .company: ["9", "x", "10"],
            .created: ["9", "10", "x"], .email: ["x", "10", "9"], .id: ["9", "10", "x"],
        ]
        for order in SupplierOrder.allCases {
            let ids = try #require(expected[order])
            #expect(Self.ids(order.sorted(suppliers)) == ids, "\(order)")
            #expect(Self.ids(order.sorted(suppliers, reversed: true)) == ids.reversed(), "\(order)")
            for (index, left) in suppliers.enumerated() {
                for (other, right) in suppliers.enumerated() where order != .feed {
                    let isBefore =
                        try #require(ids.firstIndex(of: left.id.rawValue)) < #require(
                            ids.firstIndex(of: right.id.rawValue))
                    #expect(order.areInIncreasingOrder(left, right) == (isBefore && index != other))
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

    @Test(arguments: SupplierOrder.allCases.filter { $0 != .feed && $0 != .id })
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
            order.appendSortKey(ofField: text, by: .folded, to: &key)
            return key
        }
        for (left, right) in zip(texts, texts.dropFirst()) {
            #expect(key(left, .created).lexicographicallyPrecedes(key(right, .created)), "\(left) \(right)")
        }
        #expect(key(texts[3], .created) == key("2021-01-21T11:30:00.0Z", .created))
        #expect(key("Zoë", .name) == Array("zoe".utf8))
        #expect(key("9", .id).lexicographicallyPrecedes(key("10", .id)))
    }

    @Test func isNamedAsOnTheCommandLine() {
        #expect(SupplierOrder.allCases.map(\.rawValue) == ["feed", "name", "company", "created", "email", "id"])
    }
}
