import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct CatalogProvenanceTests {
    private func loader(_ location: CatalogLocation, allowing: Bool = false) -> SupplierLoader {
        var configuration = SupplierLoader.Configuration()
        configuration.allowsPrivateHosts = allowing
        return SupplierLoader(
            location: location, configuration: configuration, dataLoader: ScriptedDataLoader([:]), cache: nil)
    }

    private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func aLocalCatalogIsFree() {
        #expect(loader(.standardInput).avatarReach == .anywhere)
        #expect(loader(.file(path: "/c.json")).avatarReach == .anywhere)
    }

    @Test(arguments: [
        ("http://suppliers.example/c", DataRequest.Reach.publicOnly), ("http://8.8.8.8/c", .publicOnly),
        ("http://127.0.0.1/c", .anywhere), ("http://[::1]/c", .anywhere), ("http://localhost:8080/c", .anywhere),
    ])
    func aURLsTextTellsWhereNothingCameYet(text: String, reach: DataRequest.Reach) throws {
        let url = try url(text)
        #expect(loader(.remote(url)).avatarReach == reach)
        #expect(loader(.remote(url), allowing: true).avatarReach == .anywhere)
    }

    @Test(arguments: [
        (["10.0.0.1"], DataRequest.Reach.anywhere), (["8.8.8.8"], .publicOnly),
        (["10.0.0.1", "8.8.8.8"], .publicOnly), (["8.8.8.8", "10.0.0.1"], .publicOnly), ([nil], .publicOnly),
    ])
    func theAddressesThatPagesCameFromTell(addresses: [String?], reach: DataRequest.Reach) throws {
        let url = try url("http://suppliers.example/c")
        let loader = loader(.remote(url))
        for address in addresses {
            loader.provenance.note(ResponseHead(url: url, status: HTTPStatus(200), remoteAddress: address))
        }
        #expect(loader.avatarReach == reach)
    }

    @Test func aStrangersCatalogReachesNothingInside() async throws {
        let inside = try LoopbackServer { _ in .ok(Records.png()) }
        let record = Records.record(1, avatar: inside.url("/a.png").absoluteString)
        let catalog = try url("http://suppliers.example/c")
        let scripted = ScriptedDataLoader([catalog: .ok(Records.catalog([record]))])
        let listing = SupplierLoader(location: .remote(catalog), dataLoader: scripted, cache: nil)
        var suppliers: [Supplier] = []
        for try await batch in listing.suppliers() { suppliers += batch.suppliers }
        #expect(scripted.log.requests.map(\.reach) == [.outward])
        let dataLoader = DataLoader()
        let loader = SupplierLoader(location: .remote(catalog), dataLoader: dataLoader, cache: nil)
        for await outcome in loader.avatars(for: suppliers) {
            guard case .failed(.transfer(let error)) = outcome.result, error.reason == .innerAddress else {
                Testing.Issue.record("expected a refused address")
                continue
            }
        }
        #expect(inside.log.connectionCount == 0)
        await dataLoader.shutdown()
    }
}
