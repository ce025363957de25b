import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct AvatarStoreMaintenanceTests {
    private let fleet: FleetSetting

    /// A store with ten avatars, each a day older than the one before, a note, and what is not the fleet's.
    init() throws {
        fleet = try FleetSetting(pageSize: 2)
        for number in 1..<11 {
            fleet.putObject(
                number, Records.png(number), fleet.response(number, [], age: 10),
                modifiedAt: .now.addingTimeInterval(-86_400 * Double(number) - 100))
        }
        let old = Date.now.addingTimeInterval(-86_400 * 100)
        fleet.server.setObject(.init([1], modifiedAt: old), named: fleet.missingName(20))
        for name in ["faces/avatars/3f/readme.txt", "faces/index.html", "other/avatars/3f/x", "faces2/avatars/3f/x"] {
            fleet.server.setObject(.init([1, 2], modifiedAt: old), named: name)
        }
    }

    @Test func countsItsAvatars() async throws {
        let usage = try await fleet.store().usage()
        #expect(usage.directory == "s3://fleet/faces")
        #expect(usage.amounts == ["avatars": .init(entryCount: 10, byteCount: 10 * Records.png(1).count)])
        let age = Date.now.timeIntervalSince(try #require(usage.oldestAt))
        #expect((864_100..<864_160).contains(age))
        #expect(fleet.server.requests.count == 256)
    }

    @Test func removesWhatWasNotPutForSomeTime() async throws {
        let removed = try await fleet.store().prune(olderThan: 86_400 * 5)
        #expect(removed["avatars"].entryCount == 6)
        #expect((1..<11).filter { fleet.server.objects[fleet.name($0)] != nil } == [1, 2, 3, 4])
        #expect(fleet.server.objects[fleet.missingName(20)] == nil)
        #expect(fleet.server.objects.count == 8)
    }

    @Test func findsAndRemovesWhatIsBroken() async throws {
        func change(_ number: Int, _ body: (inout ObjectStoreServer.Object) -> Void) {
            guard var object = fleet.server.objects[fleet.name(number)] else { return }
            body(&object)
            fleet.server.setObject(object, named: fleet.name(number))
        }
        change(1) { $0.bytes[50] ^= 1 }
        change(2) { $0.bytes.removeLast() }
        change(3) { $0.fields = HTTPFields() }
        change(4) { $0.bytes = Records.png(5) }
        fleet.server.setObject(fleet.server.objects[fleet.name(6)], named: fleet.name(5))
        let steps = Lock<[Int]>([])
        let result = try await fleet.store().verify { count in steps.withLock { $0.append(count) } }
        #expect(result.whole["avatars"].entryCount == 5)
        #expect(result.broken.sorted() == [1, 2, 4, 5].map { fleet.key($0).path }.sorted())
        #expect((1..<11).filter { fleet.server.objects[fleet.name($0)] != nil } == [3, 6, 7, 8, 9, 10])
        #expect(result.uncheckedCount == 1 && result.uncheckedPath == fleet.key(3).path)
        #expect(steps.withLock { $0.max() } == 10)
        #expect(fleet.server.objects.count == 11)
        #expect(try await fleet.store().verify().broken.isEmpty)
    }

    @Test func leavesWhatItCannotCheck() async throws {
        // A version that is yet to come, and one that was.
        for (number, version) in [(1, UInt8.max), (2, 1)] {
            var object = try #require(fleet.server.objects[fleet.name(number)])
            var record = try #require(
                object.fields["x-amz-meta-suppliergo-a"].flatMap { Data(base64Encoded: $0) })
            record[0] = version
            object.fields = HTTPFields(
                [HTTPFields.Field(name: "x-amz-meta-suppliergo-a", value: record.base64EncodedString())]
                    .compactMap(\.self))
            fleet.server.setObject(object, named: fleet.name(number))
        }
        fleet.putObject(3, [UInt8](repeating: 1, count: 5000), fleet.response(3, [], age: 10))
        let result = try await fleet.store().verify(byteLimit: 4000)
        #expect(result.whole["avatars"].entryCount == 7)
        #expect(result.uncheckedCount == 3 && result.broken.isEmpty)
        #expect(fleet.server.objects.count == 15)
    }

    @Test func saysWhyItCannot() async throws {
        fleet.server.setFault { _ in .error(403, code: "AccessDenied") }
        let store = try fleet.store()
        await #expect(throws: ObjectStoreError.self) { try await store.usage() }
        await #expect(throws: ObjectStoreError.self) { try await store.prune(olderThan: 1) }
        await #expect(throws: ObjectStoreError.self) { try await store.verify() }
        #expect(fleet.server.objects.count == 15)
    }

    @Test func anEmptyStoreIsEmpty() async throws {
        let empty = try FleetSetting()
        #expect(try await empty.store().usage().total.entryCount == 0)
        #expect(try await empty.store().usage().oldestAt == nil)
    }
}
