import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct AvatarFailureTests {
    private static let status = HTTPStatus(404)

    @Test func saysWhatHappenedWithoutAPassword() throws {
        let url = try #require(URL(string: "https://me:secret@suppliers.example/a.png?key=secret&v#secret"))
        let failures: [AvatarOutcome.Error] = [
            .status(url, Self.status), .missing(url, Self.status, since: .now, until: .now), .empty(url),
            .notAnImage(url, contentType: "text/html"), .incomplete(url), .offline(url),
        ]
        for failure in failures {
            #expect(failure.description.hasPrefix("https://suppliers.example/a.png?key=…&… "))
            #expect(!failure.description.contains("secret"))
        }
        let transfer = AvatarOutcome.Error.transfer(DataLoadError(.unresolvedHost, url, tryCount: 4))
        #expect(
            transfer.description == "the host name 'suppliers.example' does not resolve (4 tries)")
        #expect(
            AvatarOutcome.Error.notAnImage(url, contentType: "text/html").description
                == "https://suppliers.example/a.png?key=…&… is not an image, but text/html")
    }

    @Test(arguments: [(404, true), (410, true), (403, false), (500, false)])
    func knowsWhatIsGone(code: Int, isGone: Bool) throws {
        let url = try #require(URL(string: "https://suppliers.example/a.png"))
        #expect(AvatarOutcome.Error.status(url, HTTPStatus(code)).isGone == isGone)
        #expect(!AvatarOutcome.Error.empty(url).isGone)
    }
}
