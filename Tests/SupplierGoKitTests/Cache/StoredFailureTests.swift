import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct StoredFailureTests {
    @Test(arguments: [nil, 404]) func survivesBytes(_ code: Int?) {
        let failure = StoredResponse.Failure(
            url: "https://x.test/a", status: code.map(HTTPStatus.init), reason: "gone", failedAt: .now,
            retryAt: code.map { _ in .now + 3600 })
        #expect(StoredResponse.Failure(failure.bytes()) == failure)
        for index in failure.bytes().indices {
            var damaged = failure.bytes()
            damaged[index] ^= 0x55
            #expect(StoredResponse.Failure(damaged) == nil)
        }
    }
}
