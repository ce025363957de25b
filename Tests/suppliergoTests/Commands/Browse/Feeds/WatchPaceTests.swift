import Foundation
import SupplierGoKit
import Testing

@testable import suppliergo

struct WatchPaceTests {
    private static let url = URL(filePath: "/")

    private func failure(_ reason: DataLoadError.Reason) -> CatalogError {
        .unreachable(DataLoadError(reason, Self.url, tryCount: 1))
    }

    @Test func neverReadsByItselfWhereNothingIsWatched() {
        var pace = WatchPace(interval: nil)
        #expect(pace.delay(after: nil) == nil)
        #expect(pace.delay(after: failure(.unresolvedHost)) == nil)
    }

    @Test func waitsTwiceAsLongAfterEveryFailureAndAsBeforeAfterASuccess() {
        var pace = WatchPace(interval: .seconds(5))
        #expect(pace.delay(after: nil) == .seconds(5))
        let delays = (0..<4).map { _ in pace.delay(after: failure(.unresolvedHost)) }
        #expect(delays == [10, 20, 40, 80].map { .seconds($0) })
        #expect(pace.delay(after: nil) == .seconds(5))
        #expect(pace.delay(after: failure(.unresolvedHost)) == .seconds(10))
    }

    @Test(arguments: [(5, 3600), (7200, 7200)])
    func waitsForAnHourAtMostUnlessMoreWasAskedFor(interval: Int, longest: Int) {
        var pace = WatchPace(interval: .seconds(interval))
        for _ in 0..<100 { _ = pace.delay(after: failure(.unresolvedHost)) }
        #expect(pace.delay(after: failure(.unresolvedHost)) == .seconds(longest))
    }

    @Test(arguments: [7, 200])
    func waitsAsLongAsTheServerAsks(seconds: Int) {
        let asked = CatalogError.status(Self.url, HTTPStatus(503), retryAfter: .seconds(seconds))
        for error in [asked, .page(number: 2, asked)] {
            var pace = WatchPace(interval: .seconds(5))
            #expect(pace.delay(after: error) == .seconds(max(10, seconds)))
        }
    }

    @Test func waitsLongerThanTheLoaderDoes() throws {
        var pace = WatchPace(interval: .seconds(5))
        let asked = failure(.askedToWait(HTTPStatus(503), wait: .seconds(7200), limit: .seconds(300)))
        #expect(pace.delay(after: asked) == .seconds(7200))
        let waiting = failure(.suspended(until: .now + 7200, after: HTTPStatus(503)))
        let delay = try #require(pace.delay(after: waiting) as Duration?)
        #expect(delay > .seconds(7000))
    }
}
