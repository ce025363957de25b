import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

@Suite struct SupplierTableTests {
    @Test(arguments: [
        "", "é\u{301}\u{1b}[31m\0", String(repeating: "x", count: 127), String(repeating: "ß", count: 9000),
    ])
    func keepsFieldsOfAnyLength(text: String) throws {
        let suppliers = [
            try Supplier.sample(fullname: text, avatar: nil),
            try Supplier.sample(id: text + "1", avatar: text, phone: text, company: text, email: text),
            try Supplier.sample(createdAt: "2021-01-21t09:11:16.5+01:30"),
        ]
        let table = SupplierTable(suppliers)
        #expect(table.suppliers == suppliers)
        #expect(table.text(of: .name, at: 0) == text)
        #expect(table.text(of: .avatar, at: 0).isEmpty && table.text(of: .avatar, at: 1) == text)
    }

    @Test(arguments: [1, 7, 1023, 1024, 1025, 5000])
    func holdsTheSameWhateverTheBatches(batchSize: Int) throws {
        var generator = SupplierGenerator(random: SeededRandom(seed: 1))
        let suppliers = try generator.suppliers(9000)
        var table = SupplierTable()
        #expect(table.isEmpty)
        table.append(suppliers, batchSize: batchSize)
        #expect(table.count == 9000)
        #expect(table.suppliers == suppliers)
    }

    @Test func aCopyKeepsItsRowsWhileTheOriginalGrows() throws {
        var generator = SupplierGenerator(random: SeededRandom(seed: 2))
        let suppliers = try generator.suppliers(1500)
        var table = SupplierTable(Array(suppliers.prefix(1000)))
        let copy = table
        table.append(Array(suppliers.dropFirst(1000)))
        #expect(copy.suppliers == Array(suppliers.prefix(1000)))
        #expect(table.suppliers == suppliers)
        #expect(copy.isContinued(by: table) && !table.isContinued(by: copy) && table.isContinued(by: table))
        #expect(!copy.isContinued(by: SupplierTable(suppliers)))
    }

    @Test func sharesTheMemoryOfRowsThatHaveNotChanged() throws {
        var suppliers = try (0..<20_000).map { try Supplier.sample(id: "\($0)") }
        let table = SupplierTable(suppliers)
        suppliers[10_000] = try .sample(id: "10000", fullname: "Changed")
        suppliers.insert(try .sample(id: "new"), at: 0)
        var refreshed = SupplierTable(sharing: table)
        refreshed.append(suppliers, batchSize: 700)
        refreshed.finish()
        #expect(refreshed.suppliers == suppliers)
        let shared = (1...20_000).filter { refreshed.shares($0, with: table, at: $0 - 1) }
        #expect(shared.count > 12_000 && !shared.contains(1) && !shared.contains(10_001))
        #expect(!refreshed.shares(0, with: table, at: 0))
        let other = SupplierTable(suppliers)
        #expect(!(1...20_000).contains { other.shares($0, with: table, at: $0 - 1) })
    }

    @Test func endsABlockWhereItsIDsDoNot() throws {
        let suppliers = try (0..<20_000).map { try Supplier.sample(id: "7", fullname: "\($0)") }
        let table = SupplierTable(suppliers)
        #expect([0, 255, 256, 8191, 8192, 19_999].allSatisfy { table.supplier(at: $0) == suppliers[$0] })
    }

    @Test(.timeLimit(.minutes(1)))
    func isFilledWhereTheCatalogIsDecoded() async throws {
        var generator = SupplierGenerator(random: SeededRandom(seed: 4))
        let suppliers = try generator.suppliers(5000)
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), dataLoader: ScriptedDataLoader(suppliers: suppliers), cache: nil)
        var table = SupplierTable()
        for try await batch in loader.suppliers(renderedBy: RowRenderer()) { table.append(batch.rendered) }
        #expect(table.suppliers == suppliers)
    }
}
