import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What a catalog's server is asked by one reading after the other, and what is kept of its answers.
@Suite(.timeLimit(.minutes(1)))
struct CatalogRevalidationTests {
    /// A catalog of pages that a test changes between readings.
    private final class Pages: Sendable {
        struct Page {
            var ids: ClosedRange<Int>
            var version = 1
        }

        struct State {
            var pages: [Page]
            var control: String?
            var repeatsLinks = true
            var statusOfAll: Int?
            var tagOf304: String?
        }

        let state: Lock<State>

        init(_ pages: [ClosedRange<Int>], control: String? = nil) {
            state = Lock(State(pages: pages.map { Page(ids: $0) }, control: control))
        }

        func answer(_ request: RecordedRequest) -> Answer {
            let state = state.withLock { $0 }
            if let code = state.statusOfAll { return .status(code) }
            let number = Int(request.target.dropFirst("/c?page=".count)) ?? 1
            guard number <= state.pages.count else { return .status(404) }
            let page = state.pages[number - 1]
            let tag = "\"\(number).\(page.version)\""
            let is304 = request["If-None-Match"] == tag
            var lines = ["ETag: " + (is304 ? state.tagOf304 ?? tag : tag)]
            if let control = state.control { lines.append("Cache-Control: " + control) }
            if number < state.pages.count, !is304 || state.repeatsLinks {
                lines.append("Link: <?page=\(number + 1)>; rel=next")
            }
            let body = is304 ? [] : Records.catalog(page.ids.map { Records.record($0) })
            if !is304 { lines.append("Content-Length: \(body.count)") }
            let head = "HTTP/1.1 \(is304 ? "304 Not Modified" : "200 OK")\r\n" + lines.joined(separator: "\r\n")
            return .raw(Array((head + "\r\n\r\n").utf8) + body)
        }
    }

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func loader(
        _ server: LoopbackServer, _ dataLoader: any DataLoading, isRefreshing: Bool = false, isOffline: Bool = false,
        token: String? = nil
    ) -> SupplierLoader {
        var configuration = SupplierLoader.Configuration()
        configuration.isRefreshing = isRefreshing
        configuration.isOffline = isOffline
        configuration.originFields = HeaderFields(
            token.flatMap { HeaderFields.Field(name: "Authorization", value: $0) }.map { [$0] } ?? [])
        let cache = DiskCache(directory: directory.path(of: "cache"))
        return SupplierLoader(
            location: .remote(server.url("/c?page=1")), configuration: configuration, dataLoader: dataLoader,
            cache: cache)
    }

    /// The ids of one reading, in order.
    private func read(
        _ server: LoopbackServer, isRefreshing: Bool = false, isOffline: Bool = false, token: String? = nil
    ) async throws -> [Int] {
        let dataLoader = DataLoader()
        let loader = loader(server, dataLoader, isRefreshing: isRefreshing, isOffline: isOffline, token: token)
        var ids: [Int] = []
        for try await batch in loader.suppliers() { ids += batch.suppliers.compactMap { Int($0.id.rawValue) } }
        await dataLoader.shutdown()
        return ids
    }

    /// The ids of one reading that needs no more than a supplier with this id; no others, where an index knows it.
    private func lookUp(_ id: Int, _ server: LoopbackServer, isOffline: Bool = false) async throws -> [Int] {
        let dataLoader = DataLoader()
        let stream = loader(server, dataLoader, isOffline: isOffline).suppliers(
            renderedBy: { nil }, preferring: Supplier.ID(id))
        var ids: [Int] = []
        for try await batch in stream { ids += batch.suppliers.compactMap { Int($0.id.rawValue) } }
        await dataLoader.shutdown()
        return ids
    }

    /// What the requests after the first ones asked for: the page, and whether under a condition.
    private func asked(_ server: LoopbackServer, since count: Int = 0) -> [String] {
        server.requests.dropFirst(count).map { request in
            "\(request.target.dropFirst("/c?page=".count))" + (request["If-None-Match"] == nil ? "" : "?")
        }
    }

    private func files(_ namespace: String) throws -> [String] {
        try directory.files().filter { $0.hasPrefix("cache/\(namespace)/") && !$0.contains("/.") }
    }

    @Test func anUnchangedCatalogCostsNoBodyAndKeepsItsSnapshot() async throws {
        let pages = Pages([1...300])
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        #expect(try await read(server) == Array(1...300))
        let (sent, snapshot) = (server.log.sentByteCount, try files("catalogs"))
        let bytes = try directory.read(try #require(snapshot.first))
        #expect(try await read(server) == Array(1...300))
        #expect(asked(server) == ["1", "1?"])
        #expect(server.log.sentByteCount - sent < 1000)
        #expect(try files("catalogs") == snapshot)
        #expect(try directory.read(try #require(snapshot.first)) == bytes)
        #expect(try await lookUp(299, server, isOffline: true) == [299])
    }

    @Test(arguments: [[1...300], [1...150, 151...300]])
    func theIndexAnswersOnceTheServerHasSaidThatNothingChanged(ranges: [ClosedRange<Int>]) async throws {
        let pages = Pages(ranges)
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        _ = try await read(server)
        #expect(try await lookUp(299, server) == [299])
        #expect(asked(server, since: ranges.count) == ranges.indices.map { "\($0 + 1)?" })
        #expect(try await lookUp(301, server) == Array(1...300))
        pages.state.withLock { $0.pages[ranges.count - 1] = .init(ids: 500...510, version: 2) }
        #expect(try await lookUp(1, server) == ranges.dropLast().flatMap(Array.init) + Array(500...510))
        #expect(try await lookUp(505, server) == [505])
    }

    @Test func nobodyIsAskedWhileTheServerSaidSo() async throws {
        let pages = Pages([1...2, 3...4], control: "max-age=60")
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        for _ in 0..<2 { #expect(try await read(server) == [1, 2, 3, 4]) }
        #expect(asked(server) == ["1", "2"])
        #expect(try await lookUp(3, server) == [3])
        #expect(try await read(server, isRefreshing: true) == [1, 2, 3, 4])
        #expect(asked(server, since: 2) == ["1?", "2?"])
    }

    @Test(arguments: [[1...4], [1...2, 3...4]])
    func aLifetimeThatComesWithA304Counts(ranges: [ClosedRange<Int>]) async throws {
        let pages = Pages(ranges)
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        _ = try await read(server)
        pages.state.withLock { $0.control = "max-age=60" }
        for _ in 0..<3 { #expect(try await read(server) == [1, 2, 3, 4]) }
        #expect(asked(server).count == 2 * ranges.count)
        #expect(try await lookUp(4, server) == [4])
    }

    /// Unchanged pages were passed over, and nothing is copied from the old snapshot.
    @Test(arguments: 0...6)
    func allPagesAreReadOnceOneHasChanged(changed: Int) async throws {
        var ranges = (0..<7).map { ($0 * 10 + 1)...($0 * 10 + 10) }
        let pages = Pages(ranges)
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        #expect(try await read(server) == Array(1...70))
        let start = 1000 * (changed + 1)
        ranges[changed] = start...(start + 70)
        pages.state.withLock { $0.pages[changed] = .init(ids: start...(start + 70), version: 2) }
        let all = ranges.flatMap(Array.init)
        #expect(try await read(server) == all)
        let asked = asked(server, since: 7)
        let conditional = (1...(changed + 1)).map { "\($0)?" }
        // A first page that has changed is read at once.
        #expect(asked == conditional + ((changed == 0 ? 2 : 1)...7).map(String.init))
        #expect(try await read(server, isOffline: true) == all)
        for id in [all.first, all.last, start] {
            #expect(try await lookUp(id ?? 0, server, isOffline: true) == [id])
        }
        #expect(try await read(server) == all)
        #expect(self.asked(server, since: 7 + asked.count) == (1...7).map { "\($0)?" })
    }

    @Test func aServerThatFailsBeforeAnyPageIsReadIsStoodInFor() async throws {
        let pages = Pages([1...2, 3...4])
        let server = try LoopbackServer { request in
            request.target.hasSuffix("2") && pages.state.withLock { $0.pages[1].version } == 2
                ? .status(404) : pages.answer(request)
        }
        defer { server.stop() }
        _ = try await read(server)
        pages.state.withLock { $0.pages[1].version = 2 }
        #expect(try await read(server) == [1, 2, 3, 4])
        #expect(asked(server, since: 2) == ["1?", "2?"])
    }

    @Test func anotherShapeReadsPagesThatTheSnapshotDoesNotHave() async throws {
        let server = try LoopbackServer { request in
            guard request["If-None-Match"] == nil else { return .status(304) }
            let number = request.target.hasSuffix("=2") ? 2 : 1
            let more = number == 1 ? ",\"more\":\"/c?page=2\"" : ""
            return .ok(Array("{\"data\":[\(Records.record(number))]\(more)}".utf8), fields: ["ETag": "\"\(number)\""])
        }
        defer { server.stop() }
        let dataLoader = DataLoader()
        for (next, ids) in [(nil, ["1"]), ("more", ["1", "2"]), ("more", ["1", "2"]), ("", ["1"])] {
            var configuration = SupplierLoader.Configuration()
            if let next { configuration.shape = try CatalogShape([.next: next]) }
            let loader = SupplierLoader(
                location: .remote(server.url("/c?page=1")), configuration: configuration, dataLoader: dataLoader,
                cache: DiskCache(directory: directory.path(of: "cache")))
            var found: [String] = []
            for try await batch in loader.suppliers() { found += batch.suppliers.map(\.id.rawValue) }
            #expect(found == ids)
        }
        #expect(asked(server) == ["1", "1", "2", "1?", "2?", "1"])
        await dataLoader.shutdown()
    }

    @Test func aLinkThatA304DoesNotRepeatStillHolds() async throws {
        let pages = Pages([1...2, 3...4, 5...6])
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        _ = try await read(server)
        pages.state.withLock { $0.repeatsLinks = false }
        #expect(try await read(server) == Array(1...6))
        #expect(asked(server, since: 3) == ["1?", "2?", "3?"])
    }

    @Test func pagesCanComeAndGo() async throws {
        let pages = Pages([1...2])
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        _ = try await read(server)
        pages.state.withLock { $0.pages.append(.init(ids: 3...4)) }
        #expect(try await read(server) == [1, 2, 3, 4])
        #expect(asked(server, since: 1) == ["1?", "1", "2"])
        #expect(try await read(server, isOffline: true) == [1, 2, 3, 4])
        #expect(try await lookUp(1, server, isOffline: true) == [1])
        pages.state.withLock { $0.pages = [.init(ids: 8...9, version: 2)] }
        #expect(try await read(server) == [8, 9])
        #expect(try await read(server, isOffline: true) == [8, 9])
    }

    @Test func a304ThatMeansAnotherBodyIsAskedAboutAgain() async throws {
        let pages = Pages([1...2])
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        _ = try await read(server)
        pages.state.withLock { $0.tagOf304 = "\"other\"" }
        #expect(try await read(server) == [1, 2])
        #expect(asked(server) == ["1", "1?", "1"])
    }

    @Test func aSnapshotThatIsGoneIsAskedForAnew() async throws {
        let pages = Pages([1...2])
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        _ = try await read(server)
        try FileManager.default.removeItem(atPath: directory.path(of: try #require(try files("catalogs").first)))
        #expect(try await read(server) == [1, 2])
        #expect(asked(server) == ["1", "1"])
    }

    @Test func whatMayNotBeStoredIsNotAndEndsWhatWas() async throws {
        let pages = Pages([1...2, 3...4])
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        _ = try await read(server)
        pages.state.withLock { state in
            state.control = "no-store"
            state.pages[1] = .init(ids: 5...6, version: 2)
        }
        #expect(try await read(server) == [1, 2, 5, 6])
        for namespace in ["catalogs", "pages", "indexes"] { #expect(try files(namespace).isEmpty) }
        #expect(try await read(server) == [1, 2, 5, 6])
        #expect(try files("catalogs").isEmpty)
    }

    @Test func aLookupEndsWhatMayNotBeStoredAnyMore() async throws {
        let pages = Pages([1...3000])
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        _ = try await read(server)
        for file in try files("indexes") { try FileManager.default.removeItem(atPath: directory.path(of: file)) }
        pages.state.withLock { $0.control = "no-store" }
        let loader = loader(server, DataLoader())
        #expect(try await loader.supplier(withID: Supplier.ID(1)) != nil)
        try await poll { try files("catalogs").isEmpty }
    }

    @Test func aServerThatFailsIsStoodInForWhateverItSaidBefore() async throws {
        let pages = Pages([1...2], control: "no-cache")
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        _ = try await read(server)
        pages.state.withLock { $0.statusOfAll = 404 }
        #expect(try await read(server) == [1, 2])
    }

    @Test func anotherTokenIsAskedForAnewWhereTheServerVariesByIt() async throws {
        let pages = Pages([1...2], control: "max-age=60\r\nVary: Authorization")
        let server = try LoopbackServer { pages.answer($0) }
        defer { server.stop() }
        for token in ["a", "a", "b"] { #expect(try await read(server, token: token) == [1, 2]) }
        #expect(server.requests.map { $0["Authorization"] } == ["a", "b"])
    }
}
