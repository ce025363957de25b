import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

struct AvatarParcelTests {
    private func suppliers(_ numbers: ClosedRange<Int>) throws -> [Supplier] {
        try numbers.map { try #require(Supplier(firstRecordOf: Array(Record.text("\($0)").utf8))) }
    }

    private func metrics(_ path: String) throws -> TransferMetrics {
        TransferMetrics(url: try #require(URL(string: "http://suppliers.example/" + path)))
    }

    @Test func tellsOfEachWhatItTookItself() throws {
        var parcel = AvatarParcel()
        parcel.append(.none, for: try suppliers(1...2)[...], effort: AvatarEffort(.seconds(1), try metrics("a")))
        parcel.append(.none, for: try suppliers(3...3)[...], effort: AvatarEffort(.seconds(2), nil))
        parcel.append(.none, for: [], effort: AvatarEffort(.seconds(3), try metrics("b")))
        parcel.append(.none, for: try suppliers(4...4)[...], effort: AvatarEffort(.seconds(4), try metrics("c")))
        #expect(parcel.map(\.supplier) == (try suppliers(1...4)))
        #expect(parcel.map(\.duration) == [1, 1, 2, 4].map { .seconds($0) })
        #expect(parcel.map { $0.metrics?.url.lastPathComponent } == ["a", "a", nil, "c"])
        _ = parcel.popFirst()
        #expect(parcel.popFirst()?.duration == .seconds(1))
        #expect(parcel.popFirst()?.duration == .seconds(2))
    }

    @Test func isTroubledByOneOfMany() throws {
        var parcel = AvatarParcel()
        parcel.append(.none, for: try suppliers(1...2)[...])
        #expect(parcel.isUntroubled)
        let failure = AvatarFailure.endpoint(.malformed(endpoint: ":"))
        parcel.append(.failed(failure), for: try suppliers(3...3)[...])
        parcel.append(.none, for: try suppliers(4...4)[...])
        #expect(!parcel.isUntroubled)
    }
}
