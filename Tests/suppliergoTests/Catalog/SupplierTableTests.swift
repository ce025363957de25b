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
        #expect(table.text(of: .fullname, at: 0) == text)
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

    @Test func findsNoDifferenceBetweenEqualTables() throws {
        let suppliers = try ["1", "2", "2"].map { try Supplier.sample(id: $0) }
        let (table, former) = (SupplierTable(suppliers), SupplierTable(suppliers))
        #expect(table.isEqual(to: former) && SupplierTable().isEqual(to: SupplierTable()))
        #expect(table.differences(from: former) == ([], []) && table.differences(from: table) == ([], []))
        #expect(!table.isEqual(to: SupplierTable(suppliers.dropLast())))
        #expect(table.differences(from: SupplierTable(suppliers.dropLast())) == ([], [2]))
        #expect(!table.isEqual(to: SupplierTable(suppliers.reversed())))
    }

    @Test func tellsWhatIsNewChangedAndGone() throws {
        var suppliers = try (0..<10).map { try Supplier.sample(id: "\($0)") }
        let former = SupplierTable(suppliers)
        suppliers[6] = try .sample(id: "6", fullname: "changed")
        suppliers.remove(at: 3)
        suppliers.insert(try .sample(id: "new"), at: 0)
        #expect(SupplierTable(suppliers).differences(from: former) == ([3, 6], [0, 6]))
    }

    /// Many of the rows move.
    @Test func findsNoMoreThanDiffersIfEachSupplierHasItsOwnID() throws {
        var random = SeededRandom()
        for _ in 0..<20 {
            let suppliers = try (0..<2500).map { try Supplier.sample(id: "\($0)") }
            var changed = suppliers
            for number in 0..<Int.random(in: 0..<40, using: &random) {
                let index = Int.random(in: 0..<changed.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: changed.remove(at: index)
                case 1: changed.insert(try .sample(id: "new \(number)"), at: index)
                case 2: changed[index] = try .sample(id: changed[index].id.rawValue, fullname: "Changed \(number)")
                default: changed.append(changed.remove(at: index))
                }
            }
            let (former, new) = SupplierTable(changed).differences(from: SupplierTable(suppliers))
            let (before, after) = (Set(suppliers), Set(changed))
            #expect(former == suppliers.indices.filter { !after.contains(suppliers[$0]) }, "\(random.seed)")
            #expect(new == changed.indices.filter { !before.contains(changed[$0]) }, "\(random.seed)")
        }
    }

    /// The suppliers come from a generator that may make equal ones.
    @Test func missesNoRowThatDiffers() throws {
        var generator = SupplierGenerator(random: SeededRandom())
        for _ in 0..<20 {
            let suppliers = try generator.suppliers(2500)
            var changed = suppliers
            for _ in 0..<Int.random(in: 0..<40, using: &generator.random) {
                let index = Int.random(in: 0..<changed.count, using: &generator.random)
                switch Int.random(in: 0..<3, using: &generator.random) {
                case 0: changed.remove(at: index)
                case 1: changed.insert(try generator.supplier(index), at: index)
                default: changed[index] = try generator.supplier(index)
                }
            }
            let (former, new) = SupplierTable(changed).differences(from: SupplierTable(suppliers))
            let (formerRows, newRows) = (Set(former), Set(new))
            let kept = changed.indices.filter { !newRows.contains($0) }.map { changed[$0] }
            let keptBefore = suppliers.indices.filter { !formerRows.contains($0) }.map { suppliers[$0] }
            #expect(kept.count == keptBefore.count && Set(kept) == Set(keptBefore), "\(generator.random.seed)")
        }
    }

    @Test(arguments: [
        (["1", "2"], ["1"], [0, nil]), (["1"], ["1", "2"], [0]), (["1", "2"], ["2"], [nil, 0]),
        (["1", "2"], ["2", "1"], [1, 0]), (["1"], ["2"], [nil]), (["1", "1", "2"], ["1", "1", "2"], [0, 1, 2]),
        (["1", "1", "2"], ["0", "1", "1", "2"], [1, 2, 3]), ([], ["1"], []), (["1"], [], [nil]),
    ])
    func findsSuppliersOfAnotherTable(former: [String], ids: [String], rows: [Row?]) throws {
        func table(_ ids: [String]) throws -> SupplierTable { SupplierTable(try ids.map { try .sample(id: $0) }) }
        let found = try table(ids).rows(of: Array(former.indices), in: try table(former))
        #expect(former.indices.map { found[$0] } == rows)
    }

    /// Rows with one id are told apart by their order, also if only some of them are looked for.
    @Test func findsTheSecondOfTwoWithOneID() throws {
        func table(_ ids: String...) throws -> SupplierTable { SupplierTable(try ids.map { try .sample(id: $0) }) }
        #expect(try table("new", "0", "x", "x").rows(of: [2], in: try table("0", "x", "x")) == [2: 3])
        #expect(try table("x", "x").rows(of: [1, 2], in: try table("x", "x", "y")) == [1: 1])
    }

    @Test func findsSuppliersThatAreFarFromWhereTheyWere() throws {
        let suppliers = try (0..<3000).map { try Supplier.sample(id: "\($0)") }
        let moved = SupplierTable(suppliers.reversed().filter { $0.id != Supplier.ID(7) })
        let found = moved.rows(of: [0, 7, 1, 2999], in: SupplierTable(suppliers))
        #expect(found == [0: 2998, 1: 2997, 2999: 0])
    }

    @Test func replacesOneRow() throws {
        var suppliers = try (0..<3000).map { try Supplier.sample(id: "\($0)") }
        var table = SupplierTable(suppliers)
        for row in [0, 1, 2999, 1500] {
            suppliers[row] = try .sample(id: "\(row)", fullname: "Changed")
            let former = table
            table = former.replacing(row, with: suppliers[row])
            #expect(table.suppliers == suppliers && table != former)
        }
        suppliers.append(try .sample(id: "new"))
        table.append([suppliers[3000]])
        #expect(table.suppliers == suppliers)
    }

    @Test(.timeLimit(.minutes(1)))
    func isFilledWhereTheCatalogIsDecoded() async throws {
        var generator = SupplierGenerator(random: SeededRandom(seed: 4))
        let suppliers = try generator.suppliers(5000)
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), dataLoader: ScriptedDataLoader(suppliers: suppliers), cache: nil)
        var table = SupplierTable()
        for try await batch in loader.suppliers(renderedBy: { RowRenderer() }) {
            table.append(batch.rendered.bytes[...])
        }
        #expect(table.suppliers == suppliers)
    }
}
