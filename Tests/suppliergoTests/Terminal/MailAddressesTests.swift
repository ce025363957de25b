import Testing

@testable import suppliergo

@Suite struct MailAddressesTests {
    @Test(
        arguments: [
            ("a@x.example", "a@x.example", []), (" a@x.example\u{a0}", "a@x.example", []),
            ("Ana <a@x.example>", "a@x.example", []), ("\"Lima, Ana\" <a@x.example>", "a@x.example", []),
            ("mailto:a@x.example", "a@x.example", []), ("Ana <MAILTO:a@x.example>", "a@x.example", []),
            ("mailto:a@x.example?subject=Hi", "a@x.example", []),
            ("a@x.example; b@x.example,a@x.example", "a@x.example,b@x.example", []),
            ("a@x.example; none", "a@x.example", ["none"]), ("Lima, Ana <a@x.example>", "a@x.example", ["Lima"]),
            ("a+b&c@x.example", "a%2Bb%26c@x.example", []), ("call me", nil, ["call me"]), ("", nil, []),
            ("<>", nil, ["<>"]),
            ("SMTP:a@x.example;smtp:b@x.example;X500:/o=x", "a@x.example,b@x.example", ["X500:/o=x"]),
            ("sip:a@x.example", nil, ["sip:a@x.example"]), ("E-Mail:a@x.example", nil, ["E-Mail:a@x.example"]),
            ("'a@x.example'", "a@x.example", []), ("Ana <'a@x.example'>", "a@x.example", []),
            (#""a@x.example""#, "a@x.example", []), ("'", nil, ["'"]), ("o'neil@x.example", "o%27neil@x.example", []),
            ("https://x.example/@ana", nil, ["https://x.example/@ana"]),
            ("Ana &lt;a@x.example&gt;", nil, ["Ana &lt", "a@x.example&gt"]), (";,;", nil, []),
            ("a b@x.example", nil, ["a b@x.example"]),
        ] as [(String, String?, [String])])
    func areTakenAsPeopleWriteThem(field: String, target: String?, unusable: [String]) {
        let addresses = MailAddresses(of: field)
        #expect(MailAddresses.link(of: field) == target.map { "mailto:" + $0 })
        #expect(MailAddresses.link(to: addresses.usable, isBlind: true) == target.map { "mailto:?bcc=" + $0 })
        #expect(addresses.unusable == unusable)
    }
}
