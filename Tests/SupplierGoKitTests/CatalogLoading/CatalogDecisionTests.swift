import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

struct CatalogDecisionTests {
    private let url: URL
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private func decide(
        control: String? = nil, receivedAt seconds: TimeInterval = -10, isOffline: Bool = false,
        isRefreshing: Bool = false, startedAt start: TimeInterval = -1, hasResponse: Bool = true
    ) async throws -> CatalogLoad.Decision {
        let moment = now.addingTimeInterval(seconds)
        let fields = HeaderFields(
            control.flatMap { HeaderFields.Field(name: "Cache-Control", value: $0) }.map { [$0] } ?? [])
        let response = StoredResponse(
            url: url.absoluteString, status: HTTPStatus(200), fields: fields, requestedAt: moment, receivedAt: moment)
        let cache = MemoryCache(
            [CacheKey(snapshotOf: url): Array("[]".utf8)], response: hasResponse ? response : nil)
        return CatalogLoad.Decision(
            from: try await Snapshot(of: url, in: cache), isOffline: isOffline, isRefreshing: isRefreshing,
            fields: HeaderFields(), since: now.addingTimeInterval(start), at: now)
    }

    @Test func readsAFreshSnapshot() async throws {
        #expect(try await decide(control: "max-age=60") == .readSnapshot)
        #expect(try await decide(control: "max-age=60", isRefreshing: true) == .askServer)
        #expect(try await decide(control: "max-age=5") == .askServer)
        #expect(try await decide() == .askServer)
        #expect(try await decide(control: "max-age=60", hasResponse: false) == .askServer)
    }

    @Test func readsWhatAnotherProcessWasAnsweredMeanwhile() async throws {
        #expect(try await decide(receivedAt: -10, isRefreshing: true, startedAt: -11) == .readSnapshot)
        #expect(try await decide(receivedAt: -10, startedAt: -9) == .askServer)
    }

    @Test(arguments: [false, true])
    func asksAboutWhatWasAnsweredInTheFuture(isRefreshing: Bool) async throws {
        for control in [nil, "max-age=60"] {
            #expect(try await decide(control: control, receivedAt: 3600, isRefreshing: isRefreshing) == .askServer)
        }
    }

    @Test func readsTheSnapshotOfflineHoweverOld() async throws {
        #expect(try await decide(receivedAt: -1e8, isOffline: true) == .readSnapshot)
        #expect(
            CatalogLoad.Decision(
                from: nil, isOffline: true, isRefreshing: false, fields: HeaderFields(), since: now, at: now) == .fail)
    }
}
