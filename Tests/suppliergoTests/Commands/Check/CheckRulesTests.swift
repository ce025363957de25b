import Testing

@testable import SupplierGoKit
@testable import suppliergo

@Suite struct CheckRulesTests {
    @Test(arguments: [
        ("ana@example.com", false), ("Ana.Lima+x@sub.example.co.uk", false), ("josé@exämple.com", false), ("", true),
        ("ana", true), ("ana@", true), ("@example.com", true), ("a@b@example.com", true), ("ana@example", true),
        ("ana @example.com", true), ("ana@example.com ", true), ("ana@.example.com", true), ("ana@example..com", true),
        ("ana\u{1}@example.com", true), ("ana\u{2003}@example.com", true), ("ana\u{fffd}@example.com", true),
        ("иван@пример.рф", false), ("ivan.иванов@example.com", false), ("田中tanaka@例え.jp", false),
        ("ΑΝΝΑ@example.com", false), ("аna@example.com", true), ("ana@exаmple.com", true), ("pοrto@example.com", true),
        ("иvan7@example.com", true), ("'ana@example.com'", true), ("ana@example.com|bo", true),
        ("o'neil@x_y.pt", false),
    ])
    func emailAddress(email: String, isBad: Bool) {
        #expect((CheckRules.email(email.utf8.span) != nil) == isBad)
    }

    @Test(arguments: [
        ("1-789-686-0305", false), ("110", false), ("+49 (0)40", false), ("Tel. 1 2 3", false), ("٠١٢", false),
        ("１２３", false), ("", true), ("-", true), ("12", true), ("1-2 x", true), ("unknown", true), ("½½½", true),
        ("030 123-4567/8", false), ("030 1234567 / 0171 1234567", true),
    ])
    func phoneNumber(phone: String, isBad: Bool) {
        #expect((CheckRules.phone(phone.utf8.span) != nil) == isBad)
    }

    @Test(arguments: [
        "Ana Lima", "Suharto", "Cher", "O'Neil", "O’Neil", "王小明", "김철수", "Иван", "Ελένη", "Դավիթ", "محمد", "שרה",
        "สมชาย", "राम", "Na", "Ng", "Null", "Ana Null", "Nan Li", "Uwe", "Testa", "Tom N.", "3M",
        "X Æ A-12", "1&1", "AT&T; Sons", "Smith & Sons",
        "Müller", "Åse", "João", "LÍŠKA", "TOMÁŠ", "ANDRÉ’S", "“René”", "Jean–Luc", "Ana\u{a0}Lima", "ʻOkina",
        // Joiners and variation selectors are part of the spelling.
        "علی\u{200c}رضا", "ශ\u{dca}\u{200d}රී", "渡邉\u{e0100}", "Ana ❤\u{fe0f}\u{200d}🔥",
    ])
    func aNameOfAnyScriptAndNumberOfWords(fullname: String) {
        #expect(CheckRules.fullname(fullname.utf8.span) == nil)
    }

    @Test(arguments: [
        ("", "no full name"), ("  ", "full name that is none:"), ("N/A", "full name that is none:"),
        ("#n/a", "full name that is none:"), ("N/A N/A", "full name that is none:"), ("-", "full name that is none:"),
        ("–", "full name that is none:"), ("?", "full name that is none:"), ("Test", "full name that is none:"),
        ("undefined undefined", "full name that is none:"), ("null null", "full name that is none:"),
        ("NaN", "full name that is none:"), ("[object Object]", "full name that is none:"),
        ("#REF!", "full name that is none:"), ("#VALUE!", "full name that is none:"),
        ("test TEST", "full name that is none:"), ("ana@x.example", "full name that is an e-mail address:"),
        (" ána@x.example ", "full name that is an e-mail address:"), ("MÃ¼ller", "mis-decoded full name:"),
        ("Oâ€™Neil", "mis-decoded full name:"), ("Å½iÅ¾ek", "mis-decoded full name:"),
        ("ï»¿Ana", "mis-decoded full name:"),
        ("M√ºller Ana", "mis-decoded full name:"), ("M├╝ller Bo", "mis-decoded full name:"),
        ("Ð˜Ð²Ð°Ð½", "mis-decoded full name:"),
        ("çŽ‹å°\u{8f}æ˜Ž", "mis-decoded full name:"), ("M\u{fffd}ller", "mis-decoded full name:"),
        ("Lima &amp; Sons", "full name with an HTML entity:"), ("O&#39;Neil", "full name with an HTML entity:"),
        ("O&#x27;Neil", "full name with an HTML entity:"), ("M&uuml;ller", "full name with an HTML entity:"),
        ("Ana\u{200b} Lima", "full name with an invisible character:"),
        ("\u{feff}Ana Lima", "full name with an invisible character:"),
        ("Ana\u{200d}Lima", "full name with an invisible character:"),
        ("\u{3164}", "full name with an invisible character:"), ("\u{2800}", "full name with an invisible character:"),
        ("Ana\u{0}Lima", "full name with an invisible character:"),
    ])
    func aFullNameThatIsNone(fullname: String, clause: String) {
        #expect(CheckRules.fullname(fullname.utf8.span) == clause)
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
