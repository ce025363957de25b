import FoundationEssentials
import Testing

@testable import SupplierGoKit

/// How long a response may be used to which redirects have led.
struct RedirectFreshnessTests {
    private func response(_ lines: [String], after redirects: [(Int, [String])]) -> StoredResponse {
        StoredResponse(
            url: "http://suppliers.example/a.png", status: HTTPStatus(200), fields: FreshnessCase.fields(lines),
            redirects: redirects.map { (HTTPStatus($0), FreshnessCase.fields($1)) }, requestFields: HeaderFields(),
            requestedAt: FreshnessCase.receivedAt, receivedAt: FreshnessCase.receivedAt)
    }

    private func state(_ response: StoredResponse, after seconds: Int) -> Freshness.State {
        Freshness(of: response, assuming: .avatars).state(
            at: FreshnessCase.receivedAt.addingTimeInterval(Double(seconds)))
    }

    private static let immutable = "Cache-Control: max-age=31536000, immutable"

    @Test(
        arguments: [
            ([(302, [])], 0, Freshness.State.usableOnError), ([(307, [])], 0, .usableOnError),
            ([(302, ["Cache-Control: no-cache"])], 0, .stale), ([(302, ["Cache-Control: max-age=60"])], 59, .fresh),
            ([(302, ["Cache-Control: max-age=60"])], 60, .usableOnError),
            ([(302, ["Cache-Control: max-age=60, must-revalidate"])], 60, .stale),
            ([(302, ["Cache-Control: max-age=60", "Age: 20"])], 40, .usableOnError),
            ([(301, []), (302, ["Expires: {60}"])], 59, .fresh),
            ([(301, []), (302, ["Expires: {60}"])], 60, .usableOnError),
            ([(302, ["Cache-Control: max-age=90"]), (303, ["Cache-Control: max-age=60"])], 60, .usableOnError),
            ([(301, [])], 31_535_999, .fresh), ([(308, ["Cache-Control: max-age=60"])], 60, .usableOnError),
            ([(301, ["Cache-Control: no-cache"])], 0, .stale),
        ] as [([(Int, [String])], Int, Freshness.State)])
    func shortestLifetimeHolds(redirects: [(Int, [String])], seconds: Int, expected: Freshness.State) {
        #expect(state(response([Self.immutable], after: redirects), after: seconds) == expected)
    }

    @Test func ownLifetimeHoldsWhereItIsShorter() {
        let response = response(["Cache-Control: max-age=30"], after: [(302, ["Cache-Control: max-age=60"])])
        #expect(state(response, after: 29) == .fresh)
        #expect(state(response, after: 30) == .usableOnError)
        #expect(Freshness(of: response, assuming: .avatars).basis == .maxAge(30))
    }

    @Test func noStoreAnywhereForbidsStoring() {
        let noStore = "Cache-Control: no-store"
        #expect(response([Self.immutable], after: [(301, []), (302, [noStore])]).forbidsStoring)
        #expect(response([noStore], after: [(301, [])]).forbidsStoring)
        #expect(!response([Self.immutable], after: [(301, [])]).forbidsStoring)
    }

    @Test func areKept() throws {
        let owner = EntryRecord.Owner(CacheKey("http://suppliers.example/me", in: .images), byteCount: 1)
        for line in ["Cache-Control: max-age=60", "Cache-Control: no-cache"] {
            let record = EntryRecord(
                checksum: 1, modifiedMicroseconds: 2, response: response([Self.immutable], after: [(302, [line])]))
            #expect(EntryRecord(record.bytes(of: owner), of: owner) == record)
        }
    }

    @Test func areThoseOfTheLastAnswer() throws {
        let stored = response(["ETag: \"a\"", Self.immutable], after: [(302, ["Cache-Control: max-age=60"])])
        let answer = response(["ETag: \"a\""], after: [(302, ["Cache-Control: max-age=90"])])
        let updated = try #require(stored.updated(by: answer))
        #expect(state(updated, after: 89) == .fresh)
        #expect(state(updated, after: 90) == .usableOnError)
    }
}
