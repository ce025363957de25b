import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

@Suite struct RefreshedTableTests {
    private func supplier(_ id: String, _ name: String = "n") throws -> Supplier {
        try .sample(id: id, fullname: name)
    }

    private func table(_ ids: [String]) throws -> SupplierTable {
        SupplierTable(try ids.map { try supplier($0) })
    }

    @Test func findsNoDifferenceBetweenEqualTables() throws {
        let shown = try table(["1", "2", "2"])
        for refreshed in [shown, try table(["1", "2", "2"])] {
            let map = RefreshedTable(refreshed.suppliers, after: shown).map
            #expect(map.isUnchanged && map.formerDiffering.isEmpty)
            #expect((0..<3).map { map.newRow(of: $0) } == [0, 1, 2])
        }
        #expect(RefreshedTable([], after: SupplierTable()).map.isUnchanged)
    }

    @Test func tellsWhatIsNewChangedAndGone() throws {
        let shown = try table(["1", "2", "3", "4"])
        var suppliers = [try supplier("5"), try supplier("1"), try supplier("4", "changed"), try supplier("3")]
        let map = RefreshedTable(suppliers, after: shown).map
        #expect(map.differing == [0, 2] && map.formerDiffering == [1, 3])
        #expect((0..<4).map { map.newRow(of: $0) } == [1, nil, 3, 2])
        #expect((0..<4).map { map.nearestNewRow(of: $0) } == [1, 3, 3, 2])
        #expect(!map.isUnchanged)
        suppliers.removeAll()
        let all = RefreshedTable(suppliers, after: shown).map
        #expect(all.formerDiffering == [0, 1, 2, 3] && all.nearestNewRow(of: 1) == nil && !all.isUnchanged)
    }

    @Test(arguments: [
        (["1", "2"], ["1"], [0, nil]), (["1"], ["1", "2"], [0]), (["1", "2"], ["2"], [nil, 0]),
        (["1", "2"], ["2", "1"], [1, 0]), (["1"], ["2"], [nil]), (["1", "1"], ["1"], [0, nil]),
        (["1", "1", "2"], ["2", "1", "1"], [1, 2, 0]), (["1", "2", "1"], ["2", "1", "1"], [2, 0, 1]),
        (["1"], ["1", "1"], [0]), ([], ["1"], []), (["1"], [], [nil]),
    ])
    func findsWhereSuppliersAreNow(shown: [String], refreshed: [String], newRows: [Int?]) throws {
        let map = RefreshedTable(try table(refreshed).suppliers, after: try table(shown)).map
        #expect(shown.indices.map { map.newRow(of: $0) } == newRows)
        #expect(map.formerDiffering.count == newRows.count { $0 == nil })
        #expect(map.differing.count == refreshed.count - newRows.count { $0 != nil })
    }

    @Test func givesTheLastRowWhereAllAfterAreGone() throws {
        let map = RefreshedTable(try table(["0", "1"]).suppliers, after: try table(["1", "2", "3"])).map
        #expect(map.nearestNewRow(of: 2) == 1)
    }

    @Test func removesSuppliersAndPutsThemBack() throws {
        let shown = try table(["0", "1", "2", "3", "4"])
        let suppliers = shown.suppliers
        let gone = RefreshedTable(
            after: shown, applying: [4, 0, 1].map { .init(row: $0, isThere: true, supplier: nil) })
        #expect(gone.table.suppliers == Array(suppliers[2...3]) && gone.map.formerDiffering == [0, 1, 4])
        #expect((0..<5).map { gone.map.newRow(of: $0) } == [nil, nil, 0, 1, nil])
        let back = RefreshedTable(
            after: gone.table, applying: [1, 4, 0].map { .init(row: $0, isThere: false, supplier: suppliers[$0]) })
        #expect(back.table.suppliers == suppliers && back.map.differing == [0, 1, 4])
        #expect(back.map.formerDiffering.isEmpty && (0..<2).map { back.map.newRow(of: $0) } == [2, 3])
    }

    @Test func pairsEverySupplierOnce() throws {
        var generator = SupplierGenerator(random: SeededRandom())
        for _ in 0..<20 {
            let suppliers = try generator.suppliers(2500)
            var changed = suppliers
            for _ in 0..<Int.random(in: 0..<4, using: &generator.random) {
                let index = Int.random(in: 0..<changed.count, using: &generator.random)
                switch Int.random(in: 0..<3, using: &generator.random) {
                case 0: changed.remove(at: index)
                case 1: changed.insert(try generator.supplier(index), at: index)
                default: changed[index] = try generator.supplier(index)
                }
            }
            let shown = SupplierTable(suppliers)
            let refreshed = RefreshedTable(changed, after: shown)
            #expect(refreshed.table.suppliers == changed)
            let map = refreshed.map
            var unpaired = Set(changed.indices)
            for (row, supplier) in suppliers.enumerated() {
                guard let newRow = map.newRow(of: row) else { continue }
                #expect(changed[newRow].id == supplier.id && unpaired.remove(newRow) != nil)
                #expect(map.differing.contains(UInt32(newRow)) == (changed[newRow] != supplier))
            }
            #expect(unpaired.isSubset(of: map.differing.map { Int($0) }), "\(generator.random.seed)")
            for row in Set(0..<UInt32(suppliers.count)).subtracting(map.formerDiffering).map({ Int($0) }) {
                #expect(map.newRow(of: row).map { changed[$0] } == suppliers[row])
            }
            #expect(map.isUnchanged == (suppliers == changed))
        }
    }
}
