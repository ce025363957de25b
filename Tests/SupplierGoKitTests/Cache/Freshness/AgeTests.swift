import FoundationEssentials
import Testing

@testable import SupplierGoKit

/// How old a response is when it is received (RFC 9111, sections 4.2.3 and 5.1), and what it is good for when it is
/// stale (section 4.2.4; RFC 5861).
struct AgeTests {
    @Test(arguments: [
        FreshnessCase("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Age: 20"], after: 39, .fresh),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Age: 20"], after: 40, .usableOnError),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Age: 61"], after: 0, .usableOnError),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Date: {-20}"], after: 39, .fresh),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Date: {-20}"], after: 40, .usableOnError),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Date: {20}"], after: 59, .fresh),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Date: {20}"], after: 60, .usableOnError),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Date: {-30}", "Age: 20"], after: 30, .usableOnError),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Date: {-20}", "Age: 30"], after: 30, .usableOnError),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Date: {-20}", "Age: 30"], after: 29, .fresh),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60"], after: 49, .fresh, delay: 10),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60"], after: 50, .usableOnError, delay: 10),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60", "Age: 20"], after: 30, .usableOnError, delay: 10),
        .init("RFC 9111, 4.2.3", ["Cache-Control: max-age=60"], after: 59, .fresh, delay: -900),
        .init("RFC 9111, 5.1", ["Cache-Control: max-age=60", "Age: soon"], after: 59, .fresh),
        .init("RFC 9111, 5.1", ["Cache-Control: max-age=60", "Age: -900"], after: 59, .fresh),
        .init("RFC 9111, 5.1", ["Cache-Control: max-age=60", "Age: 20, 50"], after: 39, .fresh),
        .init("RFC 9111, 5.1", ["Cache-Control: max-age=60", "Age: 20", "Age: 50"], after: 39, .fresh),
        .init("RFC 9111, 1.2.2", ["Cache-Control: max-age=60", "Age: 99999999999999999999"], after: 0, .stale),
        .init("RFC 9110, 6.6.1", ["Cache-Control: max-age=60", "Date: nonsense"], after: 59, .fresh),
        .init("RFC 9110, 6.6.1", ["Cache-Control: max-age=60", "Date: {-90}", "Date: {-90}"], after: 59, .fresh),
        .init("RFC 9111, 4.2.3", ["Expires: {60}", "Date: {0}", "Age: 20"], after: 40, .usableOnError),
        .init("RFC 9111, 4.2.3", ["Age: 86400"], after: 0, .usableOnError),
    ])
    func countsTheAgeBeforeItCame(rule: FreshnessCase) {
        #expect(rule.actual == rule.state)
    }

    @Test(arguments: [
        FreshnessCase(
            "RFC 5861, 3", ["Cache-Control: max-age=60, stale-while-revalidate=30"], after: 60,
            .usableWhileRevalidating),
        .init(
            "RFC 5861, 3", ["Cache-Control: max-age=60, stale-while-revalidate=30"], after: 89,
            .usableWhileRevalidating),
        .init("RFC 5861, 3", ["Cache-Control: max-age=60, stale-while-revalidate=30"], after: 90, .usableOnError),
        .init("RFC 5861, 3", ["Cache-Control: max-age=60, stale-while-revalidate=x"], after: 60, .usableOnError),
        .init("RFC 5861, 3", ["Cache-Control: stale-while-revalidate=30"], after: 86_400, .usableWhileRevalidating),
        .init("RFC 5861, 3", ["Cache-Control: no-cache, stale-while-revalidate=30"], after: 0, .stale),
        .init(
            "RFC 9111, 5.2.2.2", ["Cache-Control: max-age=60, must-revalidate, stale-while-revalidate=30"], after: 60,
            .stale),
        .init("RFC 5861, 4", ["Cache-Control: max-age=60, stale-if-error=30"], after: 60, .usableOnError),
        .init("RFC 5861, 4", ["Cache-Control: max-age=60, stale-if-error=30"], after: 89, .usableOnError),
        .init("RFC 5861, 4", ["Cache-Control: max-age=60, stale-if-error=30"], after: 90, .stale),
        .init("RFC 5861, 4", ["Cache-Control: max-age=60, stale-if-error=0"], after: 60, .stale),
        .init("RFC 5861, 4", ["Cache-Control: max-age=60, stale-if-error=\"30\""], after: 90, .stale),
        .init("RFC 5861, 4", ["Cache-Control: max-age=60"], after: 60 + 604_799, .usableOnError),
        .init("RFC 5861, 4", ["Cache-Control: max-age=60"], after: 60 + 604_800, .stale),
        .init("RFC 5861, 4", ["Cache-Control: max-age=0, stale-if-error=900000"], after: 899_999, .usableOnError),
        .init(
            "RFC 5861, 3", ["Cache-Control: max-age=0, stale-if-error=30, stale-while-revalidate=60"], after: 59,
            .usableWhileRevalidating),
        .init("RFC 9111, 4.2.4", ["Cache-Control: max-age=60, must-revalidate"], after: 59, .fresh),
        .init("RFC 9111, 4.2.4", ["Cache-Control: max-age=60, must-revalidate"], after: 60, .stale),
        .init("RFC 9111, 4.2.4", ["Cache-Control: max-age=60, must-revalidate, stale-if-error=30"], after: 60, .stale),
        .init("RFC 9111, 4.2.4", ["Cache-Control: no-cache, stale-if-error=900"], after: 0, .stale),
        .init("RFC 9111, 4.2.4", ["Expires: 0"], after: 604_799, .usableOnError),
        .init("RFC 9111, 4.2.4", [], after: 99_999_999, .usableOnError, assuming: .catalogs),
    ])
    func knowsWhatStaleBytesAreGoodFor(rule: FreshnessCase) {
        #expect(rule.actual == rule.state)
    }

    @Test func isNotFreshForYearsBecauseAClockWasWrong() {
        let rule = FreshnessCase("RFC 9111, 4.2", ["Cache-Control: max-age=60"], after: -61, .usableOnError)
        #expect(rule.actual == .usableOnError)
        #expect(FreshnessCase("RFC 9111, 4.2", ["Cache-Control: max-age=60"], after: -59, .fresh).actual == .fresh)
    }

    @Test func anEntryOfUnknownOriginIsStaleSinceItWasStored() throws {
        let namespace = CacheKey.Namespace(name: "avatars")
        let storedAt = FreshnessCase.receivedAt
        let entry = CacheEntry(key: CacheKey("x", in: namespace), file: nil, byteCount: 1, storedAt: storedAt)
        let freshness = Freshness(of: entry, assuming: .avatars)
        #expect(freshness.basis == .unknown)
        #expect(freshness.state(at: storedAt) == .usableOnError)
        #expect(freshness.state(at: storedAt.addingTimeInterval(604_800)) == .stale)
    }

    @Test(
        arguments: [
            (["Cache-Control: max-age=60"], .maxAge(60)), (["Expires: {60}"], .expires),
            ([], .assumed(seconds: 86_400)),
            (["Last-Modified: {-60}"], .lastModified), (["Vary: *"], .variesByAnything),
            (["Cache-Control: no-cache"], .noCache), (["Cache-Control: no-store"], .noStore),
            (["Expires: 0"], .invalid(field: "Expires")), (["Cache-Control: max-age=x"], .invalid(field: "max-age")),
        ] as [([String], Freshness.Basis)])
    func saysWhatItRestsOn(lines: [String], basis: Freshness.Basis) {
        #expect(FreshnessCase("", lines, after: 0, .fresh).freshness.basis == basis)
    }
}
