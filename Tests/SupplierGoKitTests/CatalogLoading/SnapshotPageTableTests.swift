import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct SnapshotPageTableTests {
    private let identity = ContentIdentity(byteCount: 100, modifiedAt: 7)

    private func page(_ number: Int) -> Snapshot.Page {
        let moment = Date(timeIntervalSince1970: 784_111_777)
        let response = StoredResponse(
            url: "http://x.example/c", status: HTTPStatus(200), fields: FreshnessCase.fields(["ETag: \"a\""]),
            requestedAt: moment, receivedAt: moment)
        return Snapshot.Page(address: "http://x.example/c?\(number)", response: response)
    }

    @Test func givesBackWhatWasKept() {
        let pages = [page(1), page(2)]
        let bytes = Snapshot.PageTable.bytes(of: identity, pages)
        #expect(Snapshot.PageTable.pages(of: identity, in: bytes) == pages)
    }

    @Test func saysNothingOfAnotherSnapshot() {
        let bytes = Snapshot.PageTable.bytes(of: identity, [page(1)])
        #expect(Snapshot.PageTable.pages(of: ContentIdentity(byteCount: 100, modifiedAt: 8), in: bytes) == nil)
        #expect(Snapshot.PageTable.pages(of: ContentIdentity(byteCount: 99, modifiedAt: 7), in: bytes) == nil)
    }

    @Test func saysNothingWhereItIsDamaged() {
        let bytes = Snapshot.PageTable.bytes(of: identity, [page(1)])
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(Snapshot.PageTable.pages(of: identity, in: damaged) == nil)
            #expect(Snapshot.PageTable.pages(of: identity, in: Array(bytes[..<index])) == nil)
        }
        #expect(Snapshot.PageTable.pages(of: identity, in: []) == nil)
    }

    @Test func hasAtLeastOnePage() {
        #expect(Snapshot.PageTable.pages(of: identity, in: Snapshot.PageTable.bytes(of: identity, [])) == nil)
    }
}
