import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Gives another loader's answers an address.
private struct AddressedLoader: DataLoading {
    let loader: ScriptedDataLoader
    let address: String?

    func stream(for request: DataRequest) async throws -> DataStream {
        let stream = try await loader.stream(for: request)
        let head = DataResponse.Head(
            url: stream.head.url, status: stream.head.status, fields: stream.head.fields, remoteAddress: address)
        return DataStream(head: head, chunks: stream.chunks)
    }
}

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
            var response = StoredResponse(
                url: url.absoluteString, status: HTTPStatus(200), fields: [:], requestedAt: .now, receivedAt: .now)
            response.isFromPublicAddress = address.map { $0 == "8.8.8.8" }
            loader.provenance.add(response)
        }
        #expect(loader.avatarReach == reach)
    }

    /// From the first page on; a catalog on a private address may have its pages where it likes.
    @Test(arguments: [("http://10.0.0.1/c", false), ("http://10.0.0.1/c", true), ("http://8.8.8.8/c", false)])
    func theFirstPageTellsWhereTheOthersMayBe(text: String, allowing: Bool) async throws {
        let url = try url(text)
        let first = Array(#"{"items":[\#(Records.record(1))],"next":"?2"}"#.utf8)
        let dataLoader = ScriptedDataLoader([url: .ok(first)], otherwise: .ok(Records.catalog([Records.record(2)])))
        var configuration = SupplierLoader.Configuration()
        configuration.allowsPrivateHosts = allowing
        let loader = SupplierLoader(
            location: .remote(url), configuration: configuration, dataLoader: dataLoader, cache: nil)
        for try await _ in loader.suppliers() {}
        let isPublic = url.host() == "8.8.8.8"
        let reach: [DataRequest.Reach] =
            allowing ? [.anywhere, .anywhere] : [.stayingPublic, isPublic ? .publicOnly : .stayingPublic]
        #expect(dataLoader.log.requests.map(\.reach) == reach)
    }

    @Test(arguments: [("http://8.8.8.8/c", DataRequest.Reach.publicOnly), ("http://10.0.0.2/c", .anywhere)])
    func theURLThatAnsweredTellsOfASnapshot(answering: String, reach: DataRequest.Reach) async throws {
        let (url, cache) = (try url("http://10.0.0.1/c"), MemoryCache())
        let body = Records.catalog([Records.record(1)])
        let reply = ScriptedDataLoader.Reply(steps: [.head, .chunk(body)], url: try self.url(answering))
        for isOffline in [false, true] {
            var configuration = SupplierLoader.Configuration()
            configuration.isOffline = isOffline
            let loader = SupplierLoader(
                location: .remote(url), configuration: configuration, dataLoader: ScriptedDataLoader([url: reply]),
                cache: cache)
            #expect(loader.avatarReach == .anywhere)
            for try await _ in loader.suppliers() {}
            #expect(loader.avatarReach == reach)
        }
    }

    /// A name that says that it is this machine's can lead to a public server.
    @Test(arguments: [
        ("8.8.8.8" as String?, DataRequest.Reach.publicOnly), ("127.0.0.1", .anywhere), (nil, .anywhere),
    ])
    func aKnownAddressSaysMoreThanTheURL(address: String?, reach: DataRequest.Reach) async throws {
        let (url, cache) = (try url("http://catalog.localhost/c"), MemoryCache())
        let scripted = ScriptedDataLoader([url: .ok(Records.catalog([Records.record(1)]))])
        for isOffline in [false, true] {
            var configuration = SupplierLoader.Configuration()
            configuration.isOffline = isOffline
            let loader = SupplierLoader(
                location: .remote(url), configuration: configuration,
                dataLoader: AddressedLoader(loader: scripted, address: address), cache: cache)
            for try await _ in loader.suppliers() {}
            #expect(loader.avatarReach == reach)
        }
    }

    /// The second reading completes the supplier by the cache.
    @Test(arguments: [
        (nil as String?, DataRequest.Reach.publicOnly), ("8.8.8.8", .publicOnly), ("10.0.0.1", .anywhere),
    ])
    func detailsFromOutsideNameNoAvatarInside(address: String?, reach: DataRequest.Reach) async throws {
        let (cache, body) = (MemoryCache(), Array(#"{"avatar":"http://faces.example/1.png"}"#.utf8))
        let supplier = try #require(Supplier(firstRecordOf: Array(Records.record(1).utf8)))
        for isCompleting in [false, true] {
            var configuration = SupplierLoader.Configuration()
            configuration.shape = try CatalogShape([.detail: "https://details.example/{id}"])
            let scripted = ScriptedDataLoader([:], otherwise: .ok(body))
            let loader = SupplierLoader(
                location: .file(path: "/c.json"), configuration: configuration,
                dataLoader: AddressedLoader(loader: scripted, address: address), cache: cache)
            let completed =
                if isCompleting {
                    try await loader.completed([supplier])[0]
                } else {
                    try await loader.details(of: supplier).supplier
                }
            #expect(completed.avatar?.endpoint == "http://faces.example/1.png")
            _ = try await loader.avatar(for: completed)
            #expect(scripted.log.requests.last?.url == (try url("http://faces.example/1.png")))
            #expect(scripted.log.requests.last?.reach == reach && loader.commonAvatarReach == reach)
            #expect(loader.avatarReach(at: try url("http://faces.example/2.png")) == .anywhere)
        }
    }

    /// A public server's name leads to a machine inside later, whose answer is not a catalog.
    @Test func anAnswerFromInsideDoesNotFreeASnapshotFromOutside() async throws {
        let (url, cache) = (try url("http://suppliers.example/c"), MemoryCache())
        let replies = [("8.8.8.8", Records.catalog([Records.record(1)])), ("10.0.0.1", Array("<html>".utf8))]
        for (address, body) in replies {
            var configuration = SupplierLoader.Configuration()
            (configuration.isRefreshing, configuration.keepsSuppliers) = (true, true)
            let loader = SupplierLoader(
                location: .remote(url), configuration: configuration,
                dataLoader: AddressedLoader(loader: ScriptedDataLoader([url: .ok(body)]), address: address),
                cache: cache)
            var suppliers: [Supplier] = []
            for try await batch in loader.suppliers() { suppliers += batch.suppliers }
            #expect(suppliers.count == 1)
            #expect(loader.avatarReach == .publicOnly)
        }
    }

    /// The third reading is offline.
    @Test(arguments: [
        (["10.0.0.1", "10.0.0.1"], DataRequest.Reach.anywhere), (["8.8.8.8", "8.8.8.8"], .publicOnly),
        (["8.8.8.8", "10.0.0.1"], .publicOnly), (["10.0.0.1", "8.8.8.8"], .publicOnly),
    ])
    func anUnchangedSnapshotIsFromWhereItsPagesCame(addresses: [String], reach: DataRequest.Reach) async throws {
        let (url, cache) = (try url("http://suppliers.example/c"), MemoryCache())
        let body = Records.catalog([Records.record(1)])
        let whole = ScriptedDataLoader.Reply(steps: [.head, .chunk(body)], fields: ["ETag": "\"1\""])
        let replies = [whole, .status(304), .status(404)]
        for (index, reply) in replies.enumerated() {
            var configuration = SupplierLoader.Configuration()
            (configuration.isRefreshing, configuration.isOffline) = (index == 1, index == 2)
            let scripted = ScriptedDataLoader([url: reply])
            let loader = SupplierLoader(
                location: .remote(url), configuration: configuration,
                dataLoader: AddressedLoader(loader: scripted, address: addresses[min(index, 1)]), cache: cache)
            for try await _ in loader.suppliers() {}
            #expect(scripted.log.requests.count == (index < 2 ? 1 : 0))
            if index > 0 { #expect(loader.avatarReach == reach) }
        }
    }

    @Test(arguments: [DataRequest.Reach.publicOnly, .anywhere])
    func anotherProcessMayTell(reach: DataRequest.Reach) throws {
        var configuration = SupplierLoader.Configuration()
        configuration.avatarReach = reach
        for text in ["http://10.0.0.1/c", "http://8.8.8.8/c"] {
            let loader = SupplierLoader(
                location: .remote(try url(text)), configuration: configuration, dataLoader: ScriptedDataLoader([:]),
                cache: nil)
            #expect(loader.avatarReach == reach)
        }
    }

    @Test func aStrangersCatalogReachesNothingInside() async throws {
        let inside = try LoopbackServer { _ in .ok(Records.png()) }
        let record = Records.record(1, avatar: inside.url("/a.png").absoluteString)
        let catalog = try url("http://suppliers.example/c")
        let scripted = ScriptedDataLoader([catalog: .ok(Records.catalog([record]))])
        let listing = SupplierLoader(location: .remote(catalog), dataLoader: scripted, cache: nil)
        var suppliers: [Supplier] = []
        for try await batch in listing.suppliers() { suppliers += batch.suppliers }
        #expect(scripted.log.requests.map(\.reach) == [.stayingPublic])
        let dataLoader = DataLoader()
        let loader = SupplierLoader(location: .remote(catalog), dataLoader: dataLoader, cache: nil)
        for await outcome in loader.avatars(for: suppliers) {
            guard case .failed(.transfer(let error)) = outcome.result, error.reason == .privateAddress else {
                Testing.Issue.record("expected a refused address")
                continue
            }
        }
        #expect(inside.log.connectionCount == 0)
        await dataLoader.shutdown()
    }
}
