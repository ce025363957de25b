import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// Looking one supplier up by its id, in the index of a snapshot or a file.
@Suite(.timeLimit(.minutes(1)))
struct SupplierLookupTests {
    private let directory: TemporaryDirectory
    private let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private var cache: DiskCache { DiskCache(directory: directory.path(of: "cache")) }

    private func loader(
        _ dataLoader: any DataLoading = ScriptedDataLoader([:]), isOffline: Bool = true, isRefreshing: Bool = false
    ) -> SupplierLoader {
        var configuration = SupplierLoader.Configuration()
        configuration.isOffline = isOffline
        configuration.isRefreshing = isRefreshing
        return SupplierLoader(
            location: .remote(url), configuration: configuration, dataLoader: dataLoader, cache: cache)
    }

    private func reply(_ body: [UInt8], _ fields: [String: String] = [:]) -> ScriptedDataLoader.Reply {
        let fields = fields.compactMap { HeaderFields.Field(name: $0.key, value: $0.value) }
        return ScriptedDataLoader.Reply(steps: [.head, .chunk(body)], fields: HeaderFields(fields))
    }

    /// Reads a catalog that the server sends, and keeps it.
    private func keep(_ replies: [URL: ScriptedDataLoader.Reply]) async throws {
        for try await _ in loader(ScriptedDataLoader(replies), isOffline: false).suppliers() {}
    }

    private func keep(_ records: [String]) async throws {
        try await keep([url: reply(Records.catalog(records))])
    }

    /// What a reading delivers that needs no more than the suppliers with an id: no others, where an index knows them.
    private func lookUp(_ id: Int, _ loader: SupplierLoader) async throws -> (names: [String], issueCount: Int) {
        var (names, issueCount): ([String], Int) = ([], 0)
        for try await batch in loader.suppliers(renderedBy: { nil }, preferring: Supplier.ID(id)) {
            names += batch.suppliers.map(\.fullname)
            issueCount += batch.unnamedBadRecordCount + batch.badRecords.count
        }
        return (names, issueCount)
    }

    /// The files of a namespace in the cache.
    private func files(_ namespace: String) throws -> [String] {
        try directory.files().filter { $0.hasPrefix("cache/\(namespace)/") && !$0.contains("/.") }
    }

    @Test func isAnsweredOfflineForEveryID() async throws {
        try await keep((1...300).map { Records.record($0) } + ["{}", Records.record(7)])
        for id in [1, 2, 150, 300] {
            let found = try await lookUp(id, loader())
            #expect(found.names == ["Supplier \(id)"])
            #expect(found.issueCount == 1)
        }
        #expect(try await lookUp(7, loader()).names.count == 2)
        #expect(try await lookUp(301, loader()).names.count == 301)
        #expect(try await loader().supplier(withID: Supplier.ID(150))?.fullname == "Supplier 150")
        #expect(try await loader().supplier(withID: Supplier.ID(301)) == nil)
    }

    @Test func needsNoServerOnceAnotherLookupHasReadOn() async throws {
        let body = Records.catalog((1...3000).map { Records.record($0) })
        let (gate, middle) = (Gate(), body.count / 2)
        let field = try #require(HeaderFields.Field(name: "Cache-Control", value: "max-age=3600"))
        let reply = ScriptedDataLoader.Reply(
            steps: [.head, .chunk(Array(body[..<middle])), .waitFor(gate), .chunk(Array(body[middle...]))],
            fields: HeaderFields([field]))
        let dataLoader = ScriptedDataLoader([url: reply])
        // Each is answered before the server has sent the end, and none waits for another one.
        var configuration = SupplierLoader.Configuration()
        configuration.catalogClaimTimeout = .seconds(3600)
        for _ in 1...2 {
            let loader = SupplierLoader(
                location: .remote(url), configuration: configuration, dataLoader: dataLoader, cache: cache)
            #expect(try await loader.supplier(withID: Supplier.ID(1)) != nil)
        }
        #expect(dataLoader.log.requests.count == 2)
        gate.open()
        try await poll { try !files("indexes").isEmpty }
        for id in 1...30 {
            let loader = loader(dataLoader, isOffline: false)
            #expect(try await loader.supplier(withID: Supplier.ID(100 * id))?.fullname == "Supplier \(100 * id)")
        }
        #expect(dataLoader.log.requests.count == 2)
    }

    @Test func readsNoFurtherIfTheServerForbidsStoring() async throws {
        let body = Records.catalog((1...3000).map { Records.record($0) })
        let field = try #require(HeaderFields.Field(name: "Cache-Control", value: "no-store"))
        let reply = ScriptedDataLoader.Reply(
            steps: [.head, .chunk(Array(body.prefix(body.count / 2))), .waitFor(Gate())], fields: HeaderFields([field]))
        let dataLoader = ScriptedDataLoader([url: reply])
        #expect(try await loader(dataLoader, isOffline: false).supplier(withID: Supplier.ID(1)) != nil)
        try await dataLoader.until { $0.inFlight == 0 }
        #expect(dataLoader.log.requests.count == 1)
    }

    @Test func findsRecordsOnEveryPage() async throws {
        let second = try #require(URL(string: "?page=2", relativeTo: url)?.absoluteURL)
        let first = reply(Records.catalog((1...50).map { Records.record($0) }), ["Link": "<?page=2>; rel=next"])
        try await keep([url: first, second: reply(Records.catalog((51...90).map { Records.record($0) }))])
        for id in [1, 50, 51, 90] { #expect(try await lookUp(id, loader()).names == ["Supplier \(id)"]) }
    }

    @Test func findsARowInCSV() async throws {
        let rows = (1...300).map { "\($0),2021-01-21T09:11:16.040Z,\"Supplier\n\($0)\",1,K,a@b.example" }
        let text = "\u{feff}id,createdAt,fullname,phone,company,email\r\n" + rows.joined(separator: "\r\n")
        try await keep([url: reply(Array(text.utf8))])
        for id in [1, 2, 150, 300] { #expect(try await lookUp(id, loader()).names == ["Supplier\n\(id)"]) }
        #expect(try await lookUp(301, loader()).names.count == 300)
    }

    @Test func readsALongRecordToItsEnd() async throws {
        let long = #"{"note":"\#(String(repeating: "x", count: 300_000))","# + Records.record(2).dropFirst()
        try await keep([Records.record(1), long, Records.record(3)])
        #expect(try await lookUp(2, loader()).names == ["Supplier 2"])
    }

    @Test(arguments: ["gone", "footer", "entry"])
    func makesTheIndexAnewWhereItIsAbsentOrBroken(damage: String) async throws {
        try await keep([Records.record(1), Records.record(2)])
        let file = try #require(try files("indexes").first)
        if damage == "gone" {
            try FileManager.default.removeItem(atPath: directory.path(of: file))
        } else {
            var bytes = try directory.read(file)
            for place in damage == "footer" ? [bytes.count - 60] : Array(0..<32) {
                bytes[place] ^= 1
            }
            try directory.write(bytes, to: file)
        }
        #expect(try await lookUp(2, loader()).names.count == 2)
        #expect(try await lookUp(2, loader()).names == ["Supplier 2"])
    }

    @Test func doesNotUseTheIndexOfAnotherSnapshot() async throws {
        try await keep([Records.record(1), Records.record(2)])
        let index = try #require(try files("indexes").first)
        let stale = try directory.read(index)
        try await keep([Records.record(2), Records.record(1)])
        try directory.write(stale, to: index)
        #expect(try await lookUp(2, loader()).names == ["Supplier 2", "Supplier 1"])
    }

    @Test(arguments: [
        ("max-age=60", true), ("public, Max-Age=\"60\"", true), ("max-age=0", false), ("no-cache, max-age=60", false),
        ("", false),
    ])
    func needsNoServerWhileTheSnapshotIsFresh(control: String, isFresh: Bool) async throws {
        try await keep([url: reply(Records.catalog((1...3).map { Records.record($0) }), ["Cache-Control": control])])
        for isRefreshing in [false, true] {
            let server = ScriptedDataLoader([:])
            let loader = loader(server, isOffline: false, isRefreshing: isRefreshing)
            if isRefreshing {
                await #expect(throws: CatalogError.self) { try await lookUp(1, loader) }
            } else {
                #expect(try await lookUp(1, loader).names == ["Supplier 1"])
            }
            #expect(server.log.requests.isEmpty == (isFresh && !isRefreshing))
        }
    }

    @Test func namesTheReasonWhereTheServerFails() async throws {
        try await keep((1...3).map { Records.record($0) })
        var sources: [SupplierBatch.Source] = []
        for try await batch in loader(isOffline: false).suppliers(renderedBy: { nil }, preferring: Supplier.ID(2)) {
            sources.append(batch.source)
        }
        guard sources.count == 1,
            case .snapshot(_, .status(url, HTTPStatus(404), retryAfter: nil, reason: nil)) = sources.first
        else {
            Testing.Issue.record("expected the snapshot, found \(sources)")
            return
        }
    }

    // MARK: A file

    private func fileLoader(_ path: String, settlingTime: Duration = .seconds(-1)) -> SupplierLoader {
        var configuration = SupplierLoader.Configuration()
        configuration.fileSettlingTime = settlingTime
        return SupplierLoader(
            location: .file(path: directory.path(of: path)), configuration: configuration, dataLoader: DataLoader(),
            cache: cache)
    }

    @Test func isAnsweredFromAFileThatWasReadBefore() async throws {
        try directory.write(Records.catalog((1...2500).map { Records.record($0) }), to: "c.json")
        #expect(try await lookUp(77, fileLoader("c.json")).names.count == 2500)
        #expect(try await lookUp(77, fileLoader("c.json")).names == ["Supplier 77"])
        #expect(try await fileLoader("c.json").supplier(withID: Supplier.ID(2500))?.fullname == "Supplier 2500")
    }

    @Test func doesNotUseTheIndexOfAFileThatHasChanged() async throws {
        try directory.write(Records.catalog((1...2500).map { Records.record($0) }), to: "c.json")
        _ = try await lookUp(77, fileLoader("c.json"))
        try directory.write(Records.catalog((1...2500).map { Records.record(2501 - $0) }), to: "c.json")
        #expect(try await lookUp(77, fileLoader("c.json")).names.count == 2500)
    }

    @Test func keepsNoIndexOfAFileThatHasJustChangedOrIsSmall() async throws {
        try directory.write(Records.catalog((1...2500).map { Records.record($0) }), to: "c.json")
        try directory.write(Records.catalog((1...25).map { Records.record($0) }), to: "small.json")
        _ = try await lookUp(77, fileLoader("c.json", settlingTime: .seconds(3600)))
        _ = try await lookUp(7, fileLoader("small.json"))
        #expect(try files("indexes").isEmpty)
    }
}
