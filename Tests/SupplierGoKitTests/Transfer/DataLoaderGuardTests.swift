#if Curl
import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct DataLoaderGuardTests {
    private func loader(resolving host: String? = nil, port: UInt16 = 0) -> DataLoader {
        var configuration = DataLoader.Configuration()
        configuration.retryLimit = 0
        if let host { configuration.hostAddresses["\(host):\(port)"] = "127.0.0.1" }
        return DataLoader(configuration: configuration)
    }

    @Test func refusesInnerAddressesByTheirText() async throws {
        let server = try LoopbackServer { _ in .ok("x") }
        let loader = loader()
        let url = server.url("/")
        await #expect(throws: DataLoadError(.privateAddress, url)) {
            try await loader.data(for: DataRequest(url: url, reach: .publicOnly))
        }
        #expect(server.log.connectionCount == 0)
        await loader.shutdown()
    }

    /// The proxy would connect to the address without its zone.
    @Test(arguments: ["http://[::1%25x]/", "http://[::ffff:169.254.169.254%25x]/"])
    func refusesInnerAddressesWithAZoneBehindAProxy(text: String) async throws {
        let proxy = try LoopbackServer { _ in .ok("x") }
        var configuration = DataLoader.Configuration()
        configuration.proxy = proxy.url("").absoluteString
        let loader = DataLoader(configuration: configuration)
        let url = try #require(URL(string: text))
        await #expect(throws: DataLoadError(.privateAddress, url)) {
            try await loader.data(for: DataRequest(url: url, reach: .publicOnly))
        }
        #expect(proxy.log.connectionCount == 0)
        await loader.shutdown()
    }

    @Test func refusesNamesThatLeadToInnerAddresses() async throws {
        let server = try LoopbackServer { _ in .ok("x") }
        let loader = loader(resolving: "pictures.example", port: server.port)
        let url = try #require(URL(string: "http://pictures.example:\(server.port)/"))
        await #expect(throws: DataLoadError(.privateAddress, url)) {
            try await loader.data(for: DataRequest(url: url, reach: .publicOnly))
        }
        #expect(server.log.connectionCount == 0)
        #expect(try await loader.data(for: DataRequest(url: url)).body == Array("x".utf8))
        await loader.shutdown()
    }

    @Test func refusesConnectionsThatSomebodyElseOpened() async throws {
        let server = try LoopbackServer { .ok($0.target) }
        let loader = loader(resolving: "pictures.example", port: server.port)
        let url = try #require(URL(string: "http://pictures.example:\(server.port)/"))
        _ = try await loader.data(for: DataRequest(url: url))
        await #expect(throws: DataLoadError(.privateAddress, url)) {
            try await loader.data(for: DataRequest(url: url, reach: .publicOnly))
        }
        #expect(server.requests.count == 1)
        await loader.shutdown()
    }

    @Test func letsAnInnerServerLeadAnywhere() async throws {
        let target = try LoopbackServer { _ in .ok("there") }
        let server = try LoopbackServer { _ in .redirect(to: target.url("/").absoluteString) }
        let loader = loader()
        let response = try await loader.data(
            for: DataRequest(url: server.url("/"), reach: .stayingPublic))
        #expect(response.body == Array("there".utf8))
        #expect(response.head.remoteAddress == "127.0.0.1")
        await loader.shutdown()
    }

    @Test func knowsTheAddressOfAReusedConnection() async throws {
        let server = try LoopbackServer { _ in .ok("x") }
        let loader = loader()
        for isReused in [false, true] {
            let response = try await loader.data(for: DataRequest(url: server.url("/")))
            #expect(response.metrics?.reusesConnection == isReused)
            #expect(response.head.remoteAddress == "127.0.0.1")
        }
        await loader.shutdown()
    }

    @Test func ledOutwardsARedirectMayNotLeadInside() throws {
        let url = try #require(URL(string: "http://a.example/"))
        let inner = try #require(URL(string: "http://b.example/"))
        for (address, isGuarded) in [("8.8.8.8", true), ("10.0.0.1", false), (nil, true)] {
            let transfer = try Transfer(sending: DataRequest(url: url, reach: .stayingPublic))
            let target = try Transfer(sending: DataRequest(url: inner))
            transfer.metrics.remoteAddress = address
            #expect(!transfer.isGuarded)
            transfer.redirect(to: inner, target.host, by: HTTPStatus(302), HeaderFields())
            #expect(transfer.url == inner)
            #expect(transfer.isGuarded == isGuarded)
        }
    }
}

extension Transfer {
    /// A request on its way without an engine.
    convenience init(sending request: DataRequest) throws {
        var hosts = Hosts(DataLoader.Configuration())
        let host = hosts.enter(try #require(Origin(request.url)))
        unsafe self.init(request, to: host, TransferContext(.init()), for: Receiver(id: 0, continuation: nil))
    }
}
#endif
