import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import SupplierGoKit

/// A snapshot whose bytes are not those that were kept: none of them is shown.
@Suite(.timeLimit(.minutes(1)))
struct SnapshotDamageTests {
    private static let count = 4000

    private let directory: TemporaryDirectory
    private let url: URL

    init() throws {
        directory = try TemporaryDirectory()
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private func loader(_ dataLoader: ScriptedDataLoader, isOffline: Bool) -> SupplierLoader {
        var configuration = SupplierLoader.Configuration()
        configuration.isOffline = isOffline
        return SupplierLoader(
            location: .remote(url), configuration: configuration, dataLoader: dataLoader,
            cache: DiskCache(directory: directory.path(of: "cache")))
    }

    private func reply(_ numbers: ClosedRange<Int>, fields: [String: String] = [:]) -> ScriptedDataLoader.Reply {
        let body = Records.catalog(numbers.map { Records.record($0) })
        let fields = fields.compactMap { HeaderFields.Field(name: $0.key, value: $0.value) }
        return ScriptedDataLoader.Reply(steps: [.head, .chunk(body)], fields: HeaderFields(fields))
    }

    /// All that is read, and what ended it.
    private func read(
        _ dataLoader: ScriptedDataLoader = ScriptedDataLoader([:]), isOffline: Bool = true, id: Int? = nil
    ) async -> (ids: [Int], sources: [SupplierBatch.Source], error: (any Error)?) {
        var (ids, sources): ([Int], [SupplierBatch.Source]) = ([], [])
        let stream = loader(dataLoader, isOffline: isOffline).suppliers(
            renderedBy: { nil }, preferring: id.map { Supplier.ID($0) })
        do {
            for try await batch in stream {
                ids += batch.suppliers.compactMap { Int($0.id.rawValue) }
                sources.append(batch.source)
            }
            return (ids, sources, nil)
        } catch {
            return (ids, sources, error)
        }
    }

    /// Keeps a snapshot, and flips a bit of a field of one of its suppliers, by default the phone number; size and
    /// times stay.
    private func keepAndDamage(
        _ id: Int, field: String = "1-555-", fields: [String: String] = [:], withoutIndex: Bool = false
    ) async throws {
        _ = await read(ScriptedDataLoader([url: reply(1...Self.count, fields: fields)]), isOffline: false)
        let files = try directory.files()
        let file = try #require(files.first { $0.hasPrefix("cache/catalogs/") })
        let bytes = try directory.read(file)
        let offset = try #require(bytes.firstRange(of: Array("\(field)\(id)\"".utf8))).upperBound - 2
        let descriptor = try FileDescriptor(opening: directory.path(of: file), O_RDWR)
        let (seconds, rest) = try descriptor.status().modifiedNanoseconds.quotientAndRemainder(
            dividingBy: 1_000_000_000)
        try descriptor.write([bytes[offset] ^ 1], at: offset)
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        #expect(unsafe futimens(descriptor.rawValue, [time, time]) == 0)
        guard withoutIndex else { return }
        let index = try #require(files.first { $0.hasPrefix("cache/indexes/") })
        try FileManager.default.removeItem(atPath: directory.path(of: index))
    }

    @Test(arguments: [1, count], [false, true])
    func isNotShownOffline(id: Int, withoutIndex: Bool) async throws {
        try await keepAndDamage(id, withoutIndex: withoutIndex)
        let result = await read()
        #expect(result.ids.isEmpty)
        #expect(result.error as? CatalogError == .damagedSnapshot(url))
        #expect(await read().error as? CatalogError == .noSnapshot(url))
    }

    @Test func isNotLookedUpOffline() async throws {
        try await keepAndDamage(Self.count, field: "{\"id\":\"")
        #expect(await read(id: 1).ids == [1])
        let result = await read(id: Self.count)
        #expect(result.ids.isEmpty)
        #expect(result.error as? CatalogError == .damagedSnapshot(url))
    }

    /// The index knows all ids, so that the snapshot is not read.
    @Test func isNotReadForAnIDThatItDoesNotHave() async throws {
        try await keepAndDamage(1)
        let absent = Supplier.ID(Self.count + 1)
        var loader = loader(ScriptedDataLoader([:]), isOffline: true)
        #expect(try await loader.supplier(withID: absent) == nil)
        let now = try #require(Timestamp("2026-11-23T09:11:16.040Z"))
        try loader.edits.add(absent, [.fullname: "Ana Lima", .company: "C"], at: now)
        #expect(try await loader.supplier(withID: absent)?.fullname == "Ana Lima")
    }

    @Test(arguments: [1, count])
    func isAskedForAnewWhereItIsFresh(id: Int) async throws {
        try await keepAndDamage(id, fields: ["Cache-Control": "max-age=60"])
        let server = ScriptedDataLoader([url: reply(1...Self.count)])
        let result = await read(server, isOffline: false)
        #expect(result.error == nil)
        #expect(result.ids.sorted() == Array(1...Self.count))
        #expect(result.sources.last == .location)
        #expect(server.log.requests.count == 1)
    }

    @Test func doesNotServeWhereTheServerFails() async throws {
        try await keepAndDamage(1)
        let result = await read(ScriptedDataLoader([url: .status(500)]), isOffline: false)
        #expect(result.ids.isEmpty)
        #expect(result.error as? CatalogError == .status(url, HTTPStatus(500)))
    }

    @Test(arguments: [1, count])
    func isAskedForAnewAfterA304(id: Int) async throws {
        try await keepAndDamage(id, fields: ["ETag": "\"a\""])
        let server = RevalidatingLoader(reply: reply(1...Self.count))
        var ids: [Int] = []
        let loader = SupplierLoader(
            location: .remote(url), dataLoader: server, cache: DiskCache(directory: directory.path(of: "cache")))
        for try await batch in loader.suppliers() { ids += batch.suppliers.compactMap { Int($0.id.rawValue) } }
        #expect(ids == Array(1...Self.count))
        #expect(server.tags.withLock { $0 } == ["\"a\"", nil])
    }
}

/// A snapshot that the cache has and cannot read.
@Suite(.timeLimit(.minutes(1)))
struct UnreadableSnapshotTests {
    private let url: URL
    private let bytes = Records.catalog((1...5).map { Records.record($0) })
    private static let error = CacheError.failed(operation: "read", path: "/x", errorNumber: EIO)

    init() throws {
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    /// A server that says that its catalog has not changed, and a cache that has it and cannot read it.
    private func parts() async throws -> (server: RevalidatingLoader, cache: AlteredCache) {
        let tag = try #require(HeaderFields.Field(name: "ETag", value: "\"a\""))
        let server = RevalidatingLoader(
            reply: ScriptedDataLoader.Reply(steps: [.head, .chunk(bytes)], fields: HeaderFields([tag])))
        let cache = MemoryCache()
        for try await _ in SupplierLoader(location: .remote(url), dataLoader: server, cache: cache).suppliers() {}
        return (server, AlteredCache(cache: cache, bytes: { _, _ throws(CacheError) in throw Self.error }))
    }

    @Test func isAskedForAnewAfterA304() async throws {
        let (server, cache) = try await parts()
        var ids: [String] = []
        let loader = SupplierLoader(location: .remote(url), dataLoader: server, cache: cache)
        for try await batch in loader.suppliers() { ids += batch.suppliers.map(\.id.rawValue) }
        #expect(ids == ["1", "2", "3", "4", "5"])
        #expect(server.tags.withLock { $0 } == [nil, "\"a\"", nil])
    }

    @Test func endsTheCatalogOffline() async throws {
        let (server, cache) = try await parts()
        let loader = SupplierLoader(location: .remote(url), dataLoader: server, cache: cache).offline
        await #expect(throws: CatalogError.unreadableSnapshot(url, Self.error)) {
            for try await _ in loader.suppliers() {}
        }
        // It was not damaged, so it stays.
        #expect(cache.cache[CacheKey(snapshotOf: url)] == bytes)
        let unreadable = SupplierLoader(
            location: .remote(url), dataLoader: server, cache: MemoryCache(readError: Self.error)
        ).offline
        await #expect(throws: CatalogError.unreadableSnapshot(url, Self.error)) {
            for try await _ in unreadable.suppliers() {}
        }
    }

    @Test func standardInputThatCannotBeReadEndsTheCatalogWithItsError() throws {
        let error = try CatalogError(FileError(.read, "standard input", EISDIR))
        #expect("\(error)".hasPrefix("the catalog's file 'standard input' cannot be read"))
        guard case .unreadableFile = error else {
            Issue.record("\(error)")
            return
        }
    }
}

/// Says that a catalog has not changed, or sends it if that is not asked.
private final class RevalidatingLoader: DataLoading {
    /// The tags that were asked about.
    let tags = Lock<[String?]>([])
    private let reply: ScriptedDataLoader.Reply

    init(reply: ScriptedDataLoader.Reply) {
        self.reply = reply
    }

    func stream(for request: DataRequest) async throws -> DataStream {
        let tag = request.fields["If-None-Match"]
        tags.withLock { $0.append(tag) }
        guard tag != nil else { return try await ScriptedDataLoader([request.url: reply]).stream(for: request) }
        return DataStream(
            head: DataResponse.Head(url: request.url, status: HTTPStatus(304)), chunks: ByteChunks { nil })
    }
}
