import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

struct SnapshotCurrencyTests {
    private let url: URL
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws {
        url = try #require(URL(string: "http://suppliers.example/catalog.json"))
    }

    private func isCurrent(
        control: String? = nil, receivedAt seconds: TimeInterval = -10, isRefreshing: Bool = false,
        startedAt start: TimeInterval = -1, hasResponse: Bool = true
    ) async throws -> Bool {
        let moment = now.addingTimeInterval(seconds)
        let fields = HeaderFields(
            control.flatMap { HeaderFields.Field(name: "Cache-Control", value: $0) }.map { [$0] } ?? [])
        let response = StoredResponse(
            url: url.absoluteString, status: HTTPStatus(200), fields: fields, requestedAt: moment, receivedAt: moment)
        let cache = MemoryCache(
            [CacheKey(snapshotOf: url): Array("[]".utf8)], response: hasResponse ? response : nil)
        let snapshot = try #require(try await Snapshot(of: url, in: cache))
        return snapshot.isCurrent(
            at: now, for: HeaderFields(), since: now.addingTimeInterval(start), isRefreshing: isRefreshing)
    }

    @Test func isCurrentWhileItIsFresh() async throws {
        #expect(try await isCurrent(control: "max-age=60"))
        #expect(try await !isCurrent(control: "max-age=60", isRefreshing: true))
        #expect(try await !isCurrent(control: "max-age=5"))
        #expect(try await !isCurrent())
        #expect(try await !isCurrent(control: "max-age=60", hasResponse: false))
    }

    @Test func isCurrentIfAnotherProcessWasAnsweredMeanwhile() async throws {
        #expect(try await isCurrent(receivedAt: -10, isRefreshing: true, startedAt: -11))
        #expect(try await !isCurrent(receivedAt: -10, startedAt: -9))
    }

    @Test(arguments: [false, true])
    func isNotCurrentIfItWasAnsweredInTheFuture(isRefreshing: Bool) async throws {
        for control in [nil, "max-age=60"] {
            #expect(try await !isCurrent(control: control, receivedAt: 3600, isRefreshing: isRefreshing))
        }
    }
}
