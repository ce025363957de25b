import Testing

@testable import SupplierGoKit
@testable import suppliergo

@Suite struct CheckRulesTests {
    @Test(arguments: [
        ("ana@example.com", false), ("Ana.Lima+x@sub.example.co.uk", false), ("josé@exämple.com", false), ("", true),
        ("ana", true), ("ana@", true), ("@example.com", true), ("a@b@example.com", true), ("ana@example", true),
        ("ana @example.com", true), ("ana@example.com ", true), ("ana@.example.com", true), ("ana@example..com", true),
        ("ana\u{1}@example.com", true), ("ana\u{2003}@example.com", true), ("ana\u{fffd}@example.com", true),
    ])
    func emailAddress(email: String, isBad: Bool) {
        #expect(CheckRules.isBadEmail(email.utf8.span) == isBad)
    }

    @Test(arguments: [
        ("1-789-686-0305", false), ("+49 (0)40 1", false), ("123456", false), ("٠١٢٣٤٥", false), ("１２３４５６", false),
        ("", true), ("-", true), ("12345", true), ("1-2-3-4-5 x", true), ("unknown", true), ("½½½½½½", true),
    ])
    func phoneNumber(phone: String, isBad: Bool) {
        #expect(CheckRules.isBadPhone(phone.utf8.span) == isBad)
    }

    @Test(arguments: [
        ("Ana Lima", "Lima", false), ("Ana  Maria Lima", "", false), ("Ana\u{a0}Lima", "", false),
        ("Lima", "Lima", false), ("Lima", "Lima & Filhos", true), ("Lima", "", true), ("Lima ", "Lima", true),
        ("", "Lima", true), (" ", " ", true), ("\u{200b} Lima", "x", true), ("\t", "", true),
    ])
    func fullname(fullname: String, company: String, isBad: Bool) {
        #expect(CheckRules.isBadName(fullname.utf8.span, company: company.utf8.span) == isBad)
    }

    @Test(arguments: [
        ("2026-01-01T00:00:00Z", false), ("2026-01-01T00:00:01Z", true), ("2026-01-01T01:00:00+01:00", false),
        ("2025-12-31T23:59:59-01:00", true), ("1999-01-01T00:00:00Z", false), ("", false),
    ])
    func date(date: String, isFuture: Bool) throws {
        let now = try #require(Timestamp("2026-01-01T00:00:00Z"))
        #expect(CheckRules.isFuture(date.utf8.span, at: now) == isFuture)
    }
}
