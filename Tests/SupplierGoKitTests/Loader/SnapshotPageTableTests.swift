import FoundationEssentials
import Testing

@testable import SupplierGoKit

struct SnapshotPageTableTests {
    private let identity = SnapshotIdentity(byteCount: 100, storedAt: 7)

    private func page(_ range: Range<Int>) -> HeldCatalog.Page {
        let moment = Date(timeIntervalSince1970: 784_111_777)
        let response = StoredResponse(
            url: "http://x.example/c", status: HTTPStatus(200), fields: FreshnessCase.fields(["ETag: \"a\""]),
            requestedAt: moment, receivedAt: moment)
        return HeldCatalog.Page(address: "http://x.example/c?\(range.lowerBound)", byteRange: range, response: response)
    }

    @Test func givesBackWhatWasKept() {
        let pages = [page(1..<40), page(41..<100)]
        let bytes = SnapshotPageTable.bytes(of: identity, pages)
        #expect(SnapshotPageTable.pages(of: identity, in: bytes) == pages)
    }

    @Test func saysNothingOfAnotherSnapshot() {
        let bytes = SnapshotPageTable.bytes(of: identity, [page(1..<40)])
        #expect(SnapshotPageTable.pages(of: SnapshotIdentity(byteCount: 100, storedAt: 8), in: bytes) == nil)
        #expect(SnapshotPageTable.pages(of: SnapshotIdentity(byteCount: 99, storedAt: 7), in: bytes) == nil)
    }

    @Test func saysNothingWhereItIsDamaged() {
        let bytes = SnapshotPageTable.bytes(of: identity, [page(1..<40)])
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(SnapshotPageTable.pages(of: identity, in: damaged) == nil)
            #expect(SnapshotPageTable.pages(of: identity, in: Array(bytes[..<index])) == nil)
        }
        #expect(SnapshotPageTable.pages(of: identity, in: []) == nil)
    }

    @Test func takesNoPagesThatOverlapOrReachBeyondTheEnd() {
        for pages in [[page(1..<40), page(39..<50)], [page(1..<101)], []] {
            #expect(SnapshotPageTable.pages(of: identity, in: SnapshotPageTable.bytes(of: identity, pages)) == nil)
        }
    }
}
