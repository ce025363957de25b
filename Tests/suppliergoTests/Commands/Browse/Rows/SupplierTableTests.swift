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
        let suppliers = try generator.suppliers(3000)
        var table = SupplierTable()
        #expect(table.isEmpty)
        table.append(suppliers, batchSize: batchSize)
        #expect(table.count == 3000)
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
        var generator = SupplierGenerator(random: SeededRandom(seed: 3))
        var suppliers = try generator.suppliers(5000)
        let table = SupplierTable(suppliers)
        suppliers[2500] = try .sample(fullname: "Changed")
        var refreshed = SupplierTable(sharing: table)
        refreshed.append(suppliers, batchSize: 700)
        #expect(refreshed.suppliers == suppliers)
        #expect(refreshed.shares(0, with: table) && refreshed.shares(2047, with: table))
        #expect(!refreshed.shares(2048, with: table) && !refreshed.shares(3071, with: table))
        #expect(refreshed.shares(3072, with: table))
        #expect(!refreshed.shares(4999, with: table), "blocks that are not full are not shared")
        #expect(!SupplierTable(suppliers).shares(0, with: table))
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
