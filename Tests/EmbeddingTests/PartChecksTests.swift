import FoundationEssentials
import SupplierGoKit
import SupplierGoTesting
import Testing

/// The checks that a program runs against its own parts, over the kit's parts, the doubles, and parts of our own.
@Suite final class PartChecksTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "suppliergo-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        _ = Result { try FileManager.default.removeItem(at: folder) }
    }

    private func diskCache() -> DiskCache {
        DiskCache(directory: folder.appending(path: "cache").path(percentEncoded: false))
    }

    @Test func theKitsCacheKeepsItsDuties() async {
        #expect(await checkCache(diskCache()) == [])
    }

    @Test func theCacheForTestsKeepsItsDuties() async {
        #expect(await checkCache(MemoryCache()) == [])
    }

    @Test func aCacheOfOnesOwnKeepsItsDuties() async {
        #expect(await checkCache(FolderCache(in: folder)) == [])
    }

    @Test func aLoaderOfOnesOwnKeepsItsDuties() async throws {
        let body = Array("twenty bytes of a body".utf8)
        try Data(body).write(to: folder.appending(path: "a"))
        let (url, missing) = (try #require(URL(string: "shelf://x/a")), try #require(URL(string: "shelf://x/b")))
        #expect(await checkLoader(FolderLoader(folder: folder), at: url, body: body, missing: missing) == [])
    }

    @Test func theLoaderForTestsKeepsItsDuties() async throws {
        let (url, missing) = (SampleData.catalogURL, try #require(URL(string: "https://suppliers.example/none")))
        let loader = ScriptedDataLoader(suppliers: SampleData.suppliers(3))
        let body = SampleData.catalog(SampleData.suppliers(3))
        #expect(await checkLoader(loader, at: url, body: body, missing: missing) == [])
    }

    @Test func theKitsLoaderKeepsItsDutiesForFiles() async throws {
        let body = Array("twenty bytes of a body".utf8)
        let url = folder.appending(path: "a")
        try Data(body).write(to: url)
        let loader = DataLoader()
        #expect(await checkLoader(loader, at: url, body: body) == [])
        await loader.shutdown()
    }

    /// A cache that loses what it is given, and a loader that knows no limit, so that the checks are seen to fail.
    @Test func brokenDutiesAreNamed() async throws {
        let broken = await checkCache(ForgetfulCache(MemoryCache()))
        #expect(broken.contains("gives no claim that is held"))
        #expect(!broken.contains("gives the bytes back as they were stored"))
        let url = try #require(URL(string: "shelf://x/a"))
        let brokenLoader = await checkLoader(EndlessLoader(), at: url, body: [1, 2])
        #expect(brokenLoader.contains("throws if a body is larger than the limit"))
        #expect(brokenLoader.contains("gives all chunks in their order"))
    }

    /// A catalog and its avatars, by parts of a program's own, and again in another run without the loader's folder.
    @Test func suppliersAndAvatarsOutliveAProgramWithPartsOfItsOwn() async throws {
        let suppliers = SampleData.suppliers(3)
        try Data(SampleData.catalog(suppliers)).write(to: folder.appending(path: "catalog.json"))
        for number in 1...3 { try Data(SampleData.png(number)).write(to: folder.appending(path: "\(number).png")) }
        let url = try #require(URL(string: "shelf://x/catalog.json"))
        let kept = folder.appending(path: "kept")
        for isOffline in [false, true] {
            var configuration = SupplierLoader.Configuration()
            configuration.isOffline = isOffline
            let loader = SupplierLoader(
                location: .remote(url), configuration: configuration, dataLoader: FolderLoader(folder: folder),
                cache: FolderCache(in: kept))
            var read: [Supplier] = []
            for try await batch in loader.suppliers() { read += batch.suppliers }
            #expect(read.map(\.id) == suppliers.map(\.id))
            var images: [[UInt8]?] = []
            for await outcome in loader.avatars(for: read) { images.append(outcome.supplier.avatar?.bytes) }
            #expect(Set(images) == Set((1...3).map { SampleData.png($0) }))
            for number in 1...3 where !isOffline {
                try FileManager.default.removeItem(at: folder.appending(path: "\(number).png"))
            }
        }
    }

    @Test func aResponseIsReadBackFromItsBytes() throws {
        let field = try #require(HeaderFields.Field(name: "ETag", value: "\"é\""))
        let response = StoredResponse(
            url: "https://suppliers.example/1.png", status: HTTPStatus(203), fields: HeaderFields([field]),
            requestedAt: Date(timeIntervalSince1970: 1_700_000_000),
            receivedAt: Date(timeIntervalSince1970: 1_700_000_001))
        let bytes = response.bytes
        #expect(StoredResponse(bytes: bytes) == response)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            #expect(StoredResponse(bytes: damaged) == nil)
        }
        #expect(StoredResponse(bytes: []) == nil)
    }
}

/// A cache that gives every claim, and keeps no failure.
private struct ForgetfulCache: DataCaching {
    private let cache: MemoryCache

    init(_ cache: MemoryCache) {
        self.cache = cache
    }

    func entries(for keys: [CacheKey]) async throws(CacheError) -> [CacheEntry?] { try await cache.entries(for: keys) }
    func bytes(of entry: CacheEntry) async throws(CacheError) -> [UInt8] { try await cache.bytes(of: entry) }
    func chunks(of entry: CacheEntry) async throws(CacheError) -> ByteChunks { try await cache.chunks(of: entry) }

    func store(
        _ bytes: [UInt8], response: StoredResponse?, for key: CacheKey
    ) async throws(CacheError) -> CacheEntry {
        try await cache.store(bytes, response: response, for: key)
    }

    func makeWriter(for key: CacheKey) async throws(CacheError) -> any CacheWriting {
        try await cache.makeWriter(for: key)
    }

    func refresh(_ entry: CacheEntry, with response: StoredResponse) async throws(CacheError) -> CacheEntry {
        try await cache.refresh(entry, with: response)
    }

    func remove(_ entry: CacheEntry) async throws(CacheError) { try await cache.remove(entry) }
    func claim(_ key: CacheKey) async throws(CacheError) -> CacheClaim? { CacheClaim {} }
}

/// A loader that gives three bytes of its own, whatever is asked for.
private struct EndlessLoader: DataLoading {
    func stream(for request: DataRequest) async throws -> DataStream {
        let head = DataResponse.Head(url: request.url, status: HTTPStatus(200))
        return DataStream(
            head: head,
            chunks: ByteChunks(
                AsyncStream { chunks in
                    chunks.yield([7, 7, 7])
                    chunks.finish()
                }))
    }

    func data(for request: DataRequest) async throws -> DataResponse {
        DataResponse(head: DataResponse.Head(url: request.url, status: HTTPStatus(200)), body: [7, 7, 7])
    }
}
