import Foundation
import SupplierGoKit
import SupplierGoTesting
import TestSupport
import Testing

@testable import suppliergo

@Suite(.timeLimit(.minutes(1))) struct CatalogFeedTests {
    private static let console = Console(environment: Environment(variables: [:], directory: "/"))

    private let directory: TemporaryDirectory
    private let mailbox = Mailbox()

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func write(_ catalog: [UInt8]) throws { try directory.write(catalog, to: "c.json") }

    private var fileLoader: SupplierLoader {
        SupplierLoader(location: .file(path: directory.path(of: "c.json")), dataLoader: DataLoader(), cache: nil)
    }

    /// Runs a feed while a function looks at its events.
    private func withFeed(
        _ loader: SupplierLoader, every interval: Duration? = nil, ignoring: [String] = [],
        _ body: (CatalogFeed) async throws -> Void
    ) async throws {
        let settings = "[c]\ncatalog = c.json\n" + ignoring.map { "ignore = \($0)\n" }.joined()
        let invocation = try Invocation(["list", "-c", "c"], of: .suppliergo, in: Self.console.environment) {
            () throws(UsageError) in try Settings(settings, path: "/settings", of: .suppliergo)
        }
        let options = try #require(invocation.list).loading
        let session = Session(loader: loader, options: options, console: Self.console)
        let feed = CatalogFeed(session: session, mailbox: mailbox, interval: interval)
        let task = Task { await feed.run() }
        defer { task.cancel() }
        try await body(feed)
    }

    /// The events up to the end of a reading.
    private func reading() async -> [String] {
        await mailbox.events { if case .catalog(let catalog) = $0 { !catalog.isLoading } else { false } }.names
    }

    @Test func readsTheCatalogAsItArrives() async throws {
        try write(SampleData.catalog(SampleData.suppliers(3)))
        try await withFeed(fileLoader) { _ in
            #expect(await reading() == ["0 loading", "3 loading", "3"])
        }
    }

    @Test func comparesWhatItReadsAgainWithWhatIsShown() async throws {
        try write(SampleData.catalog(SampleData.suppliers(3)))
        try await withFeed(fileLoader) { feed in
            _ = await reading()
            try write(SampleData.catalog(Array(SampleData.suppliers(5).dropFirst())))
            feed.reload()
            #expect(await reading() == ["3 loading", "4: 2 new, 1 gone"])
            feed.reload()
            #expect(await reading() == ["4 loading", "4: nothing new"])
        }
    }

    /// As `list --changes` does it: suppliers with one id are sets, and fields that are ignored do not count.
    @Test func comparesAsListDoes() async throws {
        func write(_ twins: [Int], member: Int) throws {
            let records = twins.map { #"{"id":"1","createdAt":null,"fullname":"Ana \#($0)","phone":"","company":"c","# }
                .map { $0 + #""email":"","rating":\#(member)}"# }
            try self.write(Array("[\(records.joined(separator: ","))]".utf8))
        }
        try write([1, 2], member: 1)
        try await withFeed(fileLoader, ignoring: ["rating"]) { feed in
            _ = await reading()
            try write([2, 1], member: 2)
            feed.reload()
            #expect(await reading() == ["2 loading", "2: nothing new"])
            try write([3, 1], member: 2)
            feed.reload()
            #expect(await reading() == ["2 loading", "2: 1 changed"])
        }
    }

    /// A field that is ignored may change in every record.
    @Test func findsTheOneChangeIfAllRowsDiffer() async throws {
        func write(member: Int, name: String) throws {
            let records = (1...9000).map { id in
                let fullname = id == 8500 ? name : "Ana Lima"
                return #"{"id":"\#(id)","createdAt":null,"fullname":"\#(fullname)","phone":"","company":"c","#
                    + #""email":"","rating":\#(member)}"#
            }
            try self.write(Array("[\(records.joined(separator: ","))]".utf8))
        }
        try write(member: 1, name: "Ana Lima")
        try await withFeed(fileLoader, ignoring: ["rating"]) { feed in
            _ = await reading()
            try write(member: 2, name: "Zoë Lima")
            feed.reload()
            #expect(await reading() == ["9000 loading", "9000: 1 changed"])
        }
    }

    @Test func comparesAllFieldsAndKnowsWhatItSkipped() async throws {
        func write(_ records: String) throws { try self.write(Array("[\(records)]".utf8)) }
        func record(_ id: Int, _ iban: String, company: String = #""c""#) -> String {
            #"{"id":"\#(id)","createdAt":null,"fullname":"Ana","phone":"","company":\#(company),"email":"","#
                + #""iban":"\#(iban)"}"#
        }
        try write([record(1, "a"), record(2, "a"), record(3, "a")].joined(separator: ","))
        try await withFeed(fileLoader) { feed in
            _ = await reading()
            try write([record(1, "b"), record(2, "a", company: "7")].joined(separator: ","))
            feed.reload()
            #expect(await reading() == ["3 loading", "1: 1 changed, 1 gone"])
            try write(record(2, "a") + #",{"fullname":"?"}"#)
            feed.reload()
            #expect(await reading() == ["1 loading", "1: nothing new"])
        }
    }

    /// Its row was the end of the list when its form was opened, before the catalog had arrived.
    @Test func listsAnAddedSupplierLast() async throws {
        try write(SampleData.catalog(SampleData.suppliers(3)))
        let change = SupplierChange(id: Supplier.ID(9), original: nil, kind: .add, row: 1)
        var edits = SupplierEdits()
        try edits.add(change.id, [.fullname: "Ana Lima", .company: "Lima"], at: Timestamp(.now))
        try await withFeed(fileLoader) { [edits] feed in
            _ = await reading()
            feed.show(edits, [change])
            guard case .catalog(let catalog)? = await mailbox.next()?.last else { return #expect(Bool(false)) }
            #expect(catalog.table.row(of: change.id) == 3)
        }
    }

    @Test func keepsWhatIsShownWhereTheCatalogCannotBeReadAgain() async throws {
        try write(SampleData.catalog(SampleData.suppliers(3)))
        try await withFeed(fileLoader) { feed in
            _ = await reading()
            try write(Array("[{".utf8))
            feed.reload()
            #expect(await reading() == ["3 loading", "3 failed 65"])
            try write(SampleData.catalog(SampleData.suppliers(4)))
            feed.reload()
            #expect(await reading() == ["3 loading", "4: 1 new"])
        }
    }

    @Test func startsAgainWhereNothingCouldBeRead() async throws {
        try await withFeed(fileLoader) { feed in
            #expect(await reading() == ["0 loading", "0 failed 66"])
            try write(SampleData.catalog(SampleData.suppliers(2)))
            feed.reload()
            #expect(await reading() == ["0 loading", "2 loading", "2"])
        }
    }

    @Test func asksTheServerAgainWhereTheCatalogWasEmpty() async throws {
        let field = try #require(HeaderFields.Field(name: "Cache-Control", value: "max-age=3600"))
        let reply = ScriptedDataLoader.Reply(steps: [.head, .chunk(Array("[]".utf8))], fields: HeaderFields([field]))
        let dataLoader = ScriptedDataLoader([SampleData.catalogURL: reply])
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: MemoryCache())
        try await withFeed(loader) { feed in
            #expect(await reading() == ["0 loading", "0"])
            feed.reload()
            #expect(await reading() == ["0 loading", "0"])
        }
        #expect(dataLoader.log.requests.count == 2)
    }

    @Test func showsMoreAsItArrivesWhereTheCatalogBrokeOff() async throws {
        func writeBroken(_ count: Int) throws {
            try write(SampleData.catalog(SampleData.suppliers(count)).dropLast(3) + Array(",".utf8))
        }
        try writeBroken(4)
        try await withFeed(fileLoader) { feed in
            #expect(await reading() == ["0 loading", "3 loading", "3 failed 65"])
            // The shown suppliers stay if fewer are read.
            try writeBroken(3)
            feed.reload()
            #expect(await reading() == ["3 loading", "3 failed 65"])
            try writeBroken(5)
            feed.reload()
            #expect(await reading() == ["3 loading", "4 loading", "4 failed 65"])
            try write(SampleData.catalog(SampleData.suppliers(2)))
            feed.reload()
            #expect(await reading() == ["4 loading", "2: 2 gone"])
        }
    }

    @Test func saysWhyASnapshotIsShown() async throws {
        let cache = MemoryCache()
        func loader(_ dataLoader: ScriptedDataLoader) -> SupplierLoader {
            SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: cache)
        }
        for try await _ in loader(ScriptedDataLoader(suppliers: SampleData.suppliers(2))).suppliers() {}
        try await withFeed(loader(ScriptedDataLoader([:], otherwise: .status(503)))) { feed in
            #expect(await reading() == ["2 loading", "2 loading", "2 loading", "2 failed 69"])
            feed.reload()
            #expect(await reading() == ["2 loading", "2 failed 69"])
        }
    }

    @Test(arguments: [
        (0, ["0 loading", "0 loading", "2 loading", "0 loading", "0 failed 65"]),
        (3, ["3 loading", "3 loading", "3 loading", "3 failed 65"]),
    ])
    func showsTheSnapshotAloneWhereTheCatalogBreaksOff(count: Int, events: [String]) async throws {
        let broken = SampleData.catalog(SampleData.suppliers(2)).dropLast(1) + Array(",".utf8)
        let cache = MemoryCache()
        func loader(_ body: [UInt8]) -> SupplierLoader {
            SupplierLoader(
                location: .remote(SampleData.catalogURL), dataLoader: ScriptedDataLoader([:], otherwise: .ok(body)),
                cache: cache)
        }
        let body = count == 0 ? Array("[]".utf8) : SampleData.catalog(SampleData.suppliers(count))
        for try await _ in loader(body).suppliers() {}
        try await withFeed(loader(Array(broken))) { _ in #expect(await reading() == events) }
    }

    @Test func showsTheSnapshotBeforeTheServerAnswers() async throws {
        let cache = MemoryCache()
        func loader(_ dataLoader: ScriptedDataLoader) -> SupplierLoader {
            SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: cache)
        }
        for try await _ in loader(ScriptedDataLoader(suppliers: SampleData.suppliers(2))).suppliers() {}
        try await withFeed(loader(ScriptedDataLoader(suppliers: SampleData.suppliers(3)))) { _ in
            #expect(await reading() == ["2 loading", "2 loading", "2 loading", "3: 1 new"])
        }
    }

    @Test func readsAFreshSnapshotOnce() async throws {
        let field = try #require(HeaderFields.Field(name: "Cache-Control", value: "max-age=3600"))
        let reply = ScriptedDataLoader.Reply(
            steps: [.head, .chunk(SampleData.catalog(SampleData.suppliers(1)))], fields: HeaderFields([field]))
        let dataLoader = ScriptedDataLoader([SampleData.catalogURL: reply])
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: MemoryCache())
        for try await _ in loader.suppliers() {}
        try await withFeed(loader) { _ in
            #expect(await reading() == ["1 loading", "1 loading", "1 loading", "1"])
        }
        #expect(dataLoader.log.requests.count == 1)
    }

    @Test func asksUnderConditionsWhetherSomethingHasChanged() async throws {
        let field = try #require(HeaderFields.Field(name: "ETag", value: "\"1\""))
        let reply = ScriptedDataLoader.Reply(
            steps: [.head, .chunk(SampleData.catalog(SampleData.suppliers(1)))], fields: HeaderFields([field]))
        let dataLoader = ScriptedDataLoader([SampleData.catalogURL: reply])
        let loader = SupplierLoader(
            location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: MemoryCache())
        try await withFeed(loader) { feed in
            _ = await reading()
            feed.reload()
            #expect(await reading() == ["1 loading", "1: nothing new"])
        }
        #expect(dataLoader.log.requests.map { $0.fields["If-None-Match"] } == [nil, "\"1\""])
    }

    @Test func readsOnceAtATime() async throws {
        let (started, gate) = (Gate(), Gate())
        let reply = ScriptedDataLoader.Reply(steps: [
            .open(started), .waitFor(gate), .head, .chunk(SampleData.catalog(SampleData.suppliers(1))),
        ])
        let dataLoader = ScriptedDataLoader([SampleData.catalogURL: reply])
        let loader = SupplierLoader(location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: nil)
        try await withFeed(loader) { feed in
            try await started.opened()
            feed.reload()
            gate.open()
            #expect(await reading() == ["0 loading", "1 loading", "1"])
            feed.reload()
            #expect(await reading() == ["1 loading", "1: nothing new"])
            #expect(dataLoader.log.requests.count == 2)
        }
    }

    @Test func readsAWatchedCatalogByItself() async throws {
        try write(SampleData.catalog(SampleData.suppliers(1)))
        try await withFeed(fileLoader, every: .milliseconds(1)) { _ in
            _ = await reading()
            for _ in 0..<3 { #expect(await reading() == ["1 loading", "1: nothing new"]) }
        }
    }

    private static func failure(_ reason: DataLoadError.Reason) -> CatalogError {
        .unreachable(DataLoadError(reason, SampleData.catalogURL, tryCount: 1))
    }

    @Test(arguments: [
        (5, failure(.unresolvedHost), 99, 3600), (7200, failure(.unresolvedHost), 99, 7200),
        (5, .status(SampleData.catalogURL, HTTPStatus(503), retryAfter: .seconds(7)), 0, 10),
        (5, .status(SampleData.catalogURL, HTTPStatus(503), retryAfter: .seconds(7200)), 0, 7200),
    ])
    func waitsForAnHourAtMostUnlessTheServerAsksForMore(
        interval: Int, error: CatalogError, failureCount: Int, seconds: Int
    ) {
        var failureCount = failureCount
        #expect(CatalogFeed.delay(.seconds(interval), after: error, &failureCount) == .seconds(seconds))
    }

    @Test func waitsTwiceAsLongAfterEveryFailureAndAsBeforeAfterASuccess() {
        let (success, failure) = (CatalogError?.none, CatalogError?.some(Self.failure(.unresolvedHost)))
        var failureCount = 0
        let delays = [success, failure, failure, failure, failure, success, failure].map {
            CatalogFeed.delay(.seconds(5), after: $0, &failureCount)
        }
        #expect(delays == [5, 10, 20, 40, 80, 5, 10].map { .seconds($0) })
    }
}
