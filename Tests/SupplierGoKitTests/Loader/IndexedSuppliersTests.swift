import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct IndexedSuppliersTests {
    private let directory: TemporaryDirectory
    private let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private var cache: DiskCache { DiskCache(directory: directory.path(of: "cache")) }

    private func loader(
        _ replies: [URL: ScriptedDataLoader.Reply] = [:], isOffline: Bool = true, isRefreshing: Bool = false
    ) -> SupplierLoader {
        var configuration = SupplierLoader.Configuration()
        configuration.isOffline = isOffline
        configuration.isRefreshing = isRefreshing
        return SupplierLoader(
            location: .remote(url), configuration: configuration, dataLoader: ScriptedDataLoader(replies), cache: cache)
    }

    private func reply(_ body: [UInt8], _ fields: [String: String] = [:]) -> ScriptedDataLoader.Reply {
        let fields = fields.compactMap { HTTPFields.Field(name: $0.key, value: $0.value) }
        return ScriptedDataLoader.Reply(steps: [.head, .chunk(body)], fields: HTTPFields(fields))
    }

    private func read(_ loader: SupplierLoader) async throws {
        for try await _ in loader.suppliers() {}
    }

    /// The files of a namespace in the cache.
    private func files(_ namespace: String) throws -> [String] {
        try directory.files().filter {
            $0.hasPrefix("cache/\(namespace)/") && $0.hasSuffix(namespace == "indexes" ? "x" : "n")
        }
    }

    @Test func answersOfflineForEveryID() async throws {
        let catalog = Records.catalog((1...300).map { Records.record($0) } + ["{}", Records.record(7)])
        try await read(loader([url: reply(catalog)], isOffline: false))
        for id in [1, 2, 150, 300] {
            let found = try #require(await loader().indexedSuppliers(withID: "\(id)"))
            #expect(found.suppliers.map(\.fullname) == ["Supplier \(id)"])
            #expect(found.issueCount == 1)
        }
        #expect(await loader().indexedSuppliers(withID: "7")?.suppliers.count == 2)
        #expect(await loader().indexedSuppliers(withID: "301")?.suppliers.isEmpty == true)
    }

    @Test func findsRecordsOnEveryPage() async throws {
        let second = try #require(URL(string: "?page=2", relativeTo: url)?.absoluteURL)
        let first = reply(Records.catalog((1...50).map { Records.record($0) }), ["Link": "<?page=2>; rel=next"])
        let replies = [url: first, second: reply(Records.catalog((51...90).map { Records.record($0) }))]
        try await read(loader(replies, isOffline: false))
        for id in [1, 50, 51, 90] {
            #expect(
                await loader().indexedSuppliers(withID: "\(id)")?.suppliers.map(\.fullname) == ["Supplier \(id)"])
        }
    }

    @Test func readsALongRecordToItsEnd() async throws {
        let long = #"{"note":"\#(String(repeating: "x", count: 300_000))","# + Records.record(2).dropFirst()
        try await read(
            loader([url: reply(Records.catalog([Records.record(1), long, Records.record(3)]))], isOffline: false))
        #expect(await loader().indexedSuppliers(withID: "2")?.suppliers.count == 1)
    }

    @Test func isMadeAnewByTheNextReadingWhereItIsAbsentOrBroken() async throws {
        try await read(loader([url: reply(Records.catalog([Records.record(1), Records.record(2)]))], isOffline: false))
        for damage in ["gone", "flipped"] {
            let file = try #require(try files("indexes").first)
            if damage == "gone" {
                try FileManager.default.removeItem(atPath: directory.path(of: file))
            } else {
                var bytes = try directory.read(file)
                bytes[20] ^= 1
                try directory.write(bytes, to: file)
            }
            #expect(await loader().indexedSuppliers(withID: "2") == nil)
            try await read(loader())
            #expect(await loader().indexedSuppliers(withID: "2")?.suppliers.count == 1)
        }
    }

    @Test func isOfNoOtherSnapshot() async throws {
        try await read(loader([url: reply(Records.catalog([Records.record(1), Records.record(2)]))], isOffline: false))
        let index = try #require(try files("indexes").first)
        let stale = try directory.read(index)
        try await read(loader([url: reply(Records.catalog([Records.record(2), Records.record(1)]))], isOffline: false))
        try directory.write(stale, to: index)
        #expect(await loader().indexedSuppliers(withID: "2") == nil)
    }

    @Test(arguments: [
        ("max-age=60", true), ("public, Max-Age=\"60\"", true), ("max-age=0", false), ("no-cache, max-age=60", false),
        ("", false),
    ])
    func answersOnlineWhileTheServerSaidSo(control: String, answers: Bool) async throws {
        let catalog = Records.catalog([Records.record(1)])
        try await read(loader([url: reply(catalog, ["Cache-Control": control])], isOffline: false))
        let found = await loader(isOffline: false).indexedSuppliers(withID: "1")
        #expect((found != nil) == answers)
        #expect(await loader(isOffline: false, isRefreshing: true).indexedSuppliers(withID: "1") == nil)
    }

    @Test func hasNoAnswerForOtherLocations() async throws {
        let path = TestData.path("catalog.json")
        let loader = SupplierLoader(location: .file(path: path), dataLoader: ScriptedDataLoader([:]), cache: cache)
        #expect(await loader.indexedSuppliers(withID: "1") == nil)
    }
}
