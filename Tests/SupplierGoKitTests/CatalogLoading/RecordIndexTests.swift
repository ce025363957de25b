import TestSupport
import Testing

@testable import SupplierGoKit

struct RecordIndexTests {
    private static let identity = ContentIdentity(byteCount: 1 << 40, modifiedAt: 1_600_000_000_000_000)
    private static let blockChecksums: [UInt64] = [17, 4]

    /// The bytes of an index over records with these ids; each is at 100 times its position.
    private func index(of ids: [String], badRecordCount: Int = 0) async throws -> [UInt8] {
        let (cache, key) = (MemoryCache(), CacheKey(indexOf: .standardInput))
        var builder = RecordIndexBuilder(for: key, in: cache)
        for (position, id) in ids.enumerated() {
            var batch = SupplierBatch()
            batch.idHashes = [XXH64.hash(of: id.utf8.span)]
            batch.byteOffsets = [position * 99]
            await builder.add(batch, pageOffset: position)
        }
        var batch = SupplierBatch()
        batch.badRecords = (0..<badRecordCount).map {
            SupplierBatch.BadRecord(record: $0, byteOffset: 0, path: "", reason: "")
        }
        await builder.add(batch, pageOffset: 0)
        await builder.finish(of: Self.identity, blockChecksums: Self.blockChecksums)
        return try #require(cache[key])
    }

    private func open(_ bytes: [UInt8], of identity: ContentIdentity = identity) throws -> RecordIndex? {
        try RecordIndex(of: identity, byteCount: bytes.count) { offset, count throws(FileError) in
            guard offset < bytes.count else { return [] }
            return Array(bytes[offset..<min(offset + count, bytes.count)])
        }
    }

    private func offsets(of id: String, in index: RecordIndex?) throws -> [Int]? {
        try index?.byteOffsets(of: #require(Supplier.ID(id)))
    }

    @Test(arguments: [0, 1, 2, 1024, 1 << 15, 70_000])
    func findsEveryRecord(count: Int) async throws {
        let index = try #require(try open(try await index(of: (0..<count).map { "id-\($0)" })))
        #expect(index.footer.entryCount == count)
        #expect(index.blockChecksums == Self.blockChecksums)
        for position in stride(from: 0, to: count, by: max(1, count / 500)) {
            #expect(try offsets(of: "id-\(position)", in: index) == [position * 100])
        }
        #expect(try offsets(of: "id-\(count)", in: index) == [])
    }

    @Test func findsAllRecordsOfAnIDInTheCatalogsOrder() async throws {
        let ids = (0..<3000).map { $0 % 1000 == 7 ? "twice" : "id-\($0)" }
        let index = try open(try await index(of: ids))
        #expect(try offsets(of: "twice", in: index) == [700, 100_700, 200_700])
    }

    /// Entries hold hashes only.
    @Test func tellsSuppliersApartWhoseIDsHaveOneHash() async throws {
        let (cache, key) = (MemoryCache(), CacheKey(indexOf: .standardInput))
        let (first, second) = (Records.record(1), Records.record(2))
        let body = Array((first + "\n" + second).utf8)
        let identity = ContentIdentity(byteCount: body.count, modifiedAt: 1)
        var batch = SupplierBatch()
        batch.idHashes = [XXH64.hash(of: "1".utf8.span), XXH64.hash(of: "1".utf8.span)]
        batch.byteOffsets = [0, first.utf8.count + 1]
        var builder = RecordIndexBuilder(for: key, in: cache)
        await builder.add(batch, pageOffset: 0)
        await builder.finish(of: identity, blockChecksums: [])
        let bytes = try #require(cache[key])
        let index = try #require(try open(bytes, of: identity))
        let directory = try TemporaryDirectory()
        try directory.write(body, to: "catalog.ndjson")
        let id = try #require(Supplier.ID("1"))
        let suppliers = await index.suppliers(withID: id, in: directory.path(of: "catalog.ndjson"), .plain)
        #expect(suppliers?.map(\.id) == [id])
    }

    @Test func countsBadRecords() async throws {
        #expect(try open(try await index(of: ["a"], badRecordCount: 3))?.footer.badRecordCount == 3)
    }

    @Test(arguments: [
        ContentIdentity(byteCount: 1, modifiedAt: identity.modifiedAt), .init(byteCount: 1 << 40, modifiedAt: 0),
        .init(byteCount: 1 << 40, modifiedAt: identity.modifiedAt, changedAt: 1),
        .init(byteCount: 1 << 40, modifiedAt: identity.modifiedAt, fileNumber: 1),
    ])
    func belongsToNoOtherBody(identity: ContentIdentity) async throws {
        #expect(try open(try await index(of: ["a"]), of: identity) == nil)
    }

    @Test func neverBelievesABrokenIndex() async throws {
        let ids = (0..<40).map { "id-\($0)" }
        let bytes = try await index(of: ids)
        // Absent ids of all groups, so that each group is read.
        var absent = [Int: String]()
        for number in 0..<20_000 {
            absent[RecordIndex.group(of: XXH64.hash(of: "no-\(number)".utf8.span))] = "no-\(number)"
        }
        let all = ids + absent.values
        let whole = try #require(try open(bytes))
        let expected = try all.map { try offsets(of: $0, in: whole) }
        for place in stride(from: 0, to: bytes.count, by: 3) {
            var broken = bytes
            broken[place] ^= 1 << UInt8(place % 8)
            guard let index = try open(broken) else { continue }
            let answers = try all.map { try offsets(of: $0, in: index) }
            #expect(zip(answers, expected).allSatisfy { $0 == nil || $0 == $1 }, "byte \(place)")
            #expect(answers.contains(nil), "byte \(place)")
        }
    }

    @Test func neverBelievesAnIndexThatIsCutShort() async throws {
        let bytes = try await index(of: (0..<40).map { "id-\($0)" })
        for count in 0..<bytes.count {
            #expect(try offsets(of: "id-7", in: open(Array(bytes[..<count]))) == nil)
        }
    }
}
