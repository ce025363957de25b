import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite struct AvatarTests {
    static let remote = "https://a.example:8443/lists/catalog.json?page=2"

    static let resolutions: [(endpoint: String, catalog: String, url: String)] = [
        ("https://cdn.example/x.png", remote, "https://cdn.example/x.png"),
        ("HTTP://CDN.example/X.png", remote, "http://cdn.example/X.png"),
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

    @Test(arguments: [
        "", " ", "\r\n\t ", "N/A", "n/a", "null", "None", "UNDEFINED", "false", " - ", "#", "http://", "HTTPS://",
    ])
    func isNothingWithoutAnEndpoint(text: String) throws {
        #expect(Avatar(endpoint: text) == nil)
        let record = Record.text(replacing: "avatar", with: text.quotedForJSON)
        let own = try #require(Supplier(firstRecordOf: Array(record.utf8)))
        #expect(own.avatar == nil)
        let shape = try CatalogShape([.fullname: "{fullname}"])
        #expect(try #require(Supplier(firstRecordOf: Array(record.utf8), in: shape)).avatar == nil)
    }

    @Test(arguments: ["n/a.png", "nil", "--", "/-", "#1", "http://a", "nulls", "0"])
    func isAPathByAWordLikeThose(text: String) {
        #expect(Avatar(endpoint: text)?.endpoint == text)
    }

    /// An endpoint, the beginning of its address, and the bytes in it.
    static let inline: [(endpoint: String, start: String, content: [UInt8]?)] = [
        ("data:image/png;base64,AQID", "data:image/png;base64,", [1, 2, 3]),
        ("DATA:Image/PNG;charset=utf-8;BASE64,AQ==", "data:Image/PNG;", [1]),
        ("data:image/png;base64,%41Q%3D%3D", "data:", [1]), ("data:;base64,A\r\nQ I\tD\n", "data:", [1, 2, 3]),
        ("data:image/png;base64,_-8", "data:", [0xff, 0xef]),
        ("data:image/png;base64,/+8=#top", "data:", [0xff, 0xef]),
        ("data:image/png;base64,AQIDB", "data:", nil), ("data:image/png;base64,A@ID", "data:", nil),
        ("data:image/png", "data:", nil), ("data:,", "data:", []), ("data:image/png;base64,", "data:", []),
        ("data:image/svg+xml,%3Csvg%2F%3E", "data:", Array("<svg/>".utf8)),
        ("data:image/svg+xml;utf8,<svg fill='#fff' a=\"5%\"/>", "data:", Array("<svg fill='#fff' a=\"5%\"/>".utf8)),
    ]

    @Test(arguments: inline)
    func hasTheBytesOfADataURL(endpoint: String, start: String, content: [UInt8]?) throws {
        let address = try #require(Avatar(endpoint: endpoint)?.inlineAddress)
        #expect(address.hasPrefix(start))
        #expect(Avatar.content(ofInline: address)?.bytes == content)
    }

    /// JPEG XL and JPEG 2000 in boxes, and HEIF of another brand than its usual ones.
    @Test(arguments: [
        "AAAADEpYTCANCocKAAAAFGZ0eXBqeGwgAAAA", "AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAA",
        "AAAAHGZ0eXBtaWYxAAAAAG1pZjFhdmlm",
    ])
    func isAnImageOfARareKindInBase64(text: String) throws {
        let address = try #require(Avatar(endpoint: text)?.inlineAddress)
        let bytes = try #require(Avatar.content(ofInline: address)?.bytes)
        #expect(ImageHeader.kind(of: bytes.span) != nil)
    }

    @Test(arguments: [
        "baseline-48x32.jpg", "rgb-41x7.png", "still-48x32.gif", "lossy-48x32.webp", "lossy-48x32.avif",
        "lossy-48x32.heic", "plain-48x32.svg", "after-a-prolog-120x90.svg", "rgb-16x10.bmp", "big-endian-16x10.tiff",
        "two-pictures-32x32.ico",
    ])
    func isAnImageInBase64(image: String) throws {
        let bytes = try TestData.bytes("images/" + image)
        let text = Data(bytes).base64EncodedString()
        let safe = text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        let lines = Data(bytes).base64EncodedString(options: .lineLength64Characters)
        for endpoint in [text, safe, lines] {
            let avatar = try #require(Avatar(endpoint: endpoint))
            let address = try #require(avatar.inlineAddress)
            #expect(address.hasPrefix("data:image/") && Avatar.content(ofInline: address)?.bytes == bytes)
            #expect(avatar.description.utf8.count < 60)
            for catalog in [Self.remote, "/home/u/catalog.json", "-"] {
                let resolver = EndpointResolver(against: try CatalogLocation(catalog, relativeTo: "/"))
                #expect(resolver.absoluteEndpoint(of: avatar) == endpoint)
                #expect(try resolver.address(of: avatar) == address)
            }
        }
    }

    @Test(arguments: [
        "/9j/4AAQ", "iVBORw0KGgo.png", "/9j/4AAQSkZJRgABAQAAAQABAAD.jpg", "R0lGODlhAQABAIAAAAAAAP%2F%2FywAAAAAAQAB",
        "users/1234567890/photos/1234567890", "dataset/1.png",
    ])
    func isAPathByTextThatIsNoImage(endpoint: String) throws {
        let avatar = try #require(Avatar(endpoint: endpoint))
        #expect(avatar.inlineAddress == nil)
        let location = try CatalogLocation("/home/u/catalog.json", relativeTo: "/")
        #expect(EndpointResolver(against: location).absoluteEndpoint(of: avatar).hasPrefix("/"))
    }
}
