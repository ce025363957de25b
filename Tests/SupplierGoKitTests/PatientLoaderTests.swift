import FoundationEssentials
import SupplierGoTesting
import TestSupport
import Testing

@testable import SupplierGoKit

/// The waits of hosts that a cache keeps, by their time.
@Suite(.timeLimit(.minutes(1)))
struct PatientLoaderTests {
    private let setting: LoaderSetting
    private let url: URL
    private let key: CacheKey

    init() throws {
        setting = try LoaderSetting()
        url = try setting.url("a.png")
        key = CacheKey(waitOf: try #require(Origin(url)).description)
    }

    private func failure(_ status: Int?, at age: TimeInterval, for wait: TimeInterval) -> StoredResponse.Failure {
        let failedAt = Date.now.addingTimeInterval(-age)
        return StoredResponse.Failure(
            url: "http://suppliers.example", status: status.map(HTTPStatus.init), reason: "", failedAt: failedAt,
            retryAt: failedAt.addingTimeInterval(wait))
    }

    /// The number of requests for an avatar and for a catalog.
    private func requestCounts(
        _ cache: MemoryCache, _ change: (inout SupplierLoader.Configuration) -> Void = { _ in }
    ) async throws -> [Int] {
        let dataLoader = ScriptedDataLoader(
            [url: .ok(Records.png()), setting.catalog: .ok(Records.catalog([Records.record(1)]))])
        let loader = setting.loader(dataLoader, cache: cache, change)
        _ = try await loader.avatar(for: setting.supplier(1, "a.png"))
        do {
            for try await _ in loader.suppliers() {}
        } catch let error as CatalogError {
            guard case .unreachable(let cause) = error, case .suspended = cause.reason else { throw error }
        }
        return [url, setting.catalog].map { url in dataLoader.log.requests.count { $0.url == url } }
    }

    @Test(
        arguments: [
            (429, 10, 20, [0, 0]), (503, 86_000, 90_000, [0, 0]), (429, 20, 10, [1, 1]), (nil, 10, 600, [1, 1]),
            // Longer than a day, and noted in the future.
            (429, 87_000, 1e9, [1, 1]), (429, -1000, 2000, [1, 1]),
        ] as [(Int?, TimeInterval, TimeInterval, [Int])])
    func asksNoHostBeforeItsTime(status: Int?, age: TimeInterval, wait: TimeInterval, counts: [Int]) async throws {
        let cache = MemoryCache()
        try await cache.storeFailure(failure(status, at: age, for: wait), for: key)
        #expect(try await requestCounts(cache) == counts)
    }

    @Test func asksWhenRefreshingAndEndsTheWaitWithTheResponse() async throws {
        let cache = MemoryCache()
        try await cache.storeFailure(failure(429, at: 10, for: 3600), for: key)
        #expect(try await requestCounts(cache) { $0.isRefreshing = true } == [1, 1])
        #expect(try await requestCounts(cache) { $0.isRefreshing = false }[1] == 1)
    }

    @Test(arguments: [
        (429, "60", 60), (503, "1000000", 86_400), (403, "60", nil), (500, "60", nil), (503, "0", nil), (429, "x", nil),
    ])
    func notesTheWaitThatAResponseAsksFor(status: Int, field: String, wait: Int?) async throws {
        let cache = MemoryCache()
        let fields = HeaderFields(try [#require(HeaderFields.Field(name: "Retry-After", value: field))])
        let reply = ScriptedDataLoader.Reply(steps: [.head], status: HTTPStatus(status), fields: fields)
        let loader = setting.loader(ScriptedDataLoader([:], otherwise: reply), cache: cache)
        _ = try await loader.avatar(for: setting.supplier(1, "a.png"))
        let noted = cache.failure(under: key)
        #expect(noted?.retryAt?.timeIntervalSince(noted?.failedAt ?? .now).rounded() == wait.map(TimeInterval.init))
    }

    /// Takes some time for each response.
    private struct SlowLoader: DataLoading {
        let duration: Duration

        func data(for request: DataRequest) async throws -> DataResponse {
            var metrics = DataLoader.Metrics(url: request.url)
            metrics.duration = duration
            let head = DataResponse.Head(url: request.url, status: HTTPStatus(200), fields: HeaderFields())
            return DataResponse(head: head, body: [], metrics: metrics)
        }

        func stream(for request: DataRequest) async throws -> DataStream { throw CancellationError() }
    }

    /// One that was sent before the host asked to wait tells nothing of the time after.
    @Test(arguments: [(3600, 429), (0, 200)])
    func aResponseToAnEarlierRequestEndsNoWait(seconds: Int, status: Int) async throws {
        let cache = MemoryCache()
        try await cache.storeFailure(failure(429, at: 10, for: 3600), for: key)
        let loader = PatientLoader(loader: SlowLoader(duration: .seconds(seconds)), cache: cache)
        var request = DataRequest(url: url)
        request.ignoresWaitsBefore = .now
        _ = try await loader.data(for: request)
        #expect(cache.failure(under: key)?.status == HTTPStatus(status))
    }

    @Test func notesNoHostThatCannotBeReached() async throws {
        let cache = MemoryCache()
        let reasons: [DataLoadError.Reason] = [
            .unresolvedHost, .unreachable(reason: ""), .timedOut(after: .seconds(1)),
        ]
        for reason in reasons {
            let dataLoader = ScriptedDataLoader([url: .failure(DataLoadError(reason, url))])
            _ = try await setting.loader(dataLoader, cache: cache).avatar(for: setting.supplier(1, "a.png"))
            #expect(cache.failure(under: key) == nil)
        }
    }
}
