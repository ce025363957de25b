import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct LazyURLTests {
    private static let text = "https://cdn.example:8443/avatars/a-1.png?s=128"

    @Test func makesTheURLOfPlainText() throws {
        let url = try #require(URL(string: Self.text))
        #expect(LazyURL(plain: Self.text).url == url)
        #expect(LazyURL(plain: Self.text).isPlain && !LazyURL(plain: Self.text).isFile)
    }

    @Test func keepsAURLThatThereIs() throws {
        let url = try #require(URL(string: "a.png?q", relativeTo: URL(string: "http://b.example/c/d")))
        #expect(LazyURL(url).url == url)
        #expect(LazyURL(url).text == "http://b.example/c/a.png?q")
        #expect(!LazyURL(url).isPlain)
    }

    @Test func knowsFiles() {
        #expect(LazyURL(URL(filePath: "/a b")).isFile)
    }

    @Test func isTheSameFromTextAndFromURL() throws {
        let url = try #require(URL(string: Self.text))
        let (left, right) = (LazyURL(plain: Self.text), LazyURL(url))
        #expect(left == right && left.hashValue == right.hashValue)
        #expect(left == LazyURL(plain: Self.text))
        #expect(left != LazyURL(plain: Self.text + "&t"))
        #expect(right != LazyURL(plain: Self.text + "&t"))
    }

    @Test func changesWithTheRequest() throws {
        let url = try #require(URL(string: Self.text))
        var request = DataRequest(url: URL(filePath: "/a"))
        request.url = url
        #expect(request == DataRequest(url: url))
        #expect(request.address.text == Self.text)
    }
}
