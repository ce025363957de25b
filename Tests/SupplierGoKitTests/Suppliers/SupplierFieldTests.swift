import SupplierGoTesting
import Testing

@testable import SupplierGoKit

@Suite struct SupplierFieldTests {
    @Test(arguments: [
        ("name", Supplier.Field.fullname), ("FullName", .fullname), ("company", .company), ("EMAIL", .email),
        ("phone", .phone), ("id", .id),
    ])
    func isSearchedByItsNameIgnoringCase(name: String, field: Supplier.Field) {
        #expect(Supplier.Field.searchable(named: name) == field)
    }

    @Test(arguments: ["", "avatar", "createdAt", "names", "https"])
    func isSearchedByNoOtherName(name: String) {
        #expect(Supplier.Field.searchable(named: name) == nil)
    }

    @Test(arguments: Supplier.Field.allCases)
    func isReadFromARecord(field: Supplier.Field) throws {
        func value(_ field: Supplier.Field) -> String {
            field == .createdAt ? "2026-11-23T09:11:16.040Z" : "the \(field.rawValue)"
        }
        let members = Supplier.Field.allCases.map { "\"\($0.rawValue)\":\"\(value($0))\"" }
        var scanner = RecordScanner()
        try scanner.scan(Array("[{\(members.joined(separator: ","))}]".utf8))
        let block = try #require(scanner.takeReady().first)
        var reader = RecordReader(block)
        #expect(try reader.supplier(at: block.roots[0])[field] == value(field))
        let range = try #require(reader.plainFields(at: block.roots[0])?[field])
        #expect(String(decoding: block.bytes[range], as: UTF8.self) == value(field))
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
