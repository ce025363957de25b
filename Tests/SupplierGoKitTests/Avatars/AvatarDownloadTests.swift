import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// What becomes of an avatar, by what the cache holds and what its server answers.
@Suite(.timeLimit(.minutes(1)))
struct AvatarDownloadTests {
    private let setting: LoaderSetting
    private let url: URL

    init() throws {
        setting = try LoaderSetting()
        url = try setting.url("a.png")
    }

    private func fields(_ lines: [String]) -> HeaderFields { FreshnessCase.fields(lines) }

    /// A cache with the avatar, received a number of seconds ago.
    private func cache(_ lines: [String], age seconds: TimeInterval = 100) -> MemoryCache {
        let receivedAt = Date.now.addingTimeInterval(-seconds)
        let response = StoredResponse(
            url: url.absoluteString, status: HTTPStatus(200), fields: fields(lines), requestedAt: receivedAt,
            receivedAt: receivedAt)
        return MemoryCache([CacheKey(avatar: url): Records.png(5)], response: response)
    }

    private func reply(_ code: Int, _ lines: [String] = [], body: [UInt8] = []) -> ScriptedDataLoader.Reply {
        ScriptedDataLoader.Reply(
            steps: [.head, .chunk(body)], status: HTTPStatus(code), fields: fields(lines))
    }

    private func outcome(
        of dataLoader: ScriptedDataLoader, _ cache: MemoryCache, delivering delivery: AvatarOutcome.Delivery = .bytes,
        isRefreshing: Bool = false
    ) async throws -> AvatarOutcome {
        let loader = setting.loader(dataLoader, cache: cache) { $0.isRefreshing = isRefreshing }
        var outcomes: [AvatarOutcome] = []
        for await outcome in loader.avatars(for: [setting.supplier(1, "a.png")], delivering: delivery) {
            outcomes.append(outcome)
        }
        #expect(outcomes.count == 1)
        return try #require(outcomes.first)
    }

    private func loaded(_ outcome: AvatarOutcome) -> AvatarOutcome.Loaded? {
        if case .loaded(let avatar) = outcome.result { avatar } else { nil }
    }

    @Test(arguments: [AvatarOutcome.Delivery.bytes, .files])
    func keepsItsBytesWhereTheServerSaysTheyAreRight(delivery: AvatarOutcome.Delivery) async throws {
        let dataLoader = ScriptedDataLoader([url: reply(304, ["Cache-Control: max-age=900", "ETag: \"a\""])])
        let cache = cache(["Cache-Control: max-age=60", "ETag: \"a\""])
        let outcome = try await outcome(of: dataLoader, cache, delivering: delivery)
        #expect(loaded(outcome)?.source == .revalidated)
        #expect(loaded(outcome)?.status == HTTPStatus(304))
        #expect(outcome.supplier.avatar?.bytes == (delivery == .bytes ? Records.png(5) : nil))
        #expect(dataLoader.log.requests.map { $0.fields["If-None-Match"] } == ["\"a\""])
        #expect(cache.contents.stores.isEmpty)
        let kept = try #require(cache.contents.responses[CacheKey(avatar: url)])
        #expect(kept.cacheControl?.maxAge == .count(900))
        #expect(kept.receivedAt > Date.now.addingTimeInterval(-60))
        #expect(cache.contents.claims.isEmpty)
    }

    @Test(arguments: ["ETag: \"b\"", "Cache-Control: no-store"])
    func asksAgainWithoutConditionsWhereA304IsOfNoUse(line: String) async throws {
        let dataLoader = ScriptedDataLoader([url: reply(304, [line])])
        let held = cache(["Cache-Control: max-age=60, must-revalidate", "ETag: \"a\""])
        let outcome = try await outcome(of: dataLoader, held)
        // The script answers 304 to everything: without conditions that is nonsense, and not asked about again.
        guard case .failed(.transfer(let error)) = outcome.result, case .malformedResponse = error.reason else {
            Testing.Issue.record("expected a failure, not \(outcome.result)")
            return
        }
        #expect(dataLoader.log.requests.map { $0.fields.fields.count } == [1, 0])
        #expect(held[CacheKey(avatar: url)] == Records.png(5))
    }

    @Test func showsWhatItHasWhereTheServerAnswersNonsense() async throws {
        let held = cache(["Cache-Control: max-age=60", "ETag: \"a\""])
        let outcome = try await outcome(of: ScriptedDataLoader([url: reply(304, ["ETag: \"b\""])]), held)
        guard case .transfer(let error) = loaded(outcome)?.staleReason, case .malformedResponse = error.reason else {
            Testing.Issue.record("expected a stale avatar, not \(outcome.result)")
            return
        }
    }

    @Test(arguments: [500, 503, 429])
    func showsWhatItHasWhereTheServerFails(code: Int) async throws {
        let cache = cache(["Cache-Control: max-age=60"])
        let outcome = try await outcome(of: ScriptedDataLoader([url: reply(code)]), cache)
        #expect(loaded(outcome)?.source == .stale)
        #expect(loaded(outcome)?.staleReason == .status(url, HTTPStatus(code)))
        #expect(outcome.supplier.avatar?.bytes == Records.png(5))
        #expect(cache.failure(under: CacheKey(failureOf: CacheKey(avatar: url)))?.status == HTTPStatus(code))
    }

    @Test func showsWhatItHasWhereTheServerIsDownOrSendsNoImage() async throws {
        let error = DataLoadError(.unreachable(reason: "down"), url)
        let down = try await outcome(of: ScriptedDataLoader([url: .failure(error)]), cache([], age: 90_000))
        #expect(loaded(down)?.staleReason == .transfer(error))
        let page = ScriptedDataLoader.Reply.ok(Array("<html>".utf8))
        let other = try await outcome(of: ScriptedDataLoader([url: page]), cache([], age: 90_000))
        #expect(loaded(other)?.source == .stale)
    }

    @Test func saysWhatAFailedRevalidationTook() async throws {
        var metrics = DataLoader.Metrics(url: url)
        metrics.retryCount = 3
        let error = DataLoadError(.unreachable(reason: "down"), url, metrics: metrics)
        let outcome = try await outcome(of: ScriptedDataLoader([url: .failure(error)]), cache([], age: 90_000))
        #expect(loaded(outcome)?.source == .stale)
        #expect(outcome.metrics == metrics)
    }

    @Test(arguments: [
        (["Cache-Control: max-age=60, must-revalidate"], 500, 100.0), (["Cache-Control: no-cache"], 500, 100),
        (["Cache-Control: max-age=60"], 403, 100), (["Cache-Control: max-age=60"], 500, 700_000),
        (["Cache-Control: max-age=60, stale-if-error=30"], 500, 100),
    ])
    func showsNothingWhereItMayNot(lines: [String], code: Int, age: TimeInterval) async throws {
        let outcome = try await outcome(of: ScriptedDataLoader([url: reply(code)]), cache(lines, age: age))
        guard case .failed(.status(_, HTTPStatus(code), reason: nil)) = outcome.result else {
            Testing.Issue.record("expected a failure, not \(outcome.result)")
            return
        }
    }

    @Test(arguments: [404, 410])
    func dropsWhatIsGoneAndDoesNotAskForAnHour(code: Int) async throws {
        let cache = cache(["Cache-Control: max-age=60"])
        let dataLoader = ScriptedDataLoader([url: reply(code)])
        for _ in 0..<2 {
            let outcome = try await outcome(of: dataLoader, cache)
            guard case .failed(.missing(url, HTTPStatus(code), let since, let until, nil)) = outcome.result else {
                Testing.Issue.record("expected what is gone, not \(outcome.result)")
                return
            }
            #expect(abs(until.timeIntervalSince(since) - 3600) < 1)
        }
        #expect(dataLoader.log.requests.count == 1)
        #expect(cache[CacheKey(avatar: url)] == nil)
        _ = try await outcome(of: dataLoader, cache, isRefreshing: true)
        #expect(dataLoader.log.requests.count == 2)
    }

    @Test(arguments: [("no-store", 0.0), ("no-cache", 0), ("max-age=60", 60), ("max-age=9000", 3600)])
    func believesWhatIsGoneForAsLongAsItsServerSays(control: String, seconds: TimeInterval) async throws {
        let cache = MemoryCache()
        let dataLoader = ScriptedDataLoader([url: reply(404, ["Cache-Control: \(control)"])])
        _ = try await outcome(of: dataLoader, cache)
        let failure = cache.failure(under: CacheKey(failureOf: CacheKey(avatar: url)))
        #expect(abs((failure?.retryAt?.timeIntervalSince(failure?.failedAt ?? .now) ?? 0) - seconds) < 1)
    }

    @Test func usesButNeverWritesWhatMayNotBeStored() async throws {
        let cache = cache(["Cache-Control: max-age=60"])
        let answer = reply(200, ["Cache-Control: no-store"], body: Records.png(7))
        let outcome = try await outcome(of: ScriptedDataLoader([url: answer]), cache)
        #expect(loaded(outcome)?.source == .network)
        #expect(loaded(outcome)?.file == nil)
        #expect(outcome.supplier.avatar?.bytes == Records.png(7))
        #expect(cache.contents.bytes.isEmpty)
        #expect(cache.contents.stores.isEmpty)
    }

    @Test func keepsNoPartThatWasNotAskedFor() async throws {
        let cache = MemoryCache()
        let outcome = try await outcome(of: ScriptedDataLoader([url: reply(206, body: Records.png(7))]), cache)
        guard case .failed(.incomplete(url)) = outcome.result else {
            Testing.Issue.record("expected a failure, not \(outcome.result)")
            return
        }
        #expect(cache[CacheKey(avatar: url)] == nil)
    }

    @Test func asksAfterShowingWhatMayBeShownMeanwhile() async throws {
        let cache = cache(["Cache-Control: max-age=60, stale-while-revalidate=900"])
        let dataLoader = ScriptedDataLoader([url: .ok(Records.png(7))])
        let outcome = try await outcome(of: dataLoader, cache)
        #expect(loaded(outcome)?.source == .stale)
        #expect(outcome.supplier.avatar?.bytes == Records.png(5))
        #expect(cache[CacheKey(avatar: url)] == Records.png(7))
    }

    /// A response that never began, a number of seconds ago.
    private func silence(age seconds: TimeInterval) -> StoredResponse.Failure {
        let failedAt = Date.now.addingTimeInterval(-seconds)
        return StoredResponse.Failure(
            url: url.absoluteString, status: nil, reason: "no response in time", failedAt: failedAt,
            retryAt: failedAt.addingTimeInterval(StoredResponse.Failure.waitAfterSilence))
    }

    @Test func requestsAnAvatarOnceItsServerHasAnsweredAfterASilence() async throws {
        let fields = ["Cache-Control: no-cache", "ETag: \"a\""]
        let (cache, dataLoader) = (cache(fields), ScriptedDataLoader([url: reply(304, fields)]))
        try await cache.storeFailure(silence(age: 50), for: CacheKey(failureOf: CacheKey(avatar: url)))
        for isRefreshing in [true, false] {
            let outcome = try await outcome(of: dataLoader, cache, isRefreshing: isRefreshing)
            #expect(loaded(outcome)?.source == .revalidated)
        }
        #expect(dataLoader.log.requests.count == 2)
    }

    /// A response that never began, ten minutes ago at most.
    @Test(arguments: [(590, true, 0), (610, true, 1), (590, false, 0), (610, false, 1)] as [(TimeInterval, Bool, Int)])
    func requestsNoAvatarSoonAfterASilence(age: TimeInterval, isHeld: Bool, requestCount: Int) async throws {
        let cache = isHeld ? cache(["Cache-Control: max-age=60, stale-if-error=900"], age: 700) : MemoryCache()
        try await cache.storeFailure(silence(age: age), for: CacheKey(failureOf: CacheKey(avatar: url)))
        let dataLoader = ScriptedDataLoader([url: .ok(Records.png(7))])
        let outcome = try await outcome(of: dataLoader, cache)
        #expect(dataLoader.log.requests.count == requestCount)
        guard requestCount == 0 else { return }
        var reason: AvatarOutcome.Error?
        if case .failed(let error) = outcome.result { reason = error } else { reason = loaded(outcome)?.staleReason }
        #expect(outcome.supplier.avatar?.bytes == (isHeld ? Records.png(5) : nil))
        guard case .transfer(let error) = reason, case .suspended(_, after: nil) = error.reason else {
            Testing.Issue.record("expected a wait, not \(String(describing: reason))")
            return
        }
    }

    @Test func waitsForNoClaimForEver() async throws {
        let cache = MemoryCache()
        let claim = try #require(try await cache.claim(CacheKey(avatar: url)))
        let dataLoader = ScriptedDataLoader([url: .ok(Records.png(1))])
        let loader = setting.loader(dataLoader, cache: cache) { $0.avatarClaimTimeout = .milliseconds(5) }
        let outcome = try await loader.avatar(for: setting.supplier(1, "a.png"))
        #expect(loaded(outcome)?.source == .network)
        claim.release()
    }

    @Test func takesWhatAnotherTaskHasLoadedMeanwhile() async throws {
        let cache = MemoryCache()
        let claim = try #require(try await cache.claim(CacheKey(avatar: url)))
        let dataLoader = ScriptedDataLoader([:])
        let reader = Task { try await outcome(of: dataLoader, cache) }
        let response = StoredResponse(
            url: url.absoluteString, status: HTTPStatus(200), fields: fields(["Cache-Control: max-age=60"]),
            requestedAt: .now, receivedAt: .now)
        _ = try await cache.store(
            Records.png(9), response: response, for: CacheKey(avatar: url))
        claim.release()
        let taken = try await reader.value
        #expect(loaded(taken)?.source == .cache)
        #expect(taken.supplier.avatar?.bytes == Records.png(9))
        #expect(dataLoader.log.requests.isEmpty)
    }

    @Test(arguments: [
        (302, "", 2), (302, "Cache-Control: no-cache\r\n", 2), (302, "Cache-Control: no-store\r\n", 2),
        (302, "Cache-Control: max-age=900\r\n", 1), (301, "", 1), (301, "Cache-Control: max-age=0\r\n", 2),
    ])
    func asksAgainWhereARedirectMayNotBeKept(code: Int, line: String, askedCount: Int) async throws {
        let server = try LoopbackServer { request in
            guard request.target == "/me" else {
                return .ok(Records.png(1), fields: ["Cache-Control": "max-age=31536000, immutable"])
            }
            return .raw("HTTP/1.1 \(code) Moved\r\nLocation: /a.png\r\n\(line)Content-Length: 0\r\n\r\n")
        }
        let (dataLoader, cache) = (DataLoader(), MemoryCache())
        let loader = SupplierLoader(location: .remote(server.url("/c.json")), dataLoader: dataLoader, cache: cache)
        for _ in 1...2 {
            let outcome = try await loader.avatar(for: setting.supplier(1, "me"))
            #expect(outcome.supplier.avatar?.bytes == Records.png(1))
        }
        #expect(server.requests.count { $0.target == "/me" } == askedCount)
        #expect(cache.contents.bytes.isEmpty == line.contains("no-store"))
        await dataLoader.shutdown()
    }
}
