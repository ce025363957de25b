import Testing

@testable import SupplierGoKit

struct RecordIndexTests {
    private static let identity = SnapshotIdentity(byteCount: 1 << 40, storedAt: 1_600_000_000_000_000)

    /// The bytes of an index over records with these ids; each stands at 100 times its position.
    private func index(of ids: [String]) async throws -> [UInt8] {
        var builder = RecordIndexBuilder()
        var kept: [UInt64] = []
        for (position, id) in ids.enumerated() {
            builder.add(hashes: [RecordIndexFormat.hash(of: id)], byteOffsets: [position * 99], pageOffset: position)
            if let run = builder.takeRun() { kept += run }
        }
        let runs = kept
        var words: [UInt64] = []
        try await builder.write(
            { count, bits in
                RecordIndexFormat.Header(
                    identity: Self.identity, entryCount: count, issueCount: 3, partitionBits: bits)
            },
            runs: { $0.flatMap { runs[$0] } }, to: { words += $0 })
        return words.bytes
    }

    private func open(_ bytes: [UInt8], of identity: SnapshotIdentity = identity) -> RecordIndex<Never>? {
        RecordIndex<Never>(of: identity) { offset, count in
            guard offset < bytes.count else { return [] }
            return Array(bytes[offset..<min(offset + count, bytes.count)])
        }
    }

    @Test(arguments: [0, 1, 2, 1024, 1025, 70_000])
    func findsEveryRecord(count: Int) async throws {
        let bytes = try await index(of: (0..<count).map { "id-\($0)" })
        let index = try #require(open(bytes))
        #expect(index.header.entryCount == UInt64(count))
        #expect(index.header.issueCount == 3)
        for position in stride(from: 0, to: count, by: max(1, count / 500)) {
            #expect(index.byteOffsets(of: "id-\(position)") == [position * 100])
        }
        #expect(index.byteOffsets(of: "id-\(count)") == [])
    }

    @Test func findsAllRecordsOfAnIDInTheCatalogsOrder() async throws {
        let ids = (0..<3000).map { $0 % 1000 == 7 ? "twice" : "id-\($0)" }
        let index = try #require(open(try await index(of: ids)))
        #expect(index.byteOffsets(of: "twice") == [700, 100_700, 200_700])
    }

    @Test(arguments: [
        SnapshotIdentity(byteCount: 1, storedAt: identity.storedAt), .init(byteCount: 1 << 40, storedAt: 0),
    ])
    func isNoneOfAnotherSnapshot(identity: SnapshotIdentity) async throws {
        #expect(open(try await index(of: ["a"]), of: identity) == nil)
    }

    @Test func neverBelievesABrokenIndex() async throws {
        let ids = (0..<40).map { "id-\($0)" }
        let bytes = try await index(of: ids)
        let whole = try #require(open(bytes))
        let expected = ids.map { whole.byteOffsets(of: $0) }
        var noticed = 0
        for place in bytes.indices {
            var broken = bytes
            broken[place] ^= 1 << UInt8(place % 8)
            guard let index = open(broken) else {
                noticed += 1
                continue
            }
            let answers = ids.map { index.byteOffsets(of: $0) }
            #expect(zip(answers, expected).allSatisfy { $0 == nil || $0 == $1 }, "byte \(place)")
            noticed += answers.contains(nil) ? 1 : 0
        }
        #expect(noticed == bytes.count)
    }

    @Test func neverBelievesAnIndexThatIsCutShort() async throws {
        let bytes = try await index(of: (0..<40).map { "id-\($0)" })
        for count in 0..<bytes.count {
            #expect(open(Array(bytes[..<count]))?.byteOffsets(of: "id-7") ?? nil == nil)
        }
    }

    @Test func keepsItsHashForEver() {
        // Indexes outlive the program that wrote them.
        #expect(RecordIndexFormat.hash(of: "") == 0xe220_a839_7b1d_cdaf)
        #expect(RecordIndexFormat.hash(of: "1") == 0x5de1_86dc_ba77_9207)
        #expect(RecordIndexFormat.hash(of: "supplier-17") == 0x17a0_290a_edcb_4f69)
    }
}
