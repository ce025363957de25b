import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// The loader through a real proxy.
@Suite(.timeLimit(.minutes(1)), .enabled(if: SquidProxy.isInstalled, Comment(rawValue: SquidProxy.absence)))
struct SquidTests {
    private func loader(through proxy: SquidProxy) -> DataLoader {
        var configuration = DataLoader.Configuration()
        configuration.proxy = proxy.url
        configuration.retryLimit = 0
        configuration.certificateAuthorityFile = TestData.path("tls/authority.pem")
        return DataLoader(configuration: configuration)
    }

    @Test func loadsThroughAProxy() async throws {
        let proxy = try await SquidProxy()
        let server = try LoopbackServer { .ok($0.target) }
        let loader = loader(through: proxy)
        let response = try await loader.data(for: DataRequest(url: server.url("/a")))
        #expect(response.body == Array("/a".utf8))
        #expect(server.requests.first?["Via"]?.contains("squid") == true)
        // The address at the other end of the connection is the proxy's.
        #expect(response.head.remoteAddress == nil)
        await loader.shutdown()
    }

    @Test(.enabled(if: NginxServer.isInstalled, Comment(rawValue: NginxServer.absence)))
    func tunnelsTLSThroughAProxy() async throws {
        let proxy = try await SquidProxy()
        let directory = try TemporaryDirectory()
        try directory.write(Records.png(1), to: "1.png")
        let server = try await NginxServer(serving: directory.path)
        let loader = loader(through: proxy)
        for _ in 0..<2 {
            let response = try await loader.data(for: DataRequest(url: server.secureURL("/1.png")))
            #expect(response.body == Records.png(1))
            #expect(response.metrics?.protocolName == "HTTP/2")
            // Without the proxy it would be the server's.
            #expect(response.head.remoteAddress == nil)
        }
        await loader.shutdown()
    }

    @Test func saysThatTheProxyDoesNotConnect() async throws {
        let proxy = try await SquidProxy()
        let port = try ClosedPort()
        let url = try #require(URL(string: "https://localhost:\(port.port)/"))
        let loader = loader(through: proxy)
        await #expect(throws: DataLoadError(.proxyRefused(HTTPStatus(503)), url)) {
            try await loader.data(for: DataRequest(url: url))
        }
        await loader.shutdown()
    }

    @Test func judgesTheTextOfURLsBehindAProxy() async throws {
        let proxy = try await SquidProxy()
        let server = try LoopbackServer { .ok($0.target) }
        let loader = loader(through: proxy)
        for host in ["127.0.0.1", "localhost", "2130706433", "[::ffff:127.0.0.1]"] {
            let url = try #require(URL(string: "http://\(host):\(server.port)/"))
            await #expect(throws: DataLoadError(.privateAddress, url)) {
                try await loader.data(for: DataRequest(url: url, reach: .publicOnly))
            }
        }
        #expect(server.requests.isEmpty)
        await loader.shutdown()
    }
}
