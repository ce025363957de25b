import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct RedactionTests {
    @Test(arguments: [
        ("http://u:p@h/a?b=c&d#e", "http://h/a?b=…&…"), ("?t=s&u", "?t=…&…"), ("/a b?t=s", "/a b?t=…"),
        ("//u:p@h/a", "//h/a"), (#"\\u:p@h\a"#, #"\\h\a"#), ("http://u:p w@h/", "http://h/"),
        ("a@b.example", "a@b.example"),
        ("http://u:p@\u{301}h/", "http://\u{301}h/"), ("http://h/?", "http://h/?…"), ("ftp://u:p@h", "ftp://h"),
        ("http://u:it's@h/a", "http://h/a"),
    ])
    func aURLIsShownWithoutSecrets(text: String, shown: String) {
        #expect(text.asShownURL == shown)
    }

    @Test(arguments: [
        ("see http://u:p@h/?k=v&w, or 'http:u:p@h/?k=v'", "see http://h/?k=…&… or 'http:h/?k=…'"),
        ("why? <https://h/?a=b#c?d=e>", "why? <https://h/?a=…#c?d=…>"), ("a?b=c", "a?b=c"), ("a:b@c", "a:b@c"),
        ("http:a:b http://u@h", "http:a:b http://h"), ("x://a://b:c@d", "x://a://d"),
        ("'http://u:it's@h/a'", "'http://h/a'"),
    ])
    func aTextIsShownWithoutTheSecretsOfURLsInIt(text: String, shown: String) {
        #expect(text.shownText() == shown)
    }

    @Test(arguments: [
        ("http://u:it's@h/a", "http://h/a"), ("http://u@h:81/a@b?c@d#e@f", "http://h:81/a@b?c@d#e@f"),
        ("https://p.example/get/https://u@d.example/c.json", "https://p.example/get/https://u@d.example/c.json"),
        ("http://u:p@b%C3%BCcher.example/", "http://b%C3%BCcher.example/"), ("http://:p@[::1]/", "http://[::1]/"),
        ("file:///a@b", "file:///a@b"),
    ])
    func aURLLosesItsUserAndPasswordOnly(text: String, rest: String) throws {
        #expect(try #require(URL(string: text)).withoutCredentials == rest)
    }

    @Test func aLongTextIsCut() {
        #expect(String(repeating: "é", count: 200).shownText() == String(repeating: "é", count: 200))
        #expect(String(repeating: "é", count: 201).shownText() == String(repeating: "é", count: 199) + "…")
        #expect("abcdef".shownText(limit: 5) == "abcd…")
    }

    @Test(arguments: [
        "http://user:", "http://", "http:user:", "see http://user:", "x://a:b@user:", "http://h:80", "HTTPS:/u:",
    ])
    func whatIsCutWithinAPasswordIsNotShown(start: String) {
        let (secret, end) = (String(repeating: "s3cret", count: 50), "@h.example/")
        for text in [start + secret + end, start + "it'" + secret + end] {
            #expect(!text.shownText().contains("s3") && !text.asShownURL.contains("s3"), "\(text)")
        }
    }

    @Test func whatIsCutInAQueryIsNotShown() {
        let text = "http://h/?token=" + String(repeating: "s3cret", count: 50)
        #expect(text.asShownURL == "http://h/?token=…" && text.shownText() == "http://h/?token=…")
    }

    private static let url = URL(string: "http://a.example/") ?? URL(filePath: "/")

    private static let uses: [(name: String, use: @Sendable (String) -> Void)] = [
        ("credentials", { _ = $0.withoutCredentials }),
        ("text", { _ = $0.shownText(limit: .max) }),
        ("an avatar", { text in sentence { try Avatar(endpoint: text)?.resolved(against: .remote(url)).shown } }),
        ("a media type", { _ = "\(AvatarOutcome.Error.notAnImage(url, contentType: $0))" }),
        ("a redirect", { text in sentence { try RedirectPolicy().target(from: url, location: text, count: 0).shown } }),
        ("a header field", { text in HeaderFields.Field(name: "Location", value: text).map { _ = "\($0)" } }),
        ("a failure", { _ = "\(DataLoadError(.failed(code: 0, reason: $0), url))" }),
    ]

    private static func sentence(of url: () throws -> String?) { do { _ = try url() } catch { _ = "\(error)" } }

    @Test(arguments: uses.indices)
    func twiceTheTextTakesTwiceTheTime(index: Int) {
        let (name, use) = Self.uses[index]
        for (half, whole) in hostileTextPairs() {
            #expect(isLinear({ use(half) }, { use(whole) }), "\(name): \(half.prefix(10))")
        }
    }
}
