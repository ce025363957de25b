import Testing

@testable import SupplierGoKit

/// The rules of each field.
struct SupplierFieldRulesTests {
    private func holds(_ value: String, _ field: Supplier.Field, replacing original: String? = nil) -> Bool {
        field.error(in: value, replacing: original) == nil
    }

    @Test(arguments: [
        ("Ana Lima", nil, true), ("Zoë van 't Hoff", nil, true), ("山田 太郎", nil, true), ("Ana", nil, false),
        ("", nil, false), ("  ", nil, false), ("Prince", "Madonna", true), ("Prince", "Ana Lima", false),
        ("", "Madonna", false), ("Ana\u{1b}[2J Lima", nil, false), ("Ana\nLima", nil, false),
        ("Ana \u{200b}", nil, false), ("Ana M\u{fffd}ller", nil, false), ("Ana\u{85} Lima", nil, false),
        ("Ana\u{2028}Lima", nil, false), ("Ana\u{7f} Lima", nil, false),
    ])
    func aFullNameHasTwoWords(value: String, original: String?, isValid: Bool) {
        #expect(holds(value, .fullname, replacing: original) == isValid)
    }

    @Test(arguments: ["\u{202a}", "\u{202b}", "\u{202c}", "\u{202d}", "\u{202e}"])
    func noFieldReversesText(character: String) {
        for field in Supplier.Field.editable {
            #expect(
                field.error(in: "Ana \(character) Lima", replacing: nil)?.reason == "has a character that reverses text"
            )
        }
        #expect(holds("Ana \u{2067}Lima\u{2069}", .fullname))
    }

    @Test(arguments: [("Lima & Filhos", true), ("X", true), ("", false), (" ", false), ("A\u{0}B", false)])
    func aCompanyIsNotEmpty(value: String, isValid: Bool) {
        #expect(holds(value, .company) == isValid)
    }

    @Test(arguments: [
        ("+351 21 555 0199", true), ("020 555 01 13", true), ("555.0121 x21", true), ("", true), ("112", true),
        ("+49 (0)40 555-01-10", true), ("1-789-686-0305 ext. 12", true), ("+1-201-555-0123;ext=12", true),
        ("030/12 34 56", true), ("555\u{a0}0121", true), ("12", false), ("call me", false), ("+1 +2 345", false),
        ("0800-FLOWERS", false), ("555;phone-context=evil", false), ("555 0121 x", false), ("٠١٢٣", false),
        ("555\n0121", false), ("tel:5550121", false), ("5550121;ext=1;x", false),
    ])
    func aTelephoneNumberCanBeDialled(value: String, isValid: Bool) {
        #expect(holds(value, .phone) == isValid, "\(value)")
    }

    @Test(arguments: [
        "ana@example.com", "a@b.co", "ana.lima+tag@sub.example.com", "!#$%&'*+-/=?^_`{|}~@example.com",
        "müller@bücher.example", "用户@例子.广告", "ana@xn--bcher-kva.example", "",
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
        ("m\u{fffd}@example.com", "is not valid UTF-8"),
    ])
    func saysWhatIsWrongWithAnAddress(address: String, reason: String) {
        let fault = Supplier.Field.email.error(in: address, replacing: nil)
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
            SupplierEdits.Edit.FieldError(.fullname, "needs a first and a last name"),
            SupplierEdits.Edit.FieldError(.company, "is empty"),
            SupplierEdits.Edit.FieldError(.phone, "'x' is not a number that can be dialled"),
        ])
        #expect(throws: expected) { try edits.add(Supplier.ID(1), [.fullname: "Ana", .phone: "x"], at: now) }
        #expect(edits.isEmpty)
        #expect(
            "\(expected)"
                == "fullname needs a first and a last name; company is empty; phone 'x' is not a number that can be "
                + "dialled"
        )
    }
}
