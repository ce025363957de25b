import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Where redirects lead, over both ways that a transfer may take.
@Suite(.timeLimit(.minutes(1)))
struct RedirectTests {
    /// The URL that is requested in the end is the one that browsers make of the location; `HOST` stands for the
    /// server.
    @Test(
        arguments: [
            ("/b", "/b"), ("b", "/a/b"), ("./b/../c", "/a/c"), ("?q", "/a/?q"), ("/b#f", "/b"), ("//HOST/b", "/b"),
            ("http://HOST/b", "/b"), ("HTTP://HOST/b", "/b"), ("http://HOST", "/"), ("http://HOST?q", "/?q"),
            ("http://HOST#f", "/"), (" /b ", "/b"), ("/b c", "/b%20c"), ("/b%20c", "/b%20c"), ("/b;c", "/b;c"),
            ("/b?x=a b", "/b?x=a%20b"), ("/b?x[1]=a%20b", "/b?x%5B1%5D=a%20b"), ("/é%20b", "/%C3%A9%20b"),
            ("../../b", "/b"), ("/b\\c", "/b%5Cc"), ("/%zz", "/%25zz"),
            ("/é?é", "/%C3%A9?%C3%A9"), ("/b\r\nLocation: /b", "/b"), ("\r\nLocation: /c", "/c"),
            ("/b\r\n c", "/b%20c"), ("/b\r\n\t c", "/b%20c"),
        ])
    func leadsWhereBrowsersGo(redirect: (location: String, target: String)) async throws {
        let server = try server(redirect.location)
        let loader = DataLoader()
        let response = try await loader.data(for: DataRequest(url: server.url("/a/")))
        #expect(String(decoding: response.body, as: UTF8.self) == redirect.target)
        await loader.shutdown()
    }

    @Test(
        arguments: [
            "", "ftp://HOST/b", "javascript:1", "//", "http:b", "http://HOST:x/", "http://a b/", "http://[::1",
            "http://127.0.0%2e1/",
        ])
    func leadsNowhereElse(location: String) async throws {
        let server = try server(location)
        let url = server.url("/a/")
        let loader = DataLoader()
        let refused = location.replacing("HOST", with: "127.0.0.1:\(url.port ?? 0)")
        await #expect(throws: DataLoadError(.refusedRedirect(location: refused), url)) {
            try await loader.data(for: DataRequest(url: url))
        }
        await loader.shutdown()
    }

    @Test func followsNeitherOfTwoTargets() async throws {
        let server = try server("/b\r\nLocation: /c")
        let loader = DataLoader()
        do {
            _ = try await loader.data(for: DataRequest(url: server.url("/a/")))
            Issue.record("expected an error")
        } catch let error as DataLoadError {
            guard case .malformedResponse = error.reason else { throw error }
        }
        #expect(server.requests.map(\.target) == ["/a/"])
        await loader.shutdown()
    }

    private func server(_ location: String) throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request.target == "/a/" else { return .ok(request.target) }
            let location = location.replacing("HOST", with: request["Host"] ?? "")
            let answer = "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
            return .steps(.send(Array(answer.utf8)), .close)
        }
    }
}
