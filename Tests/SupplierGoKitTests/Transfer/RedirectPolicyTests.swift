import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct RedirectPolicyTests {
    private let policy = RedirectPolicy(limit: 3)

    @Test(arguments: [
        ("http://a/x", "http://b:81/"), ("http://a/x", "http://a/y"), ("http://a/x", "https://a/x"),
        ("https://a/x", "https://b/"),
    ])
    func follows(from: String, to: String) throws {
        let from = try #require(URL(string: from))
        #expect(try policy.target(from: from, location: to, count: 2).absoluteString == to)
    }

    @Test(arguments: [
        ("https://a/x", "http://a/x"), ("http://a/x", "file:///etc/passwd"), ("http://a/x", "ftp://a/x"),
        ("http://a/x", "gopher://a/"), ("http://a/x", ""), ("http://a/x", "http:///x"), ("http://a/x", "http://%61/"),
    ])
    func refuses(from: String, to: String) throws {
        let from = try #require(URL(string: from))
        #expect(throws: DataLoadError(.refusedRedirect(location: to), from)) {
            try policy.target(from: from, location: to, count: 0)
        }
    }

    @Test func endsAfterItsLimit() throws {
        let from = try #require(URL(string: "http://a/x"))
        #expect(throws: DataLoadError(.tooManyRedirects(limit: 3), from)) {
            try policy.target(from: from, location: "http://a/y", count: 3)
        }
    }

    @Test(arguments: [(300, false), (301, true), (302, true), (303, true), (304, false), (307, true), (308, true)])
    func knowsWhichStatusesLeadElsewhere(status: Int, isRedirect: Bool) {
        #expect(RedirectPolicy.isRedirect(HTTPStatus(status)) == isRedirect)
    }
}
