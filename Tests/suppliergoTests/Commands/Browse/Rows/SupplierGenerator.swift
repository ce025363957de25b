import SupplierGoKit
import TestSupport

@testable import suppliergo

/// Makes suppliers in which a few names, companies and letters come again and again.
struct SupplierGenerator {
    var random: SeededRandom

    private static let names = [
        "Zoë Müller", "zoe muller", "Anna O’Connell", "ANNA o'connell", "佐藤 花子", "Ρένα", "", "Bo", "Bea Bo", "Łukasz",
    ]
    private static let companies = ["Krone", "KRONE", "Straße & Söhne", "Acme", "Zeta", "", "Bo, Bea and Sons"]
    private static let times = [
        "2021-01-21T09:11:16.040Z", "2021-01-21T11:11:16.04+02:00", "1969-12-31T23:59:59Z", "2021-01-21T09:11:16Z",
        "0000-01-01T00:00:00.000000001Z", "1970-01-01T00:00:00Z",
    ]

    /// The queries that some of them match.
    static let queries = [
        "", "z", "zo", "zoe", "zoë m", "bo", "b", "company:k", "company:krone", "id:7", "7", "anna 1", "nothing", "花",
    ]

    mutating func supplier(_ number: Int) throws -> Supplier {
        try .sample(
            id: Bool.random(using: &random) ? "\(number)" : "s\(Int.random(in: 0..<50, using: &random))",
            createdAt: pick(Self.times), fullname: pick(Self.names),
            avatar: Bool.random(using: &random) ? "/\(number).png" : nil,
            phone: "+\(Int.random(in: 0..<100, using: &random))", company: pick(Self.companies),
            email: "\(Int.random(in: 0..<20, using: &random))@example.com")
    }

    mutating func suppliers(_ count: Int) throws -> [Supplier] {
        try (0..<count).map { try supplier($0) }
    }

    mutating func arrangement() -> RowArrangement {
        RowArrangement(
            query: SupplierQuery(pick(Self.queries)), order: pick(SupplierOrder.named),
            isReversed: Bool.random(using: &random), isGrouped: Int.random(in: 0..<3, using: &random) == 0)
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }
}

extension SupplierTable {
    /// Appends suppliers in batches, as a catalog's decoder delivers them.
    mutating func append(_ suppliers: [Supplier], batchSize: Int = .max) {
        for batch in Self.rendered(suppliers, batchSize) { append(batch.bytes[...]) }
    }

    /// A table of some suppliers.
    init(_ suppliers: [Supplier]) {
        self.init()
        append(suppliers)
    }

    static func rendered(_ suppliers: [Supplier], _ batchSize: Int) -> [RenderedSuppliers] {
        stride(from: 0, to: suppliers.count, by: batchSize).map { start in
            var rendered = RenderedSuppliers()
            for supplier in suppliers[start...].prefix(batchSize) { rendered.append(supplier, by: RowRenderer()) }
            return rendered
        }
    }

    /// The table with another supplier in a row, or without it.
    func replacing(_ row: Row, with supplier: Supplier?) -> SupplierTable {
        var table = SupplierTable()
        table.append(0..<row, of: self)
        if let supplier { table.append(supplier) }
        table.append(row + 1..<count, of: self)
        return table
    }

    /// All suppliers.
    var suppliers: [Supplier] { (0..<count).map { supplier(at: $0) } }
}
