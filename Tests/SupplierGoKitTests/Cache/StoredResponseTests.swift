import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct StoredResponseTests {
    private func keptNames(of names: [String]) -> [String] {
        let fields = HTTPFields(names.compactMap { HTTPFields.Field(name: $0, value: "1") })
        let response = StoredResponse(
            url: "http://suppliers.example/a.png", status: HTTPStatus(200), fields: fields, requestedAt: .now,
            receivedAt: .now)
        return response.fields.fields.map(\.name)
    }

    @Test func keepsTheFieldsThatItNamesInWhateverCase() {
        #expect(keptNames(of: StoredResponse.fieldNames) == StoredResponse.fieldNames)
        #expect(keptNames(of: StoredResponse.fieldNames.map { $0.lowercased() }) == StoredResponse.fieldNames)
    }

    @Test func leavesOutAllOthers() {
        let ownLengths = ["Via", "Link", "Pragma1", "Content-Size", "Accept-Ranges", "X-Amz-Version"]
        #expect(keptNames(of: ["Server", "Set-Cookie", "Content-Length"] + ownLengths) == [])
    }
}
