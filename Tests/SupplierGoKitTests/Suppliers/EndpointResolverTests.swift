import FoundationEssentials
import SupplierGoTesting
import TestSupport
import Testing

@testable import SupplierGoKit

/// The quick way to an avatar's URL says what the whole way says.
struct EndpointResolverTests {
    private static let catalogs = [
        "https://a.example:8443/lists/catalog.json?page=2", "http://a.example", "http://a.example/",
        "http://127.0.0.1:80/c",
        "http://a.example?x=/y/", "https://user:pw@a.example/c.json", "http://a.example/a%20b/c.json",
        "http://a.example/x/../c.json", "HTTP://A.example/x/", "http://[::1]:8080/c/d", "http://a.example/c#f/g",
        "/home/u/catalog.json", "/catalog.json", "/home/ü ~/a%20b/c.json", "/home/x/../y/./c.json", "-",
    ]

    /// Both ways' answers: the same text, or the same error.
    private func expectAgreement(on endpoint: String, in catalog: CatalogLocation) throws {
        guard let avatar = Avatar(endpoint: endpoint) else { return }
        let whole = Result { () throws(Avatar.EndpointError) in
            try avatar.resolved(against: catalog).address
        }
        let quick = Result { () throws(Avatar.EndpointError) in
            try EndpointResolver(against: catalog).address(of: avatar)
        }
        #expect(quick == whole, "\(endpoint) in \(catalog)")
    }

    @Test func trustsAFileOnlyOfTheSupplierThatWasEditedToIt() throws {
        let file = "file:///home/u/face.png"
        let now = try #require(Timestamp("2026-11-23T09:11:16.040Z"))
        var edits = SupplierEdits()
        try edits.change([.avatar: file], of: Supplier.ID(1), original: SampleData.supplier(1), at: now)
        let url = try #require(URL(string: "https://a.example/c.json"))
        let resolver = EndpointResolver(against: .remote(url), trusting: edits)
        #expect(resolver.key(of: SampleData.supplier(1, avatar: file)) == CacheKey(avatarAt: file))
        #expect(resolver.key(of: SampleData.supplier(2, avatar: file)) == nil)
        #expect(resolver.key(of: SampleData.supplier(1, avatar: "file:///etc/passwd")) == nil)
    }

    @Test func anAbsoluteEndpointHasNoPasswordOfItsCatalog() throws {
        let catalog = try CatalogLocation("https://user:it's@a.example/https://b@c/c.json", relativeTo: "/")
        let resolver = EndpointResolver(against: catalog)
        let avatar = try #require(Avatar(endpoint: "1.png"))
        #expect(resolver.absoluteEndpoint(of: avatar) == "https://a.example/https://b@c/1.png")
        #expect(catalog.identity == "https://a.example/https://b@c/c.json")
    }

    /// A catalog under a signed URL is the same one under the next URL, for its edits and the mark of its changes.
    @Test func aCatalogIsTheSameUnderAnotherSignature() throws {
        let texts = ["1", "2"].map { "https://a.example/c.json?v=1&X-Amz-Date=\($0)&X-Amz-Signature=\($0)" }
        let identities = try texts.map { try CatalogLocation($0, relativeTo: "/").identity }
        #expect(identities == ["https://a.example/c.json?v=1", "https://a.example/c.json?v=1"])
    }

    @Test(arguments: catalogs)
    func saysWhatAParserSays(catalog: String) throws {
        let location = try CatalogLocation(catalog, relativeTo: "/")
        let pieces = [
            "http://", "https://", "HTTP://", "http:", "/", "//", "a", "b.example", "A", ".", "..", "/.", "./", ":",
            ":80",
            ":8080", ":59999", ":65536", ":080", "?", "?q=1", "#", "#f", "%20", "%", "@", "u:p@", "[::1]", "img/1.png",
            "~", "-", "_", "+", "&", "=", ";", "'", "(", "!", "$", "*", ",", " ", "ü", "\\", "|", "\"", "<", "{", "^",
            "`",
            "xn--a", "1", "127.0.0.1", "ftp:", "file:",
        ]
        for (index, first) in pieces.enumerated() {
            for (other, second) in pieces.enumerated() {
                try expectAgreement(on: first + second, in: location)
                guard RandomWalk.isLong || (index + other).isMultiple(of: 4) else { continue }
                for third in ["/a.png", ":80/a", "b/../c", "//d", "?e", ".f", ":g"] {
                    try expectAgreement(on: first + second + third, in: location)
                }
            }
        }
    }

    @Test(arguments: [
        ("https://cdn.example/avatars/0/1/a_b-c.png?s=128&v=1,2", true), ("http://a", true), ("http://a:8080", true),
        ("http://a/x:y", true), ("http://a/../x", false), ("http://a/%41", false), ("http://a:66666/x", false),
        ("http:///x", false), ("HTTP://a/x", false), ("https:/", false),
    ])
    func knowsPlainURLs(text: String, isPlain: Bool) {
        #expect((PlainURL.pathStart(in: text.utf8.span) != nil) == isPlain)
    }

    @Test(arguments: [
        ("img/avatars/a-1.png?s=2", true), ("/a", true), ("a", true), ("", false), ("//a/b", false), ("../a", false),
        ("a:b", false), ("?a", false), ("#a", false), ("a/./b", false), ("ä", false),
    ])
    func knowsPlainPaths(text: String, isPlain: Bool) {
        #expect(PlainURL.isPath(text.utf8.span) == isPlain)
        #expect(PlainURL.isFilePath(text.utf8.span) == (isPlain && !text.contains("?")))
    }
}
