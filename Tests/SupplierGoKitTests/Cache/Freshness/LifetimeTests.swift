import Testing

@testable import SupplierGoKit

/// How long what a server said lasts: RFC 9111 sections 4.2.1, 4.2.2 and 5.2.2.
struct LifetimeTests {
    @Test(arguments: [
        FreshnessCase("RFC 9111, 4.2", ["Cache-Control: max-age=60"], after: 0, .fresh),
        .init("RFC 9111, 4.2", ["Cache-Control: max-age=60"], after: 59, .fresh),
        .init("RFC 9111, 4.2", ["Cache-Control: max-age=60"], after: 60, .usableOnError),
        .init("RFC 9111, 5.2.2.1", ["Cache-Control: max-age=0"], after: 0, .usableOnError),
        .init("RFC 9111, 5.2", ["cache-control: MAX-AGE=60"], after: 59, .fresh),
        .init("RFC 9111, 5.2", ["Cache-Control: max-age=\"60\""], after: 59, .fresh),
        .init("RFC 9111, 5.2", ["Cache-Control: max-age=\"60\""], after: 60, .usableOnError),
        .init("RFC 9111, 5.2", ["Cache-Control:  public ,\tmax-age=60 , , x"], after: 59, .fresh),
        .init("RFC 9111, 5.2", ["Cache-Control: x=\"a, max-age=900\", max-age=60"], after: 61, .usableOnError),
        .init("RFC 9111, 5.2", ["Cache-Control: x=\"a\\\", max-age=900\", max-age=60"], after: 61, .usableOnError),
        .init("RFC 9110, 5.3", ["Cache-Control: public", "Cache-Control: max-age=60"], after: 59, .fresh),
        .init("RFC 9111, 1.2.2", ["Cache-Control: max-age=99999999999999999999"], after: 300_000_000, .fresh),
        .init("RFC 9111, 1.2.2", ["Cache-Control: max-age=0060"], after: 59, .fresh),
        .init("RFC 9111, 5.2.3", ["Cache-Control: no-cash, max-age=60"], after: 59, .fresh),
    ])
    func maxAge(rule: FreshnessCase) {
        #expect(rule.actual == rule.state)
    }

    @Test func isUsableOnErrorForAsLongAsWhileItIsRevalidated() {
        let lines = ["Cache-Control: max-age=10, stale-while-revalidate=900, stale-if-error=0"]
        let freshness = FreshnessCase("RFC 5861, 4", lines, after: 0, .fresh).freshness
        #expect(freshness.onErrorUntil == freshness.whileRevalidatingUntil)
    }

    @Test(arguments: [
        FreshnessCase("RFC 9111, 4.2.1", ["Cache-Control: max-age=60, max-age=900"], after: 61, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age=60", "Cache-Control: max-age=0"], after: 59, .fresh),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age=soon"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age=-1"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age=1.5"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age="], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age=x, max-age=60"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age=x", "Expires: {900}"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age=60, no-cache"], after: 0, .stale),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age=60, no-store"], after: 0, .stale),
        .init("RFC 9111, 4.2.1", ["Expires: {60}", "Expires: {900}"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Expires: {60}", "Expires: {60}"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Expires: {60}", "Expires: 0"], after: 0, .usableOnError),
    ])
    func conflictsAndNonsense(rule: FreshnessCase) {
        #expect(rule.actual == rule.state)
    }

    @Test(arguments: [
        FreshnessCase("RFC 9111, 5.3", ["Date: {0}", "Expires: {60}"], after: 59, .fresh),
        .init("RFC 9111, 5.3", ["Date: {0}", "Expires: {60}"], after: 60, .usableOnError),
        .init("RFC 9111, 5.3", ["Expires: {60}"], after: 59, .fresh),
        .init("RFC 9111, 4.2.1", ["Date: {-30}", "Expires: {60}"], after: 59, .fresh),
        .init("RFC 9111, 4.2.1", ["Date: {-30}", "Expires: {60}"], after: 60, .usableOnError),
        .init("RFC 9111, 4.2.1", ["Date: {900}", "Expires: {960}"], after: 59, .fresh),
        .init("RFC 9111, 4.2.1", ["Date: {900}", "Expires: {960}"], after: 60, .usableOnError),
        .init("RFC 9111, 5.3", ["Date: {0}", "Expires: {0}"], after: 0, .usableOnError),
        .init("RFC 9111, 5.3", ["Date: {0}", "Expires: {-900}"], after: 0, .usableOnError),
        .init("RFC 9111, 5.3", ["Expires: 0"], after: 0, .usableOnError),
        .init("RFC 9111, 5.3", ["Expires: -1"], after: 0, .usableOnError),
        .init("RFC 9111, 5.3", ["Expires: tomorrow"], after: 0, .usableOnError),
        .init("RFC 9111, 5.3", ["Expires: "], after: 0, .usableOnError),
        .init("RFC 9111, 5.3", ["Cache-Control: max-age=60", "Expires: 0"], after: 59, .fresh),
        .init("RFC 9111, 5.3", ["Cache-Control: max-age=60", "Expires: {900}"], after: 61, .usableOnError),
        .init("RFC 9110, 5.6.7", ["Expires: Sunday, 06-Nov-94 08:50:37 GMT"], after: 59, .fresh),
        .init("RFC 9110, 5.6.7", ["Expires: Sun Nov  6 08:50:37 1994"], after: 59, .fresh),
        .init("RFC 9110, 5.6.7", ["Expires: Sun Nov  6 08:50:37 1994"], after: 60, .usableOnError),
        .init("RFC 9110, 5.6.7", ["Expires: Sun, 06 Nov 1994 08:50:37 CET"], after: 0, .usableOnError),
    ])
    func expires(rule: FreshnessCase) {
        #expect(rule.actual == rule.state)
    }

    @Test(arguments: [
        FreshnessCase("RFC 9111, 4.2.2", ["Last-Modified: {-1000}"], after: 99, .fresh),
        .init("RFC 9111, 4.2.2", ["Last-Modified: {-1000}"], after: 100, .usableOnError),
        .init("RFC 9111, 4.2.2", ["Date: {-100}", "Last-Modified: {-1100}"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.2", ["Last-Modified: {-60480000}"], after: 604_799, .fresh),
        .init("RFC 9111, 4.2.2", ["Last-Modified: {-99999999}"], after: 604_801, .usableOnError),
        .init("RFC 9111, 4.2.2", ["Last-Modified: {100}"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.2", ["Last-Modified: nonsense"], after: 86_399, .fresh),
        .init("RFC 9111, 4.2.2", ["Cache-Control: max-age=60", "Last-Modified: {-9999}"], after: 61, .usableOnError),
        .init("RFC 9111, 4.2.2", ["Expires: {60}", "Last-Modified: {-9999}"], after: 61, .usableOnError),
        .init("RFC 9111, 4.2.2", [], after: 86_399, .fresh),
        .init("RFC 9111, 4.2.2", [], after: 86_400, .usableOnError),
        .init("RFC 9111, 4.2.2", [], after: 0, .usableOnError, status: 299),
        .init("RFC 9111, 4.2.2", ["Cache-Control: public"], after: 86_399, .fresh, status: 299),
        .init("RFC 9111, 4.2.2", ["Cache-Control: max-age=60"], after: 59, .fresh, status: 299),
        .init("RFC 9111, 4.2.2", [], after: 3599, .fresh, status: 410, assuming: .missingAvatars),
        .init("RFC 9111, 4.2.2", [], after: 3600, .stale, status: 410, assuming: .missingAvatars),
        .init("RFC 9111, 4.2.2", ["Last-Modified: {-99999999}"], after: 0, .usableOnError, assuming: .catalogs),
        .init("RFC 9111, 4.2.2", [], after: 0, .usableOnError, assuming: .catalogs),
        .init("RFC 9111, 4.2.1", ["Cache-Control: max-age=60"], after: 59, .fresh, assuming: .catalogs),
    ])
    func whatIsAssumed(rule: FreshnessCase) {
        #expect(rule.actual == rule.state)
    }

    @Test(arguments: [
        FreshnessCase("RFC 9111, 5.2.2.10", ["Cache-Control: s-maxage=900, max-age=60"], after: 61, .usableOnError),
        .init("RFC 9111, 5.2.2.10", ["Cache-Control: s-maxage=0, max-age=60"], after: 59, .fresh),
        .init("RFC 9111, 5.2.2.10", ["Cache-Control: s-maxage=0"], after: 86_399, .fresh),
        .init("RFC 9111, 5.2.2.7", ["Cache-Control: private, max-age=60"], after: 59, .fresh),
        .init("RFC 9111, 5.2.2.7", ["Cache-Control: private=\"set-cookie\", max-age=60"], after: 59, .fresh),
        .init("RFC 9111, 5.2.2.8", ["Cache-Control: proxy-revalidate, max-age=60"], after: 61, .usableOnError),
        .init("RFC 9111, 5.2.2.4", ["Cache-Control: no-cache"], after: 0, .stale),
        .init("RFC 9111, 5.2.2.4", ["Cache-Control: No-Cache=\"set-cookie\", max-age=60"], after: 0, .stale),
        .init("RFC 9111, 5.2.2.5", ["Cache-Control: no-store"], after: 0, .stale),
        .init("RFC 9111, 5.4", ["Pragma: no-cache", "Cache-Control: max-age=60"], after: 59, .fresh),
        .init("RFC 8246, 2", ["Cache-Control: max-age=60, immutable"], after: 59, .fresh),
        .init("RFC 8246, 2", ["Cache-Control: max-age=60, immutable"], after: 60, .usableOnError),
        .init("RFC 8246, 2", ["Cache-Control: immutable, no-cache"], after: 0, .stale),
        .init("RFC 9111, 4.1", ["Cache-Control: max-age=60", "Vary: *"], after: 0, .stale),
        .init("RFC 9111, 4.1", ["Cache-Control: max-age=60", "Vary: Accept, *"], after: 0, .stale),
        .init("RFC 9111, 4.1", ["Cache-Control: max-age=60", "Vary: Accept-Encoding"], after: 59, .fresh),
    ])
    func directives(rule: FreshnessCase) {
        #expect(rule.actual == rule.state)
    }
}
