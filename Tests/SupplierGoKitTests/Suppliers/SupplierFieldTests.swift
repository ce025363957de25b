import SupplierGoKit
import Testing

@Suite struct SupplierFieldTests {
    @Test(arguments: [
        ("name", SupplierField.fullname), ("FullName", .fullname), ("company", .company), ("EMAIL", .email),
        ("phone", .phone), ("id", .id),
    ])
    func isCalledByItsNameIgnoringCase(name: String, field: SupplierField) {
        #expect(SupplierField(named: name) == field)
    }

    @Test(arguments: ["", "avatar", "createdAt", "names", "https"])
    func isCalledByNoOtherName(name: String) {
        #expect(SupplierField(named: name) == nil)
    }
}
