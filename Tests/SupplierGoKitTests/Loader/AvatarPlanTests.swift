import FoundationEssentials
import Testing

@testable import SupplierGoKit

/// What is done about an avatar, by what is held of it and what is wished.
struct AvatarPlanTests {
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

    private func plan(
        _ held: AvatarPlan.Held, isOffline: Bool = false, isRefreshing: Bool = false, since seconds: TimeInterval = 0,
        sending lines: [String] = []
    ) -> AvatarPlan {
        let wish = AvatarPlan.Wish(
            isOffline: isOffline, isRefreshing: isRefreshing, since: Self.now.addingTimeInterval(seconds))
        return AvatarPlan(for: held, wish: wish, at: Self.now) { FreshnessCase.fields(lines) }
    }

    @Test(arguments: [
        (["Cache-Control: max-age=101"], AvatarPlan.use(isStale: false)),
        (["Cache-Control: max-age=100", "ETag: \"a\""], .ask(condition, isUsableOnError: true)),
        (
            ["Cache-Control: max-age=99, stale-while-revalidate=9", "ETag: \"a\""], .useThenAsk(condition)
        ),
        (["Cache-Control: max-age=99, must-revalidate", "ETag: \"a\""], .ask(condition, isUsableOnError: false)),
        (["Cache-Control: no-cache"], .ask(HTTPFields(), isUsableOnError: false)),
        (
            ["Cache-Control: max-age=900", "Vary: Accept", "ETag: \"a\"", "Last-Modified: {-9}"],
            .ask(condition, isUsableOnError: false)
        ),
    ])
    func goesByWhatTheServerSaid(lines: [String], expected: AvatarPlan) {
        #expect(plan(.init(entry(lines)), sending: ["Accept: image/png"]) == expected)
    }

    @Test func asksWithoutConditionsWhereNothingIsKnown() {
        #expect(plan(.init(entry(nil))) == .ask(HTTPFields(), isUsableOnError: true))
        #expect(plan(.nothing) == .ask(HTTPFields(), isUsableOnError: false))
    }

    @Test func refreshingAsksOnceAboutWhatIsFresh() {
        let held = AvatarPlan.Held(entry(["Cache-Control: max-age=900", "ETag: \"a\""]))
        #expect(plan(held, isRefreshing: true) == .ask(Self.condition, isUsableOnError: true))
        #expect(plan(held, isRefreshing: true, since: -101) == .use(isStale: false))
    }

    @Test func offlineUsesWhateverThereIs() {
        let lines = ["Cache-Control: no-cache", "Vary: *"]
        #expect(plan(.init(entry(lines)), isOffline: true) == .use(isStale: true))
        let fresh = AvatarPlan.Held(entry(["Cache-Control: max-age=900"]))
        #expect(plan(fresh, isOffline: true, isRefreshing: true) == .use(isStale: false))
        #expect(plan(.nothing, isOffline: true) == .fail)
    }

    @Test func asksNobodyAgainForWhatIsGone() {
        func failure(retryAfter seconds: TimeInterval?) -> StoredFailure {
            StoredFailure(
                url: "http://suppliers.example/a.png", status: HTTPStatus(404), reason: "status 404",
                failedAt: FreshnessCase.receivedAt, retryAt: seconds.map { Self.now.addingTimeInterval($0) })
        }
        let ask = AvatarPlan.ask(HTTPFields(), isUsableOnError: false)
        #expect(plan(.failure(failure(retryAfter: 1))) == .leave(failure(retryAfter: 1)))
        #expect(plan(.failure(failure(retryAfter: 0))) == ask)
        #expect(plan(.failure(failure(retryAfter: nil))) == ask)
        #expect(plan(.failure(failure(retryAfter: 1)), isRefreshing: true) == ask)
        #expect(plan(.failure(failure(retryAfter: 1)), isOffline: true) == .leave(failure(retryAfter: 1)))
    }
}
