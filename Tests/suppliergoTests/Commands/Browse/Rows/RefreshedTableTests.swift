import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

@Suite struct RefreshedTableTests {
    private func refreshed(_ suppliers: [Supplier], after shown: SupplierTable) -> RefreshedTable {
        var refreshed = RefreshedTable(after: shown)
        for batch in SupplierTable.rendered(suppliers, 1000) { refreshed.append(batch.bytes[...]) }
        return refreshed
    }

    @Test func findsNoDifferenceBetweenEqualTables() throws {
        let suppliers = try ["1", "2", "2"].map { try Supplier.sample(id: $0) }
        let table = refreshed(suppliers, after: SupplierTable(suppliers))
        #expect(table.isUnchanged && table.newRows.isEmpty && table.formerRows.isEmpty)
        #expect(refreshed([], after: SupplierTable()).isUnchanged)
        #expect(!refreshed(suppliers.dropLast(), after: SupplierTable(suppliers)).isUnchanged)
    }

    @Test func tellsWhatIsNewChangedAndGone() throws {
        var suppliers = try (0..<10).map { try Supplier.sample(id: "\($0)") }
        let shown = SupplierTable(suppliers)
        suppliers[6] = try .sample(id: "6", fullname: "changed")
        suppliers.remove(at: 3)
        suppliers.insert(try .sample(id: "new"), at: 0)
        let table = refreshed(suppliers, after: shown)
        #expect(table.newRows == [0, 6] && table.formerRows == [3, 6] && !table.isUnchanged)
    }

    /// Rows that are not shared may be equal: the comparison of catalogs finds that out.
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
            let table = refreshed(changed, after: SupplierTable(suppliers))
            #expect(table.table.suppliers == changed)
            let (new, former) = (Set(table.newRows.map { Row($0) }), Set(table.formerRows.map { Row($0) }))
            let kept = changed.indices.filter { !new.contains($0) }.map { changed[$0] }
            #expect(kept == suppliers.indices.filter { !former.contains($0) }.map { suppliers[$0] })
            #expect(new.count < 120 && former.count < 120, "\(generator.random.seed)")
        }
    }
}
