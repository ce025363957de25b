import SupplierGoKit
import Testing

@testable import suppliergo

struct HyperlinkTests {
    @Test(arguments: [
        ("a.b@example.com", "mailto:a.b@example.com"), ("zoë+x@example.nl", "mailto:zo%C3%AB%2Bx@example.nl"),
        ("a@b\\", nil), ("a@b|c", nil), ("a@b..c", nil), ("a@.b", nil), ("a@b:1", nil), ("a:b@c", nil), ("a@b/c", nil),
        ("a@b\u{1b}", nil), ("a\0@b", nil), ("a\u{202e}@b", nil), ("a@b\u{200f}", nil),
        ("a?bcc=x&y@b", "mailto:a%3Fbcc%3Dx%26y@b"), ("", nil), ("ann", nil),
        ("a@b@c", nil), ("@b", nil), ("a b@c", nil), (#"a"><script>@b"#, nil), (#"a"'@b"#, "mailto:a%22%27@b"),
        ("a@[10.0.0.1]", "mailto:a@%5B10.0.0.1%5D"), ("a@b_c-d.é", "mailto:a@b_c-d.%C3%A9"),
    ])
    func mailsToAnAddress(address: String, target: String?) {
        #expect(Hyperlink.message(to: address) == target)
    }

    @Test(arguments: [
        ("+81 3-5550-0123", "tel:+813-5550-0123"), ("1-789-686-0305", "tel:1-789-686-0305"),
        ("(030) 123", "tel:030123"),
        ("(020) 555.0113 x12", "tel:0205550113"), ("(+44) 20/1 ext. 7", "tel:+44201"),
        ("1-789-686-0305 x123", "tel:1-789-686-0305"), ("555 0123 #4 5", "tel:5550123"),
        ("555 0123 Extension 4", "tel:5550123"), ("+49 (0)40 555‑01–10", "tel:+49405550110"),
        (" +1 234", "tel:+1234"), ("030\u{202f}123", "tel:030123"), ("-030-123-", "tel:030-123"),
        ("\u{202a}+49 30 12345\u{202c}", "tel:+493012345"), ("tel:+49-30-12345", "tel:+49-30-12345"),
        ("Tel: 030 12345", "tel:03012345"), ("'+4930123", "tel:+4930123"),
        ("4930123456.0", "tel:4930123456"), ("+4930123456.0", "tel:+4930123456"), ("0301234567,00", "tel:0301234567"),
        ("1.555.555.0100", "tel:15555550100"), ("030.123456-0", "tel:030123456-0"), ("030 1234.0", "tel:03012340"),
        ("0049 (0)30 12345", "tel:00493012345"), ("0049(0)30 12345", "tel:00493012345"),
        ("49 (0) 30 12345", "tel:493012345"), ("030 (0) 12345", "tel:030012345"),
        ("033203 / 123456", "tel:033203123456"), ("+49 33971/853", "tel:+4933971853"),
        ("0043 7612/1234", "tel:004376121234"), ("+49 (0)33971 / 4567", "tel:+49339714567"),
    ])
    func callsANumber(phone: String, target: String) {
        #expect(TelephoneNumber(phone)?.uri == target)
    }

    @Test(arguments: [
        "", "12", "n/a", "call me", "555\u{7}0123", "555\n0123", "1800FLOWERS", "030 123 or 030 124", "555 0123 x",
        "030 1234567 / 0171 1234567", "555 0123 x1 x2", "555 0123 eve", "+1 234 +1 235", "javascript:alert(1234)",
        "٠٣٠١٢٣", "030 12345 (9-17)", "030 12345 (24/7)", "555-0100/0101", "(030) 123456/7", "+0049 30 12345", "tel:",
        ".0",
    ])
    func callsNobodyWhereTheTextIsMoreOrLessThanANumber(phone: String) {
        #expect(TelephoneNumber(phone) == nil)
    }
}
