import Testing

@testable import SupplierGoKit

struct DeliveredSuppliersTests {
    private func supplier(_ number: Int) throws -> Supplier {
        try #require(Supplier(firstRecordOf: Array(Record.text("\(number)").utf8)))
    }

    @Test func leavesEachOutAsOftenAsItWasDelivered() throws {
        var delivered = CatalogDelivery.DeliveredSuppliers()
        #expect(delivered.isEmpty)
        delivered.note([Supplier.ID(1), Supplier.ID(2), Supplier.ID(2)], of: 3)
        #expect(!delivered.isEmpty)
        let suppliers = try [2, 3, 2, 1, 2].map(supplier)
        #expect(delivered.leavingOut(of: suppliers).map(\.id.rawValue) == ["3", "2"])
    }

    @Test func givesUpWhereNotAllAreKnown() throws {
        var delivered = CatalogDelivery.DeliveredSuppliers()
        delivered.note([Supplier.ID(1)], of: 2)
        #expect(!delivered.isComplete)
        delivered.note([Supplier.ID(1)], of: 1)
        #expect(!delivered.isComplete)
        #expect(try delivered.leavingOut(of: [supplier(1)]).count == 1)
    }

    @Test func knowsNoMoreThanItsLimit() {
        var delivered = CatalogDelivery.DeliveredSuppliers()
        let ids = (1...CatalogDelivery.DeliveredSuppliers.limit).map { Supplier.ID($0) }
        delivered.note(ids, of: ids.count)
        #expect(delivered.isComplete)
        delivered.note([Supplier.ID(0)], of: 1)
        #expect(!delivered.isComplete)
    }
}
