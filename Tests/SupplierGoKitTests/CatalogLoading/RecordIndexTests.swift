import TestSupport
import Testing

@testable import SupplierGoKit

struct RecordIndexTests {
    private static let identity = ContentIdentity(byteCount: 1 << 44, modifiedAt: 1_600_000_000_000_000)

    private let cache = MemoryCache()
    private let directory: TemporaryDirectory
    private let key = CacheKey(indexOf: CatalogLocation.standardInput.address)

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Keeps an index over records with these ids; each is at 100 times its position.
    private func keep(_ ids: [String], badRecordCount: Int = 0, distance: Int = 100) async {
        var draft = RecordIndex.Draft(of: .standardInput, .plain, in: cache)
        for (position, id) in ids.enumerated() {
            var batch = DecodedBatch()
            batch.idHashes = [XXH64.hash(of: id.utf8.span)]
            batch.byteOffsets = [position * (distance - 1)]
            await draft.add(batch, pageOffset: position)
        }
        var batch = DecodedBatch()
        batch.badRecords = (0..<badRecordCount).map { _ in Supplier.BadRecord(reason: "") }
        await draft.add(batch, pageOffset: 0)
        await draft.commit(of: Self.identity)
    }

    private func open(lookingUp id: String = "a", of identity: ContentIdentity = identity) async throws -> RecordIndex?
    {
        let entry = try await cache.entries(for: [key])[0]
        return await RecordIndex(entry, of: identity, lookingUp: Supplier.ID(id), in: cache)
    }

    @Test(arguments: [0, 1, 2, 1024, 1 << 15, 70_000])
    func findsEveryRecord(count: Int) async throws {
        await keep((0..<count).map { "id-\($0)" })
        for position in stride(from: 0, to: count, by: max(1, count / 20)) {
            // Another id may have the same part of its hash.
            let offsets = try #require(try await open(lookingUp: "id-\(position)")).byteOffsets
            #expect(offsets.contains(position * 100) && offsets.count <= 2)
        }
        let index = try #require(try await open(lookingUp: "id-\(count)"))
        #expect(index.entryCount == count)
        #expect(index.byteOffsets.isEmpty)
    }

    @Test func findsAllRecordsOfAnIDInTheCatalogsOrder() async throws {
        await keep((0..<3000).map { $0 % 1000 == 7 ? "twice" : "id-\($0)" })
        #expect(try await open(lookingUp: "twice")?.byteOffsets == [700, 100_700, 200_700])
    }

    @Test func isNotKeptOfRecordsThatAreTooFarOn() async throws {
        await keep(["a", "b"], distance: 1 << 44)
        #expect(cache[key] == nil)
        await keep(["a", "b"], distance: 1 << 44 - 1)
        #expect(try await open(lookingUp: "b")?.byteOffsets == [1 << 44 - 1])
    }

    /// The hashes of these two ids begin with the same 20 bits.
    @Test(arguments: [("519", true), ("1045", false)])
    func saysNoIfOnlyAnotherIDHasItsPartOfTheHash(text: String, isThere: Bool) async throws {
        let id = try #require(Supplier.ID(text))
        let index = try await index(of: Array(Records.record(519).utf8), ids: ["519"], at: [0], lookingUp: id)
        #expect(index.index.byteOffsets == [0])
        #expect(await index.index.suppliers(withID: id, in: index.path, .plain)?.map(\.id) == (isThere ? [id] : []))
    }

    /// Entries hold hashes only.
    @Test func tellsSuppliersApartWhoseIDsHaveOneHash() async throws {
        let (first, second) = (Records.record(519), Records.record(1045))
        let body = Array((first + "\n" + second).utf8)
        let id = try #require(Supplier.ID("519"))
        let offset = first.utf8.count + 1
        for (offsets, found) in [([0, offset], [id]), ([offset], []), ([], []), ([1], nil)] {
            let ids = offsets.map { _ in "519" }
            let index = try await index(of: body, ids: ids, at: offsets, lookingUp: id)
            #expect(await index.index.suppliers(withID: id, in: index.path, .plain)?.map(\.id) == found)
        }
    }

    @Test func isNotBelievedIfARecordIsAnother() async throws {
        let id = try #require(Supplier.ID("1"))
        let index = try await index(of: Array(Records.record(2).utf8), ids: ["1"], at: [0], lookingUp: id)
        #expect(await index.index.suppliers(withID: id, in: index.path, .plain) == nil)
    }

    /// Keeps an index of a body whose records are said to be at some offsets, and opens it.
    private func index(
        of body: [UInt8], ids: [String], at offsets: [Int], lookingUp id: Supplier.ID
    ) async throws -> (index: RecordIndex, path: String) {
        let identity = ContentIdentity(byteCount: body.count, modifiedAt: 1)
        try directory.write(body, to: "catalog.ndjson")
        var batch = DecodedBatch()
        batch.idHashes = ids.map { XXH64.hash(of: $0.utf8.span) }
        batch.byteOffsets = offsets
        var draft = RecordIndex.Draft(of: .standardInput, .plain, in: cache)
        await draft.add(batch, pageOffset: 0)
        await draft.commit(of: identity)
        let index = try #require(try await open(lookingUp: id.rawValue, of: identity))
        return (index, directory.path(of: "catalog.ndjson"))
    }

    @Test func countsBadRecords() async throws {
        await keep(["a"], badRecordCount: 3)
        #expect(try await open()?.badRecordCount == 3)
    }

    @Test(arguments: [
        ContentIdentity(byteCount: 1, modifiedAt: identity.modifiedAt), .init(byteCount: 1 << 44, modifiedAt: 0),
        .init(byteCount: 1 << 44, modifiedAt: identity.modifiedAt, changedAt: 1),
        .init(byteCount: 1 << 44, modifiedAt: identity.modifiedAt, fileNumber: 1),
    ])
    func belongsToNoOtherBody(identity: ContentIdentity) async throws {
        await keep(["a"])
        #expect(try await open() != nil)
        #expect(try await open(of: identity) == nil)
    }

    /// That a bit has changed is seen by the cache.
    @Test func isNotBelievedIfItIsCutShort() async throws {
        await keep((0..<40).map { "id-\($0)" })
        let bytes = try #require(cache[key])
        for count in 0...bytes.count {
            let index = RecordIndex(Array(bytes[..<count]), of: Self.identity, lookingUp: nil)
            #expect((index != nil) == (count == bytes.count))
        }
    }
}
