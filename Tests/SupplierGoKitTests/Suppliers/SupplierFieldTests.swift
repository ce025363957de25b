import SupplierGoTesting
import Testing

@testable import SupplierGoKit

@Suite struct SupplierFieldTests {
    @Test(arguments: [
        ("name", Supplier.Field.fullname), ("FullName", .fullname), ("company", .company), ("EMAIL", .email),
        ("phone", .phone), ("id", .id), ("created", .createdAt), ("createdAt", .createdAt),
    ])
    func isSearchedByItsNameIgnoringCase(name: String, field: Supplier.Field) {
        #expect(Supplier.Field.searchable(named: name) == field)
    }

    @Test(arguments: ["", "avatar", "dated", "names", "https"])
    func isSearchedByNoOtherName(name: String) {
        #expect(Supplier.Field.searchable(named: name) == nil)
    }

    @Test(arguments: Supplier.Field.allCases)
    func isReadFromARecord(field: Supplier.Field) throws {
        func value(_ field: Supplier.Field) -> String {
            field == .createdAt ? "2026-11-23T09:11:16.040Z" : "the \(field.rawValue)"
        }
        let members = Supplier.Field.allCases.map { "\"\($0.rawValue)\":\"\(value($0))\"" }
        let record = "{\(members.joined(separator: ","))}"
        // The second record is read by the pattern of the first one.
        let suppliers = CatalogReading("[\(record),\(record)]").batch.suppliers
        #expect(suppliers.map { $0[field] } == [value(field), value(field)])
    }

    @Test func aSetHoldsTheFieldsItWasMadeOf() {
        for field in Supplier.Field.allCases {
            #expect(Supplier.Field.allCases.filter(Supplier.EditedFields([field]).contains) == [field])
        }
        #expect(
            Supplier.EditedFields(Supplier.Field.allCases).names == [
                "id", "fullname", "company", "phone", "email", "avatar",
            ])
        #expect(Supplier.EditedFields([]).isEmpty && !Supplier.EditedFields([.avatar]).isEmpty)
    }
}
