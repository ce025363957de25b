import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct StoredResponseTests {
    private func response(_ lines: [String]) -> StoredResponse {
        FreshnessCase("", lines, after: 0, .fresh, delay: 3).response
    }

    @Test func readsTheFieldsInWhateverCase() {
        let lines = [
            "CACHE-control: MAX-AGE=9", "etag: \"a\"", "last-modified: {-9}", "age: 4", "date: {-4}", "expires: {9}",
        ]
        let read = response(lines)
        #expect(read.cacheControl?.maxAge == .count(9))
        #expect(read.entityTag == "\"a\"")
        #expect(read.age == 4)
        let received = Int(FreshnessCase.receivedAt.timeIntervalSince1970)
        #expect([read.modifiedAt, read.date] == [received - 9, received - 4])
        #expect(read.expires == .at(received + 9))
    }

    @Test func leavesOutAllOtherFields() {
        #expect(response(["Server: x", "Content-Type: image/png", "Set-Cookie: a=b"]) == response([]))
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:00:00 GMT", "Sunday, 06-Nov-94 08:00:00 GMT", "Sun Nov  6 08:00:00 1994",
        "Mon, 06 Nov 1994 08:00:00 GMT",
    ])
    func keepsLastModifiedAsItCame(text: String) {
        #expect(response(["Last-Modified: " + text]).lastModified == text)
    }

    @Test func roundsItsTimesAsTheyAreKept() {
        let received = Date(timeIntervalSince1970: 1_700_000_000.123_456_7)
        let response = StoredResponse(
            url: "u", status: HTTPStatus(200), fields: HeaderFields(),
            requestedAt: received.addingTimeInterval(-0.012_345), receivedAt: received)
        #expect(response.receivedAt == received.roundedToMicroseconds)
        #expect(response.requestedAt.microseconds == response.receivedAt.microseconds - 12_000)
    }
}
