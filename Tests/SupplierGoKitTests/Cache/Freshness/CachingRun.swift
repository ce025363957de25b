import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// A caching case as loaders over one cache go through it: a response, perhaps a 304, and a request whose server fails.
///
/// In place of waiting, what the cache holds is made older.
struct CachingRun {
    /// What was done about the last request.
    struct Result {
        let use: CachingCase.Use

        /// The server was asked under the case's conditions, if it has some.
        let asksAsExpected: Bool
    }

    private let test: CachingCase
    private let setting: LoaderSetting
    private let url: URL
    private let cache = MemoryCache()

    /// When the response comes, in whole seconds.
    private let start = Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded(.down))

    init(of test: CachingCase, in setting: LoaderSetting) throws {
        self.test = test
        self.setting = setting
        url = try setting.url("a.png")
    }

    /// Takes an avatar through the case.
    func avatar() async throws -> Result {
        try await result(of: CacheKey(avatar: url), body: Records.png()) { loader, gate in
            var use = CachingCase.Use.askOnly
            for await outcome in loader.avatars(for: [setting.supplier(1, "a.png")]) {
                guard case .loaded(let avatar) = outcome.result, avatar.source == .stale else { continue }
                use = gate.isOpen ? .useOnError : .useMeanwhile
                gate.open()
            }
            return use
        }
    }

    /// Takes a catalog through the case.
    func catalog() async throws -> Result {
        let body = Records.catalog([Records.record(1)])
        return try await result(of: CacheKey(snapshotOf: setting.catalog), body: body) { loader, gate in
            gate.open()
            var use = CachingCase.Use.askOnly
            do {
                for try await batch in loader.suppliers() {
                    if case .snapshot = batch.source { use = .useOnError }
                }
            } catch is CatalogError {
                // Its server sent no catalog, and there is no snapshot.
            }
            return use
        }
    }

    private func result(
        of key: CacheKey, body: [UInt8], by load: (SupplierLoader, Gate) async throws -> CachingCase.Use
    ) async throws -> Result {
        /// What is done about a request with these fields, and what the server is asked.
        func ask(
            _ lines: [String]?, isRefreshing: Bool = false, _ reply: ScriptedDataLoader.Reply, _ gate: Gate = Gate()
        ) async throws -> (use: CachingCase.Use, requests: [DataRequest]) {
            let dataLoader = ScriptedDataLoader([:], otherwise: reply)
            let loader = setting.loader(dataLoader, cache: cache) { configuration in
                configuration.originFields = FreshnessCase.fields(lines ?? [])
                configuration.isRefreshing = isRefreshing
            }
            return (try await load(loader, gate), dataLoader.log.requests)
        }
        _ = try await ask(test.request, reply(test.status ?? 200, test.response, at: start, body))
        var isOther = false
        if let answer = test.answer {
            try await makeOlder(by: 3)
            let reply = reply(304, answer, at: start.addingTimeInterval(-3))
            // A 304 that means another response is of no use: the server is asked without conditions.
            isOther = try await ask(test.request, isRefreshing: true, reply).requests.count == 2
        }
        try await makeOlder(by: test.after ?? 3)
        let gate = Gate()
        if test.then != .useMeanwhile { gate.open() }
        let failure = ScriptedDataLoader.Reply(
            steps: [.waitFor(gate), .fail(DataLoadError(.unreachable(reason: "down"), url))])
        let (use, requests) = try await ask(test.nextRequest, failure, gate)
        guard let request = requests.first else { return Result(use: .use, asksAsExpected: true) }
        let expected = test.conditions.map { conditions(fields($0, at: start)) }
        return Result(
            use: cache[key] == nil ? .forbidden : isOther ? .other : use,
            asksAsExpected: expected == nil || expected == conditions(request.fields))
    }

    private func fields(_ lines: [String], at date: Date) -> HeaderFields { FreshnessCase.fields(lines, at: date) }

    private func conditions(_ fields: HeaderFields) -> [String?] {
        ["If-None-Match", "If-Modified-Since"].map { fields[$0] }
    }

    private func reply(
        _ status: Int, _ lines: [String], at date: Date, _ body: [UInt8] = []
    ) -> ScriptedDataLoader.Reply {
        let steps: [ScriptedDataLoader.Reply.Step] = status == 204 ? [.head] : [.head, .chunk(body)]
        return ScriptedDataLoader.Reply(steps: steps, status: HTTPStatus(status), fields: fields(lines, at: date))
    }

    /// Moves all times that the cache holds back, which is as if these seconds had passed.
    private func makeOlder(by seconds: Int) async throws {
        let held = cache.contents
        let interval = TimeInterval(-seconds)
        for (key, response) in held.responses {
            var response = response
            response.requestedAt.addTimeInterval(interval)
            response.receivedAt.addTimeInterval(interval)
            response.date = response.date.map { $0 - seconds }
            if case .at(let time) = response.expires { response.expires = .at(time - seconds) }
            _ = try await cache.store(held.bytes[key] ?? [], response: response, for: key)
        }
        for (key, bytes) in held.bytes where key.namespace == .failures {
            let failure = try #require(StoredResponse.Failure(bytes))
            let older = StoredResponse.Failure(
                url: failure.url, status: failure.status, reason: failure.reason,
                failedAt: failure.failedAt.addingTimeInterval(interval),
                retryAt: failure.retryAt?.addingTimeInterval(interval))
            try await cache.storeFailure(older, for: key)
        }
    }
}
