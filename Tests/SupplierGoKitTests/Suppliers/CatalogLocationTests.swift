import FoundationEssentials
import Testing

@testable import SupplierGoKit

@Suite struct CatalogLocationTests {
    static let files: [(text: String, path: String)] = [
        ("catalog.json", "/home/u/catalog.json"), ("./b.json", "/home/u/b.json"),
        ("a/../b.json", "/home/u/a/../b.json"), ("../b.json", "/home/b.json"),
        ("/tmp/a b.json", "/tmp/a b.json"), ("a%20b.json", "/home/u/a%20b.json"), ("é.json", "/home/u/é.json"),
        ("a:b.json", "/home/u/a:b.json"), ("-x", "/home/u/-x"), ("~/x", "/home/u/~/x"), ("a?b#c", "/home/u/a?b#c"),
        ("a\nb\t\u{1b}[31m.json", "/home/u/a\nb\t\u{1b}[31m.json"), ("a:\u{7f}", "/home/u/a:\u{7f}"),
        ("file:///tmp/a%20b.json", "/tmp/a b.json"), ("FILE:///tmp/x", "/tmp/x"), ("file:/tmp/x", "/tmp/x"),
    ]

    @Test(arguments: files)
    func takesPathsForFiles(text: String, path: String) throws {
        guard case .file(let found) = try CatalogLocation(text, relativeTo: "/home/u") else {
            Issue.record("no file")
            return
        }
        #expect(found == path)
    }

    @Test(arguments: [
        ("http://a.example/c", "http://a.example/c"), ("https://[::1]/", "https://[::1]/"),
        ("HTTPS://A.Example:8080/C?d=E", "https://a.example:8080/C?d=E"),
    ])
    func takesURLs(text: String, url: String) throws {
        #expect(try CatalogLocation(text, relativeTo: "/") == .remote(try #require(URL(string: url))))
    }

    @Test(arguments: [
        (" http://a.example/\r\n", "http://a.example/"),
        ("http://a.example/c?f[g]=h%20i", "http://a.example/c?f%5Bg%5D=h%20i"),
    ])
    func takesURLsAsTheyAreWritten(text: String, url: String) throws {
        #expect(try CatalogLocation(text, relativeTo: "/") == .remote(try #require(URL(string: url))))
    }

    @Test func takesADashForStandardInput() throws {
        #expect(try CatalogLocation("-", relativeTo: "/") == .standardInput)
    }

    static let refusals: [(text: String, error: CatalogLocation.ParseError)] = [
        ("", .empty), ("http://", .malformed("http://")), ("https:///c", .malformed("https:///c")),
        ("ftp://a/b", .unsupportedScheme("ftp://a/b", scheme: "ftp")),
        ("S3://a/b", .unsupportedScheme("S3://a/b", scheme: "S3")), ("a\0b", .malformed("a\0b")),
        ("file:x", .malformed("file:x")), ("http://a.example/\nb", .malformed("http://a.example/\nb")),
        ("http://%61.example/", .malformed("http://%61.example/")),
        ("file:///a\tb", .malformed("file:///a\tb")),
    ]

    @Test(arguments: refusals)
    func refusesWhatNamesNoCatalog(text: String, error: CatalogLocation.ParseError) {
        #expect(throws: error) { try CatalogLocation(text, relativeTo: "/") }
    }
}
