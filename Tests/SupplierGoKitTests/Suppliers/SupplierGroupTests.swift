import Testing

@testable import SupplierGoKit

@Suite struct SupplierGroupTests {
    @Test func putsTheLargestCompanyFirstAndThoseOfOneSizeByName() throws {
        let companies = ["b", "Zeta", "Ä", "Zeta", "b", "c", "", "Zeta"]
        let suppliers = try companies.enumerated().map {
            try SupplierOrderTests.supplier("\($0.offset)", company: $0.element)
        }
        let groups = SupplierGroup.byCompany(suppliers)
        #expect(groups.map(\.company) == ["Zeta", "b", "", "Ä", "c"])
        #expect(groups.map { $0.suppliers.map(\.id.rawValue) } == [["1", "3", "7"], ["0", "4"], ["6"], ["2"], ["5"]])
        #expect(SupplierGroup.byCompany(suppliers, collation: .bytes).map(\.company) == ["Zeta", "b", "", "c", "Ä"])
        #expect(SupplierGroup.byCompany([]).isEmpty)
    }

    @Test func takesOnlyWhatIsWrittenAlikeForOneCompany() throws {
        let suppliers = try ["Acme", "ACME", "acme "].map { try SupplierOrderTests.supplier($0, company: $0) }
        #expect(SupplierGroup.byCompany(suppliers).count == 3)
    }
}
