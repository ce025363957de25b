#if Curl
import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Host names beyond ASCII, in a process whose locale is that of C.
@Suite(.timeLimit(.minutes(1)))
struct InternationalNameTests {
    static let names: [(written: String, host: String)] = [
        ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.Example", "xn--bcher-kva.example"),
        ("straße.example", "xn--strae-oqa.example"), ("日本語。example", "xn--wgv71a119e.example"),
        ("ｅｘａｍｐｌｅ.example", "example.example"), ("xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("bücher.example.", "xn--bcher-kva.example."), ("１２７.0.0.1", "127.0.0.1"), ("😀.example", "xn--e28h.example"),
    ]

    @Test(arguments: names)
    func becomeNamesThatNameServersKnow(written: String, host: String) throws {
        // With ICU, as in this process, Foundation converts names by itself. Without it, it encodes them.
        for name in [written, written.percentEncoded()] {
            let url = try #require(URL(string: "http://u:p@\(name):81/ü?ü"))
            #expect(Origin(url)?.host == host)
            var request = DataRequest(url: url)
            #expect(request.url.absoluteString == "http://u:p@\(host):81/%C3%BC?%C3%BC")
            request.url = URL(filePath: "/")
            request.url = url
            #expect(request.url.absoluteString == "http://u:p@\(host):81/%C3%BC?%C3%BC")
        }
    }

    /// The mapping of wide characters makes of some a character that would end the host.
    @Test(arguments: ["ａ／b.example", "ａ＠b.example", "ａ：80", "ａ％41", "\u{200d}"])
    func areNotURLsIfTheyCannotBeConverted(name: String) async throws {
        let url = try #require(URL(string: "http://\(name.percentEncoded())/"))
        #expect(Origin(url) == nil)
        let loader = DataLoader()
        await #expect(throws: DataLoadError(.malformedURL, url)) { try await loader.data(for: DataRequest(url: url)) }
        await loader.shutdown()
    }

    /// libcurl would decode it, behind the back of those who judge it.
    @Test func aHostWithAnEscapeIsNone() async throws {
        let server = try LoopbackServer { _ in .ok("x") }
        for host in ["%31%32%37.0.0.1", "127.0.0%2e1", "b%C3%BCch%65r.example"] {
            let url = try #require(URL(string: "http://\(host):\(server.port)/"))
            #expect(Origin(url) == nil)
            let loader = DataLoader()
            for reach in [DataRequest.Reach.anywhere, .publicOnly] {
                await #expect(throws: DataLoadError(.malformedURL, url)) {
                    try await loader.data(for: DataRequest(url: url, reach: reach))
                }
            }
            await loader.shutdown()
        }
        #expect(server.log.connectionCount == 0)
    }

    @Test func areLoadedUnderTheConvertedName() async throws {
        let server = try LoopbackServer { request in
            let port = request["Host"]?.split(separator: ":").last ?? ""
            return request.target == "/" ? .redirect(to: "http://STRASSE.bücher.example:\(port)/a b%20c") : .ok("x")
        }
        var configuration = DataLoader.Configuration()
        for name in ["xn--bcher-kva.example", "strasse.xn--bcher-kva.example"] {
            configuration.hostAddresses["\(name):\(server.port)"] = "127.0.0.1"
        }
        let loader = DataLoader(configuration: configuration)
        let url = try #require(URL(written: "http://bücher.example:\(server.port)/"))
        let request = DataRequest(
            url: url, originFields: HeaderFields([.init(name: "X-Key", value: "k")].compactMap(\.self)))
        let response = try await loader.data(for: request)
        #expect(response.head.url.absoluteString == "http://strasse.xn--bcher-kva.example:\(server.port)/a%20b%20c")
        #expect(server.requests.map { $0["X-Key"] } == ["k", nil])
        #expect(server.requests.first?["Host"] == "xn--bcher-kva.example:\(server.port)")
        await loader.shutdown()
    }

    @Test func aWideAddressIsAnAddress() async throws {
        let server = try LoopbackServer { _ in .ok("x") }
        let loader = DataLoader()
        let url = try #require(URL(written: "http://１２７.０.０.１:\(server.port)/"))
        await #expect(throws: DataLoadError(.privateAddress, server.url("/"))) {
            try await loader.data(for: DataRequest(url: url, reach: .publicOnly))
        }
        #expect(try await loader.data(for: DataRequest(url: url)).body == Array("x".utf8))
        await loader.shutdown()
    }
}
#endif
