import FoundationEssentials
import Testing

@testable import SupplierGoKit

@Suite struct AvatarTests {
    static let remote = "https://a.example:8443/lists/catalog.json?page=2"

    static let resolutions: [(endpoint: String, catalog: String, url: String)] = [
        ("https://cdn.example/x.png", remote, "https://cdn.example/x.png"),
        ("HTTP://cdn.example/x.png", remote, "HTTP://cdn.example/x.png"),
        ("img/1.png", remote, "https://a.example:8443/lists/img/1.png"),
        ("/img/1.png?s=2", remote, "https://a.example:8443/img/1.png?s=2"),
        ("../1.png", remote, "https://a.example:8443/1.png"),
        ("//cdn.example/1.png", remote, "https://cdn.example/1.png"),
        ("https://cdn.example/x.png", "/home/u/catalog.json", "https://cdn.example/x.png"),
        ("img/1.png", "/home/u/catalog.json", "file:///home/u/img/1.png"),
        ("/img/1.png", "/home/u/catalog.json", "file:///img/1.png"),
        ("../a b%20c.png", "/home/u/catalog.json", "file:///home/a%20b%2520c.png"),
        ("~/1.png", "/home/u/catalog.json", "file:///home/u/~/1.png"),
        ("file:///x/1.png", "/home/u/catalog.json", "file:///x/1.png"),
        ("https://cdn.example/x.png", "-", "https://cdn.example/x.png"),
        (" https://cdn.example/a%20b c.png\r\n", "/c.json", "https://cdn.example/a%20b%20c.png"),
        ("FILE:///x/a%20b c.png", "/c.json", "file:///x/a%20b%20c.png"),
    ]

    @Test(arguments: resolutions)
    func resolvesItsEndpoint(endpoint: String, catalog: String, url: String) throws {
        let avatar = try #require(Avatar(endpoint: endpoint))
        let location = try CatalogLocation(catalog, relativeTo: "/")
        #expect(try avatar.resolved(against: location).standardized.absoluteString == url)
    }

    static let refusals: [(endpoint: String, catalog: String, error: Avatar.EndpointError)] = [
        ("file:///etc/passwd", remote, .fileOutsideFileCatalog(endpoint: "file:///etc/passwd")),
        ("FILE:///etc/passwd", "-", .fileOutsideFileCatalog(endpoint: "FILE:///etc/passwd")),
        ("ftp://a/b", remote, .unsupportedScheme(endpoint: "ftp://a/b", scheme: "ftp")),
        ("Data:image/png,x", "/c.json", .unsupportedScheme(endpoint: "Data:image/png,x", scheme: "data")),
        ("javascript:x", "-", .unsupportedScheme(endpoint: "javascript:x", scheme: "javascript")),
        ("img/1.png", "-", .relativeWithoutBase(endpoint: "img/1.png")),
        ("https:///x.png", remote, .malformed(endpoint: "https:///x.png")),
        ("http:x.png", remote, .malformed(endpoint: "http:x.png")),
        ("//%61/x.png", remote, .malformed(endpoint: "//%61/x.png")),
        ("a\nb", remote, .controlCharacters(endpoint: "a\nb")),
        ("a\u{7f}b", "/c.json", .controlCharacters(endpoint: "a\u{7f}b")),
    ]

    @Test(arguments: refusals)
    func refusesWhatNobodyMayLoad(endpoint: String, catalog: String, error: Avatar.EndpointError) throws {
        let avatar = try #require(Avatar(endpoint: endpoint))
        let location = try CatalogLocation(catalog, relativeTo: "/")
        #expect(throws: error) { try avatar.resolved(against: location) }
    }

    @Test(arguments: ["/etc/passwd", "x.png", "//a.example/x.png"])
    func isNoFileOfACatalogAtAURL(endpoint: String) throws {
        let avatar = try #require(Avatar(endpoint: endpoint))
        let catalog = CatalogLocation.remote(URL(filePath: "/home/u/c.json"))
        #expect(throws: Avatar.EndpointError.fileOutsideFileCatalog(endpoint: endpoint)) {
            try avatar.resolved(against: catalog)
        }
    }

    @Test(arguments: ["", " ", "\r\n\t "])
    func isNothingWithoutAnEndpoint(text: String) {
        #expect(Avatar(endpoint: text) == nil)
    }
}
