import SupplierGoKit
import Testing

@testable import suppliergo

@Suite struct SupplierGroupTests {
    @Test func putsTheLargestCompanyFirstAndThoseOfOneSizeByName() throws {
        let companies = ["b", "Zeta", "Ä", "Zeta", "b", "c", "", "Zeta"]
        let suppliers = try companies.enumerated().map {
            try Supplier.sample(id: "\($0.offset)", company: $0.element)
        }
        let groups = SupplierOrder.Collation.folded.groups(of: suppliers, by: \.company)
        #expect(groups.map(\.company) == ["Zeta", "b", "", "Ä", "c"])
        #expect(groups.map { $0.suppliers.map(\.id.rawValue) } == [["1", "3", "7"], ["0", "4"], ["6"], ["2"], ["5"]])
        let byBytes = SupplierOrder.Collation.bytes.groups(of: suppliers, by: \.company)
        #expect(byBytes.map(\.company) == ["Zeta", "b", "", "c", "Ä"])
        #expect(SupplierOrder.Collation.folded.groups(of: [Supplier](), by: \.company).isEmpty)
    }

    @Test func takesOnlyWhatIsWrittenAlikeForOneCompany() throws {
        let suppliers = try ["Acme", "ACME", "acme "].map { try Supplier.sample(id: $0, company: $0) }
        #expect(SupplierOrder.Collation.folded.groups(of: suppliers, by: \.company).count == 3)
    }
}
