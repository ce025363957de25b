import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct ProxyRulesTests {
    private func proxy(_ url: String, _ environment: [String: String], given: String? = nil) throws -> String? {
        let origin = try #require(URL(string: url).flatMap { Origin($0) })
        return ProxyRules(proxy: given, environment: environment).proxy(for: origin)
    }

    @Test(
        arguments: [
            ("http://a/", "http_proxy=p", "p"), ("https://a/", "http_proxy=p", nil), ("http://a/", "HTTP_PROXY=p", nil),
            ("https://a/", "HTTPS_PROXY=p", "p"), ("https://a/", "https_proxy=p HTTPS_PROXY=q", "p"),
            ("http://a/", "all_proxy=p", "p"), ("http://a/", "ALL_PROXY=p http_proxy=q", "q"),
            ("http://a/", "http_proxy=", nil), ("http://a/", "", nil),
        ] as [(String, String, String?)])
    func readsTheUsualVariables(url: String, variables: String, expected: String?) throws {
        var environment: [String: String] = [:]
        for variable in variables.split(separator: " ") {
            let parts = variable.split(separator: "=", omittingEmptySubsequences: false)
            environment[String(parts[0])] = String(parts[1])
        }
        #expect(try proxy(url, environment) == expected)
    }

    @Test(arguments: [
        ("*", "a.example", true), ("a.example", "a.example", true), ("example", "a.example", true),
        (".example", "a.example", true), ("xample", "a.example", false), ("b, A.Example", "a.example", true),
        ("b a.example", "a.example", true), ("10.0.0.0/8", "10.1.2.3", true), ("10.0.0.0/16", "10.1.2.3", false),
        ("10.1.2.3", "10.1.2.3", true), ("1.2.3", "0.1.2.3", false), ("fd00::/8", "[fd12::1]", true),
        ("2001:db8:1::/96", "[2001:db8:1::1]", true), ("2001:db8:1::/96", "[2001:db8:1::1:0:1]", false),
        ("10.0.0.0/99", "10.1.2.3", false), ("", "a.example", false),
    ])
    func leavesOutExceptions(exceptions: String, host: String, isException: Bool) throws {
        let proxy = try proxy("http://\(host):81/", ["no_proxy": exceptions], given: "p")
        #expect(proxy == (isException ? nil : "p"))
    }

    @Test func dropsBlanksAndLineEnds() throws {
        #expect(try proxy("http://a/", ["http_proxy": " p\r\n"]) == "p")
        #expect(try proxy("http://a/", [:], given: "p ") == "p" && ProxyRules.isUsable("http://p "))
    }

    @Test func takesTheGivenProxyBeforeAnyVariable() throws {
        #expect(try proxy("https://a/", ["https_proxy": "q"], given: "p") == "p")
        #expect(try proxy("https://a/", ["https_proxy": "q"], given: "") == nil)
    }

    @Test(arguments: [
        ("proxy.example:3128", true), ("HTTP://proxy.example", true), ("https://p", true),
        ("socks5h://me:secret@p", true),
        ("socks9://p", false), ("ftp://p", false), ("://p", false),
    ])
    func knowsTheSchemesOfProxies(proxy: String, isKnown: Bool) {
        #expect(ProxyRules.hasKnownScheme(proxy) == isKnown && ProxyRules.isUsable(proxy) == isKnown)
    }

    @Test(arguments: [
        ("", true), ("me:p^s@p:3128/", true), ("[::1]:3128", true), ("http://", false), (" ", false), ("a b", false),
        ("http:///p", false),
    ])
    func aProxyHasAHost(proxy: String, isUsable: Bool) {
        #expect(ProxyRules.isUsable(proxy) == isUsable)
    }
}
