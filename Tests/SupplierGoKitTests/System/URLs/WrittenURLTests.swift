import FoundationEssentials
import Testing

@testable import SupplierGoKit

/// URLs as people and servers write them.
struct WrittenURLTests {
    private static let base = "http://a.example/x/y?z"

    @Test(arguments: [
        ("/Zoë%20M.png", "/Zo%C3%AB%20M.png"), ("/a%20b c.png", "/a%20b%20c.png"),
        ("/say%20\"hi\".png", "/say%20%22hi%22.png"), ("/a?sig=ab%2Fc%3D&who=a|b", "/a?sig=ab%2Fc%3D&who=a%7Cb"),
        ("?page[number]=2&filter=a%20b", "/x/y?page%5Bnumber%5D=2&filter=a%20b"),
        ("/?$filter=Name eq 'M%C3%BCller'", "/?$filter=Name%20eq%20'M%C3%BCller'"), ("/100%.png", "/100%25.png"),
        ("/%zz%4", "/%25zz%254"), ("/%c3%bc%2F", "/%c3%bc%2F"), ("/a?b?c/d@e:f", "/a?b?c/d@e:f"),
        ("/a#b#c ?d", "/a#b%23c%20?d"), ("/a?b#c", "/a?b#c"), ("/a#b?c", "/a#b?c"),
        ("/😀`^{}<>\\", "/%F0%9F%98%80%60%5E%7B%7D%3C%3E%5C"),
        ("/a'b~c;d@e:f!$&(g)*,=+.png", "/a'b~c;d@e:f!$&(g)*,=+.png"), ("b/../c d", "/x/c%20d"),
        (" /a ", "/a"), ("\r\n\t/a\t\r\n", "/a"), ("/\u{a0}", "/%C2%A0"),
        ("Zoë: M%20x.png", "/x/Zo%C3%AB:%20M%20x.png"), ("10:30%20ä.png", "/x/10:30%20%C3%A4.png"),
        (":%20 ", "/x/:%20"), ("1http://b/", "/x/1http://b/"), ("a%20b:c", "/x/a%20b:c"), ("?a:b c", "/x/y?a:b%20c"),
    ])
    func keepsEscapesAndEncodesTheRest(text: String, target: String) throws {
        let base = try #require(URL(string: Self.base))
        #expect(URL(written: text, relativeTo: base)?.absoluteString == "http://a.example" + target)
        guard text.hasPrefix("/") else { return }
        #expect(URL(written: "http://a.example" + text)?.absoluteString == "http://a.example" + target)
    }

    @Test(arguments: [
        ("http://u s%20r:p|w@a.example:81/", "http://u%20s%20r:p%7Cw@a.example:81/"),
        ("http://u@x:p@a.example/", "http://u%40x:p@a.example/"), ("//b.example/c d", "http://b.example/c%20d"),
        ("HTTP://A.Example", "http://a.example"), ("//A.Example/B", "http://a.example/B"),
        ("http://U:P@B%C3%BCcher.example/", "http://U:P@xn--bcher-kva.example/"),
        ("http://[::1]:8080/[1]", "http://[::1]:8080/%5B1%5D"),
        ("http://[fe80::1%25eth0]/", "http://[fe80::1%25eth0]/"), ("http://my_host/", "http://my_host/"),
        ("file:///a%20b c", "file:///a%20b%20c"),
    ])
    func readsAuthorities(text: String, url: String) throws {
        #expect(URL(written: text, relativeTo: URL(string: Self.base))?.withHostName.absoluteString == url)
    }

    @Test(arguments: [
        "", " ", "http://%31%32%37.0.0.1/", "http://b%C3%BCch%65r.example/", "//a%2eb/", "http://a b/", "http://a|b/",
        "http://a\"/",
        "http://a.example/\u{1}", "http://a.exa\nmple/", "/a\tb", "http://a.example:x/",
    ])
    func refusesWhatIsNone(text: String) {
        #expect(URL(written: text, relativeTo: URL(string: Self.base)) == nil)
    }
}
