import Testing

@testable import SupplierGoKit

/// The rules of each field.
struct SupplierFieldRulesTests {
    private func holds(_ value: String, _ field: Supplier.Field) -> Bool { field.error(in: value) == nil }

    @Test(arguments: [
        ("Ana Lima", true), ("Zoë van 't Hoff", true), ("山田 太郎", true), ("Ana", true), ("王小明", true), ("", false),
        ("  ", false), ("\u{200b}", false), ("Ana\u{1b}[2J Lima", false), ("Ana\nLima", false),
        ("Ana M\u{fffd}ller", false), ("Ana\u{85} Lima", false), ("Ana\u{2028}Lima", false),
        ("Ana\u{7f} Lima", false),
    ])
    func aFullNameIsNotEmpty(value: String, isValid: Bool) {
        #expect(holds(value, .fullname) == isValid)
    }

    @Test(arguments: [("Ana Lima", false), ("山田 太郎", false), ("Ana", true), ("王小明", true), ("Ana \u{200b}", true)])
    func warnsOfAFullNameOfOneWord(value: String, warns: Bool) {
        let warning = warns ? "fullname '\(value)' has no first and last name" : nil
        #expect(Supplier.Field.fullname.warning(of: value)?.description == warning)
        #expect(Supplier.Field.company.warning(of: value) == nil)
    }

    @Test(arguments: ["\u{202a}", "\u{202b}", "\u{202c}", "\u{202d}", "\u{202e}"])
    func noFieldReversesText(character: String) {
        for field in Supplier.Field.editable {
            #expect(field.error(in: "Ana \(character) Lima")?.reason == "has a character that reverses text")
        }
        #expect(holds("Ana \u{2067}Lima\u{2069}", .fullname))
    }

    @Test(arguments: [("Lima & Filhos", true), ("X", true), ("", true), ("A\u{0}B", false)])
    func aCompanyIsAnyText(value: String, isValid: Bool) {
        #expect(holds(value, .company) == isValid)
    }

    @Test(arguments: [
        ("+351 21 555 0199", true), ("555.0121 x21", true), ("", true), ("112", true), ("1-2-3", true),
        ("030/12 34 56 or 78", true), ("0800-FLOWERS", true), ("٠١٢", true), ("555\u{a0}0121", true), ("12", false),
        ("call me", false), ("-", false), ("½½½", false), ("555\n0121", false),
    ])
    func aTelephoneNumberHasThreeDigits(value: String, isValid: Bool) {
        #expect(holds(value, .phone) == isValid, "\(value)")
    }

    @Test(arguments: [
        "030 123-4567/8", "030/1234567", "+49 3641 / 1234567", "+49 (0) 3641 / 1234567", "+49 (0)30 1234567-0",
        "1-789-686-0305 x123", "555 0123 ext. 45678", "033203 / 123456", "0049 211 / 1234567", "+49 30 123456 78901",
        "+86-21-12345678-8001", "011-49-89-1234567-123", "+49 (0) 35205/597-1234", "(02) 9876-5432 ext 1234567",
        "0 (212) 345 67 89-90-91-92", "+1 646 558 8656,,94512345678#", "030 1234567 or -8", "Tel. (030) 123 45 67",
        "٠٣٠ ١٢٣٤٥٦٧",
    ])
    func oneTelephoneNumber(value: String) {
        #expect(holds(value, .phone), "\(value)")
    }

    @Test(arguments: [
        "030 1234567 / 0171 1234567", "030 1234567/0171 1234567", "+49 30 123456, +49 171 123456",
        "030 123456 oder 0171 1234567", "030 1234567; 0171 1234567", "030 1234567 | 0171 1234567",
        "+49 30 123456 +49 171 123456", "(030) 1234567 & (0171) 1234567", "030 1234567 0171 1234567",
        "030 1234567 (home) 0171 1234567 (mobile)", "555-0121 x1 / 555-0122 x2 / 5550123", "555–0121 – / 555–0122",
        "٠٣٠ ١٢٣٤٥٦٧ / ٠١٧١ ١٢٣٤٥٦٧",
    ])
    func severalTelephoneNumbersAreNone(value: String) {
        let error = SupplierEdits.Edit.FieldError(.phone, "'\(value)' has a second number")
        #expect(Supplier.Field.phone.error(in: value) == error, "\(value)")
    }

    @Test(arguments: [
        "ana@example.com", "a@b.co", "ana.lima+tag@sub.example.com", "!#$%&'*+-/=?^_`{|}~@example.com",
        "müller@bücher.example", "用户@例子.广告", "o'neil@x.example", "दीपक@उदाहरण.भारत", "ana@xn--bcher-kva.example", "",
    ])
    func takesAddresses(address: String) {
        #expect(holds(address, .email), "\(address)")
    }

    @Test(arguments: [
        ("ana", "has no @"), ("ana@b@example.com", "has more than one @"), ("@example.com", "has nothing before the @"),
        ("ana@example", "has a domain without a dot"), ("ana.lima@example", "has a domain without a dot"),
        ("ana @example.com", "has a space"), ("ana@exa\u{2003}mple.com", "has a space"),
        ("ana@", "has no valid domain"),
        ("ana@.example.com", "has no valid domain"), ("ana@example.com.", "has no valid domain"),
        ("ana@example.com,b@c.de", "has more than one @"), ("a\u{0}@example.com", "has a control character"),
        ("m\u{fffd}@example.com", "is not valid UTF-8"), ("mailto:ana@example.com", "has a ':'"),
        ("“ana@x.example”", "has a '“'"), ("ana@x.example’", "has a '’'"), ("ana@x.example…", "has no valid domain"),
        ("ana@x.example。", "has no valid domain"), ("ana@x.example\u{200b}", "has an invisible character"),
        ("\u{feff}ana@x.example", "has an invisible character"),
        ("ana@x.exam\u{ad}ple", "has an invisible character"),
        ("<ana@example.com>", "has a '<'"), ("ana@example.com,", "has a ','"), ("ana@example.com;", "has a ';'"),
    ])
    func saysWhatIsWrongWithAnAddress(address: String, reason: String) {
        let fault = Supplier.Field.email.error(in: address)
        #expect([reason, "'\(address)' \(reason)"].contains(fault?.reason), "\(address)")
    }

    @Test(arguments: [
        ("https://a.example/1.png", true), ("http://a.example/1.png?s=2", true), ("file:///home/ana/a%20b.png", true),
        ("", true), ("ftp://a.example/1.png", false), ("https://", false), ("javascript:alert(1)", false),
        ("data:image/png;base64,AA", false), ("https://kim:secret@a.example/1.png", false),
        ("https://kim@a.example/1.png", false), ("https://kim:it's@a.example/1.png", false),
        ("https://a.example/get/https://kim@b.example/1.png", true),
        ("https://a.example/@kim.png", true), ("1.png", false),
        ("https://a.example/1 2.png", false),
        ("https://a.example/\u{1b}", false), ("file:1.png", false),
    ])
    func anAvatarIsAURL(value: String, isValid: Bool) {
        #expect(holds(value, .avatar) == isValid, "\(value)")
    }

    @Test func tellsAllFaultsAtOnce() throws {
        var edits = SupplierEdits()
        let now = try #require(Timestamp("2026-11-23T09:00:00Z"))
        let expected = SupplierEdits.Edit.Error.fields([
            SupplierEdits.Edit.FieldError(.fullname, "is empty"),
            SupplierEdits.Edit.FieldError(.phone, "'x' has fewer than 3 digits"),
        ])
        #expect(throws: expected) { try edits.add(Supplier.ID(1), [.phone: "x"], at: now) }
        #expect(edits.isEmpty)
        #expect("\(expected)" == "fullname is empty; phone 'x' has fewer than 3 digits")
    }
}
