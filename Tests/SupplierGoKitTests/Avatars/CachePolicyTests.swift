import FoundationEssentials
import Testing

@testable import SupplierGoKit

/// What is done about an avatar, by what the cache holds and what was asked for.
struct CachePolicyTests {
    private static let now = FreshnessCase.receivedAt.addingTimeInterval(100)
    private static let condition = FreshnessCase.fields(["If-None-Match: \"a\""])

    /// An entry that was received 100 seconds ago.
    private func entry(_ lines: [String]?) -> CacheEntry {
        let response = lines.map { lines in
            StoredResponse(
                url: "http://suppliers.example/a.png", status: HTTPStatus(200), fields: FreshnessCase.fields(lines),
                requestedAt: FreshnessCase.receivedAt, receivedAt: FreshnessCase.receivedAt)
        }
        let key = CacheKey("http://suppliers.example/a.png", in: .avatars)
        return CacheEntry(
            key: key, file: nil, byteCount: 9, storedAt: FreshnessCase.receivedAt, response: response)
    }

    private func decision(
        for entry: CacheEntry?, failure: StoredResponse.Failure? = nil, isOffline: Bool = false,
        isRefreshing: Bool = false,
        since seconds: TimeInterval = 0, sending lines: [String] = []
    ) -> CachePolicy.Decision {
        let policy = CachePolicy(
            isOffline: isOffline, isRefreshing: isRefreshing, startedAt: Self.now.addingTimeInterval(seconds))
        return policy.decision(for: entry, failure: failure, at: Self.now) { FreshnessCase.fields(lines) }
    }

    @Test(arguments: [
        (["Cache-Control: max-age=101"], CachePolicy.Decision.use(isStale: false)),
        (["Cache-Control: max-age=100", "ETag: \"a\""], .revalidate(condition, staleUse: .onError)),
        (
            ["Cache-Control: max-age=99, stale-while-revalidate=9", "ETag: \"a\""],
            .revalidate(condition, staleUse: .meanwhile)
        ),
        (["Cache-Control: max-age=99, must-revalidate", "ETag: \"a\""], .revalidate(condition, staleUse: .never)),
        (["Cache-Control: no-cache"], .revalidate(HeaderFields(), staleUse: .never)),
        (
            ["Cache-Control: max-age=900", "Vary: Accept", "ETag: \"a\"", "Last-Modified: {-9}"],
            .revalidate(condition, staleUse: .never)
        ),
    ])
    func goesByWhatTheServerSaid(lines: [String], expected: CachePolicy.Decision) {
        #expect(decision(for: entry(lines), sending: ["Accept: image/png"]) == expected)
    }

    @Test func asksWithoutConditionsWhereNothingIsKnown() {
        #expect(decision(for: entry(nil)) == .revalidate(HeaderFields(), staleUse: .onError))
        #expect(decision(for: nil) == .fetch)
    }

    @Test func asksAboutWhatWasReceivedInTheFuture() {
        let policy = CachePolicy(isOffline: false, isRefreshing: false, startedAt: FreshnessCase.receivedAt)
        let refreshing = CachePolicy(
            isOffline: false, isRefreshing: true, startedAt: FreshnessCase.receivedAt.addingTimeInterval(-900))
        let held = entry(["Cache-Control: max-age=900", "ETag: \"a\""])
        let failure = StoredResponse.Failure(
            url: "u", status: HTTPStatus(404), reason: "", failedAt: FreshnessCase.receivedAt,
            retryAt: FreshnessCase.receivedAt.addingTimeInterval(3600))
        for policy in [policy, refreshing] {
            // The clock was set back by a quarter of an hour.
            let now = FreshnessCase.receivedAt.addingTimeInterval(-900)
            let decision = policy.decision(for: held, at: now) { HeaderFields() }
            #expect(decision == .revalidate(Self.condition, staleUse: .onError))
            #expect(policy.decision(for: nil, failure: failure, at: now) { HeaderFields() } == .fetch)
        }
    }

    @Test func refreshingAsksOnceAboutWhatIsFresh() {
        let held = entry(["Cache-Control: max-age=900", "ETag: \"a\""])
        #expect(decision(for: held, isRefreshing: true) == .revalidate(Self.condition, staleUse: .onError))
        #expect(decision(for: held, isRefreshing: true, since: -101) == .use(isStale: false))
    }

    @Test func offlineUsesWhatTheCacheHolds() {
        let lines = ["Cache-Control: no-cache", "Vary: *"]
        #expect(decision(for: entry(lines), isOffline: true) == .use(isStale: true))
        let fresh = entry(["Cache-Control: max-age=900"])
        #expect(decision(for: fresh, isOffline: true, isRefreshing: true) == .use(isStale: false))
        #expect(decision(for: nil, isOffline: true) == .fail)
    }

    @Test func asksNoServerAgainForWhatIsGone() {
        func failure(retryAfter seconds: TimeInterval?) -> StoredResponse.Failure {
            StoredResponse.Failure(
                url: "http://suppliers.example/a.png", status: HTTPStatus(404), reason: "status 404",
                failedAt: FreshnessCase.receivedAt, retryAt: seconds.map { Self.now.addingTimeInterval($0) })
        }
        #expect(decision(for: nil, failure: failure(retryAfter: 1)) == .skip(failure(retryAfter: 1)))
        #expect(decision(for: nil, failure: failure(retryAfter: 0)) == .fetch)
        #expect(decision(for: nil, failure: failure(retryAfter: nil)) == .fetch)
        #expect(decision(for: nil, failure: failure(retryAfter: 1), isRefreshing: true) == .fetch)
        #expect(decision(for: nil, failure: failure(retryAfter: 1), isOffline: true) == .skip(failure(retryAfter: 1)))
    }
}
