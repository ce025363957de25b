import FoundationEssentials
import Testing

@testable import SupplierGoKit

/// How a stored response is asked about (RFC 9111, section 4.3), and which requests it answers (section 4.1).
struct ConditionsTests {
    private static let url = "http://suppliers.example/a.png"

    private func response(
        _ lines: [String], to request: [String] = [], from url: String = url, at date: Date = FreshnessCase.receivedAt
    ) -> StoredResponse {
        StoredResponse(
            url: url, status: HTTPStatus(200), fields: FreshnessCase.fields(lines),
            requestFields: FreshnessCase.fields(request), requestedAt: date, receivedAt: date)
    }

    private func lines(_ fields: HeaderFields?) -> [String]? {
        fields.map { $0.fields.map { "\($0.name): \($0.value)" } }
    }

    @Test(arguments: [
        (["ETag: \"a\""], ["If-None-Match: \"a\""]), (["ETag: W/\"a,b\""], ["If-None-Match: W/\"a,b\""]),
        (["ETag: \"\""], ["If-None-Match: \"\""]), (["ETag: a"], []), (["ETag: \"a\", \"b\""], []), (["ETag: *"], []),
        (
            ["ETag: \"a\"", "Last-Modified: Sun, 06 Nov 1994 08:00:00 GMT"],
            ["If-None-Match: \"a\"", "If-Modified-Since: Sun, 06 Nov 1994 08:00:00 GMT"]
        ),
        (["Last-Modified: Sunday, 06-Nov-94 08:00:00 GMT"], ["If-Modified-Since: Sunday, 06-Nov-94 08:00:00 GMT"]),
        (["Last-Modified: nonsense"], []), (["Date: {0}", "Cache-Control: no-cache"], []),
    ])
    func asksInTheServersOwnWords(lines: [String], conditions: [String]) {
        #expect(self.lines(response(lines).conditions) == conditions)
    }

    @Test(arguments: [
        ([], ["ETag: \"a\"", "Age: 900", "Date: {-900}", "X: y"], ["ETag: \"a\""]),
        (["Date: {9}"], ["Date: {0}", "Last-Modified: {-9}"], ["Last-Modified: {-9}", "Date: {9}"]),
        (
            ["cache-control: max-age=9", "ETag: W/\"a\""],
            ["Cache-Control: no-cache", "Cache-Control: x", "ETag: \"a\""],
            ["Cache-Control: max-age=9", "ETag: W/\"a\""]
        ),
        (["Expires: {9}"], ["Expires: 0", "Vary: Accept"], ["Expires: {9}", "Vary: Accept"]),
        (["Expires: 0"], ["Cache-Control: max-age=9", "Age: 3"], ["Expires: 0", "Cache-Control: max-age=9"]),
        (["Last-Modified: {-5}"], ["Last-Modified: Sunday, 06-Nov-94 08:00:00 GMT"], ["Last-Modified: {-5}"]),
    ])
    func takesWhatA304SaysInPlaceOfWhatWasSaid(answer: [String], stored: [String], expected: [String]) throws {
        let later = FreshnessCase.receivedAt.addingTimeInterval(900)
        let updated = try #require(response(stored).updated(by: response(answer, at: later)))
        #expect(updated == response(expected, at: later))
    }

    @Test(arguments: [
        (url, ["ETag: \"a\""], ["ETag: \"b\""]), (url, ["Last-Modified: {-9}"], ["ETag: \"b\""]),
        ("http://other.example/a.png", ["ETag: \"a\""], ["ETag: \"a\""]),
    ])
    func takesNo304OfAnotherResponse(url: String, stored: [String], answer: [String]) {
        #expect(response(stored).updated(by: response(answer, from: url)) == nil)
    }

    @Test func staysWhatItWasForTheRequestWhereA304SaysNothingOfVary() throws {
        let stored = response(["Vary: Accept", "ETag: \"a\""], to: ["Accept: a"])
        let updated = try #require(stored.updated(by: response(["ETag: \"a\""], to: ["Accept: a"])))
        #expect(updated.answers(FreshnessCase.fields(["Accept: a"])))
        #expect(!updated.answers(FreshnessCase.fields(["Accept: b"])))
    }

    @Test(arguments: [
        ([], ["Accept: a"], ["Accept: b"], true), (["Vary: Accept"], ["Accept: a"], ["Accept: b"], false),
        (["Vary: Accept"], ["Accept: a"], ["accept: a", "X: y"], true), (["Vary: Accept"], [], [], true),
        (["Vary: Accept"], [], ["Accept: a"], false), (["Vary: Accept"], ["Accept: a"], [], false),
        (["Vary: X, ACCEPT"], ["Accept: a, b"], ["Accept: a", "Accept:  b"], true),
        (["Vary: X", "Vary: Y"], ["Y: 1"], ["Y: 2"], false), (["Vary: *"], [], [], false),
        (["Vary: Authorization"], ["Authorization: Bearer a"], ["Authorization: Bearer b"], false),
    ])
    func answersRequestsThatAreAlikeWhereTheServerSaysSo(
        vary: [String], first: [String], second: [String], isAnswered: Bool
    ) {
        #expect(response(vary, to: first).answers(FreshnessCase.fields(second)) == isAnswered)
    }

    @Test func keepsNoToken() {
        let kept = response(["Vary: Authorization"], to: ["Authorization: Bearer secret"])
        #expect(kept.vary == ["authorization"])
        #expect(!kept.variant.isEmpty && !kept.variant.contains("secret"))
    }
}
