import FoundationEssentials
import Glibc
import SupplierGoTesting
import TestSupport
import Testing

@testable import SupplierGoKit

/// A loader and a cache of somebody else's, which throw errors of their own and return too much or too little.
@Suite(.timeLimit(.minutes(1)))
struct CheckedPartsTests {
    private struct ForeignError: Error, CustomStringConvertible {
        let description = "no signal in the tunnel"
    }

    /// A loader that fails before the response, or after the first chunks.
    private struct ForeignLoader: DataLoading {
        var chunks: [[UInt8]]?

        let callsOnFileThreads = Lock(0)

        func stream(for request: DataRequest) async throws -> DataStream {
            if CheckedPartsTests.isOnFileThread { callsOnFileThreads.withLock { $0 += 1 } }
            guard let chunks else { throw ForeignError() }
            let rest = Lock(chunks[...])
            return DataStream(
                head: DataResponse.Head(url: request.url, status: HTTPStatus(200), fields: HeaderFields()),
                chunks: ByteChunks {
                    guard let chunk = rest.withLock({ $0.popFirst() }) else { throw ForeignError() }
                    return chunk
                })
        }
    }

    /// A cache that has one entry more than it was asked for, and no failures.
    private struct ForeignCache: DataCaching {
        static let error = CacheError.refused(path: "", reason: "no signal in the tunnel")

        let cache = MemoryCache()
        var extraEntries: [CacheEntry?] = [nil]
        let calls = Lock(0)
        let callsOnFileThreads = Lock(0)

        func entries(for keys: [CacheKey]) async throws(CacheError) -> [CacheEntry?] {
            calls.withLock { $0 += 1 }
            if CheckedPartsTests.isOnFileThread { callsOnFileThreads.withLock { $0 += 1 } }
            return try await cache.entries(for: keys) + extraEntries
        }
        func bytes(of entry: CacheEntry) async throws(CacheError) -> [UInt8] { throw Self.error }
        func chunks(of entry: CacheEntry) async throws(CacheError) -> ByteChunks { ByteChunks { throw Self.error } }
        func store(
            _ bytes: [UInt8], response: StoredResponse?, for key: CacheKey
        ) async throws(CacheError) -> CacheEntry { throw Self.error }
        func makeWriter(for key: CacheKey) async throws(CacheError) -> any CacheWriting {
            throw Self.error
        }
        func refresh(_ entry: CacheEntry, with response: StoredResponse) async throws(CacheError) -> CacheEntry {
            entry
        }
        func remove(_ entry: CacheEntry) async throws(CacheError) {}
        func claim(_ key: CacheKey) async throws(CacheError) -> CacheClaim? { throw Self.error }
    }

    private let setting: LoaderSetting
    private let bytes = Records.catalog((1...5).map { Records.record($0) })

    init() throws {
        setting = try LoaderSetting()
    }

    private func loader(_ dataLoader: any DataLoading, cache: (any DataCaching)? = nil) -> SupplierLoader {
        SupplierLoader(location: .remote(setting.catalog), dataLoader: dataLoader, cache: cache)
    }

    private func isForeign(_ error: CatalogError?) -> Bool {
        guard case .unreachable(let cause) = error else { return false }
        return cause.url == setting.catalog && "\(cause)".contains("no signal in the tunnel")
    }

    @Test(arguments: [nil, 0, 40])
    func aLoadersOwnErrorFallsBackToTheSnapshot(byteCount: Int?) async throws {
        let cache = MemoryCache()
        let first = loader(ScriptedDataLoader([setting.catalog: .ok(bytes)]), cache: cache)
        for try await _ in first.suppliers() {}
        let chunks = byteCount.map { [Array(bytes.prefix($0))].filter { !$0.isEmpty } }
        var ids: [String] = []
        var source = SupplierBatch.Source.location
        for try await batch in loader(ForeignLoader(chunks: chunks), cache: cache).suppliers() {
            ids += batch.suppliers.map(\.id.rawValue)
            source = batch.source
        }
        #expect(ids == ["1", "2", "3", "4", "5"])
        guard case .snapshot(_, let reason) = source else {
            Issue.record("the snapshot was not read")
            return
        }
        #expect(isForeign(reason))
    }

    @Test func aLoadersOwnErrorIsTheCatalogs() async throws {
        let loader = loader(ForeignLoader())
        let error = await #expect(throws: CatalogError.self) { for try await _ in loader.suppliers() {} }
        #expect(isForeign(error))
    }

    @Test func aLoadersChunksAreHeldToTheLimit() async throws {
        let loader = CheckedLoader.make(ForeignLoader(chunks: [[1, 2], [3, 4], [5]]))
        let request = DataRequest(url: setting.catalog, byteLimit: 3)
        let stream = try await loader.stream(for: request)
        var chunks = stream.chunks.makeAsyncIterator()
        #expect(try await chunks.next() == [1, 2])
        let error = await #expect(throws: DataLoadError.self) { try await chunks.next() }
        #expect(error?.reason == .bodyTooLarge(limit: 3))
    }

    @Test func aLoaderIsHeldToPublicAddresses() async throws {
        let loader = CheckedLoader.make(ForeignLoader(chunks: [[1]]))
        let request = DataRequest(url: try #require(URL(string: "http://127.0.0.1/1.png")), reach: .publicOnly)
        let error = await #expect(throws: DataLoadError.self) { _ = try await loader.stream(for: request) }
        #expect(error?.reason == .privateAddress)
    }

    /// A loader that follows redirects by itself, and may say which address answered.
    private struct RedirectedLoader: DataLoading {
        let url: URL
        let remoteAddress: String?
        var checksAddresses = false

        func stream(for request: DataRequest) async throws -> DataStream {
            let head = DataResponse.Head(url: url, status: HTTPStatus(200), remoteAddress: remoteAddress)
            return DataStream(head: head, chunks: ByteChunks { nil })
        }
    }

    @Test(
        arguments: [
            ("http://a.example/", "http://b.example/", "10.0.0.1", false),
            ("http://a.example/", "http://127.0.0.1/", nil, false),
            ("http://a.example/", "http://b.example/", nil, false),
            ("http://a.example/", "http://b.example/", "8.8.8.8", true),
            ("http://a.example/", "https://a.example/", nil, true),
            ("http://a.example/", "http://a.example/", "10.0.0.1", true),
            ("http://10.0.0.1/", "http://10.0.0.2/", "10.0.0.2", true),
        ] as [(String, String, String?, Bool)])
    func aLoadersRedirectDoesNotLeadInside(
        from: String, to: String, address: String?, isAdmitted: Bool
    ) async throws {
        let (from, to) = (try #require(URL(string: from)), try #require(URL(string: to)))
        let loader = CheckedLoader.make(RedirectedLoader(url: to, remoteAddress: address))
        let request = DataRequest(url: from, reach: .stayingPublic)
        if isAdmitted {
            _ = try await loader.data(for: request)
        } else {
            await #expect(throws: DataLoadError.self) { try await loader.data(for: request) }
        }
        _ = try await loader.data(for: DataRequest(url: from))
    }

    @Test func aLoaderIsNotAskedForAHostWithEscapes() async throws {
        let loader = CheckedLoader.make(ForeignLoader(chunks: [[1]]))
        let url = try #require(URL(string: "http://%31%32%37.0.0.1/"))
        await #expect(throws: DataLoadError(.malformedURL, url)) { try await loader.stream(for: DataRequest(url: url)) }
    }

    @Test func aCacheHasToAnswerForEveryKeyOnce() async throws {
        let loader = loader(ScriptedDataLoader([setting.catalog: .ok(bytes)]), cache: ForeignCache())
        let supplier = setting.supplier(1, "1.png")
        let error = await #expect(throws: CacheError.self) { try await loader.cachedAvatars(for: [supplier]) }
        #expect("\(try #require(error))" == "the cache could not be used: the cache returned 2 entries for 1 keys")
    }

    private static func entries(
        _ change: @escaping @Sendable (CacheEntry) -> CacheEntry
    ) -> @Sendable ([CacheEntry?]) -> [CacheEntry?] {
        { entries in entries.map { $0.map(change) } }
    }

    private static func withSize(_ byteCount: Int) -> @Sendable ([CacheEntry?]) -> [CacheEntry?] {
        entries { CacheEntry(key: $0.key, file: $0.file, byteCount: byteCount, storedAt: $0.storedAt) }
    }

    /// What a cache does to the entries it returns, and to their bytes.
    static let alterations: [(name: String, cache: AlteredCache)] = [
        ("another order", AlteredCache(cache: MemoryCache(), entries: { $0.reversed() })),
        ("no bytes", AlteredCache(cache: MemoryCache(), entries: withSize(0))),
        ("a negative size", AlteredCache(cache: MemoryCache(), entries: withSize(-1))),
        ("too many bytes", AlteredCache(cache: MemoryCache(), bytes: { $1 + [0] })),
        ("too few bytes", AlteredCache(cache: MemoryCache(), bytes: { $1.dropLast() })),
        ("no image", AlteredCache(cache: MemoryCache(), bytes: { _, bytes in bytes.map { _ in 0x20 } })),
    ]

    @Test(arguments: alterations)
    func showsNoAvatarButItsOwn(name: String, cache: AlteredCache) async throws {
        let suppliers = SampleData.suppliers(4)
        let dataLoader = ScriptedDataLoader(suppliers: suppliers)
        for count in 1...2 {
            let loader = SupplierLoader(
                location: .remote(SampleData.catalogURL), dataLoader: dataLoader, cache: cache)
            var ids: [Supplier.ID] = []
            for try await batch in loader.suppliers() { ids += batch.suppliers.map(\.id) }
            #expect(ids == suppliers.map(\.id))
            for await outcome in loader.avatars(for: suppliers) {
                #expect(outcome.supplier.avatar?.bytes == SampleData.png(outcome.position), "\(name)")
            }
            let requests = dataLoader.log.requests.filter { $0.url != SampleData.catalogURL }
            // In the other order it still has one entry for one key.
            #expect(requests.count == (name == "another order" ? 4 : 4 * count), "\(name)")
        }
    }

    /// The threads for files run what is submitted there at once.
    private static var isOnFileThread: Bool {
        let (thread, isHere) = (pthread_self(), Lock(false))
        BlockingThreads.files.submit { if pthread_self() == thread { isHere.withLock { $0 = true } } }
        return isHere.withLock { $0 }
    }

    @Test func neitherRunsOnTheThreadsForFiles() async throws {
        let (loader, cache) = (ForeignLoader(chunks: [[1]]), ForeignCache(extraEntries: []))
        var count = 0
        for await outcome in self.loader(loader, cache: cache).avatars(for: [setting.supplier(1, "1.png")]) {
            if case .failed = outcome.result { count += 1 }
        }
        #expect(count == 1 && cache.calls.withLock { $0 } > 0)
        #expect(cache.callsOnFileThreads.withLock { $0 } == 0 && loader.callsOnFileThreads.withLock { $0 } == 0)
    }

    @Test func aCachesOwnErrorCostsTheSnapshotOnly() async throws {
        let loader = loader(ScriptedDataLoader([setting.catalog: .ok(bytes)]), cache: ForeignCache())
        var ids: [String] = []
        var snapshotError: CacheError?
        for try await batch in loader.suppliers() {
            ids += batch.suppliers.map(\.id.rawValue)
            snapshotError = batch.snapshotError ?? snapshotError
        }
        #expect(ids == ["1", "2", "3", "4", "5"])
        #expect(snapshotError == ForeignCache.error)
    }
}
