import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)))
struct ObjectStoreTests {
    private let server: ObjectStoreServer
    private let loader: DataLoader

    init() throws {
        server = try ObjectStoreServer()
        var configuration = DataLoader.Configuration()
        configuration.retryPolicy.firstDelay = .milliseconds(1)
        loader = DataLoader(configuration: configuration)
    }

    private func store(_ prefix: String = "") throws -> ObjectStore {
        ObjectStore(at: try server.location(prefix), dataLoader: loader)
    }

    private func fields(_ pairs: KeyValuePairs<String, String>) -> HeaderFields {
        HeaderFields(pairs.compactMap { HeaderFields.Field(name: $0.key, value: $0.value) })
    }

    @Test func givesBackWhatWasPut() async throws {
        let store = try store("a b/ü")
        let sent = fields([
            "Content-Type": "image/png", "Cache-Control": "max-age=60", "Cache-Control": "immutable",
            "x-amz-meta-suppliergo": "AAEC/+8=", "x-amz-meta-other": "two  blanks", "Expires": "",
        ])
        try await store.put([0, 1, 255], named: "avatars/ab/cd", fields: sent)
        let object = try #require(try await store.object(named: "avatars/ab/cd"))
        #expect(object.body == [0, 1, 255])
        #expect(object.head.fields["Content-Type"] == "image/png")
        #expect(object.head.fields["Cache-Control"] == "max-age=60, immutable")
        #expect(object.head.fields["X-Amz-Meta-Suppliergo"] == "AAEC/+8=")
        #expect(object.head.fields["x-amz-meta-other"] == "two blanks")
        let head = try await store.object(named: "avatars/ab/cd", by: .head)?.head
        #expect(head?.fields["Content-Length"] == "3")
        try await store.remove(objectNamed: "avatars/ab/cd")
        #expect(server.objects.isEmpty)
        #expect(server.requests.map(\.method) == ["PUT", "GET", "HEAD", "DELETE"])
    }

    /// Every request is signed by libcurl, and checked by the server against the table's second implementation.
    @Test func everyNameOfTheTableIsSignedRight() async throws {
        let rows = try RequestSignatureTests.rows().filter { $0.operation == "GET" }
        #expect(rows.count > 50)
        for row in rows {
            let store = try store(row.prefix)
            try await store.put(Array(row.name.utf8), named: row.name)
            #expect(try await store.object(named: row.name)?.body == Array(row.name.utf8), "\(row)")
            let prefix = store.location.prefix
            let whole = prefix.isEmpty ? row.name : "\(prefix)/\(row.name)"
            #expect(server.objects.keys.contains { $0.utf8.elementsEqual(whole.utf8) }, "\(row)")
        }
    }

    @Test(arguments: [0, 1, 200_000, 3_000_000])
    func bodiesOfAnyLengthArrive(byteCount: Int) async throws {
        let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let store = try store()
        try await store.put(bytes, named: "object")
        #expect(try await store.object(named: "object")?.body == bytes)
        #expect(server.objects["object"]?.fields["Content-Type"] == "application/octet-stream")
    }

    @Test func whatIsAbsentIsNoError() async throws {
        let store = try store("p")
        #expect(try await store.object(named: "none") == nil)
        #expect(try await store.object(named: "none", by: .head) == nil)
        try await store.remove(objectNamed: "none")
    }

    @Test func anAnswerMayTakeTwentySecondsAndAnUploadAMinute() async throws {
        struct Strange: Error {}
        let scripted = ScriptedDataLoader([:], otherwise: ScriptedDataLoader.Reply(steps: [.fail(Strange())]))
        let store = ObjectStore(at: try server.location(), dataLoader: scripted)
        for operation in [
            { try await store.put([1], named: "a") },
            { _ = try await store.object(named: "a", byteLimit: 1000) },
            { _ = try await store.object(named: "a", by: .head) },
            { try await store.remove(objectNamed: "a") },
        ] as [() async throws -> Void] {
            await #expect(throws: ObjectStoreError.self) { try await operation() }
        }
        #expect(scripted.log.requests.map(\.timeLimit) == [.seconds(60)] + Array(repeating: .seconds(20), count: 3))
    }

    @Test func anAnswerThatIsCodedIsKeptAsItIs() async throws {
        server.setFault { _ in
            .answer(.ok([1, 2, 3], fields: ["Content-Encoding": "gzip", "ETag": "\"1\""]))
        }
        #expect(try await store().object(named: "a")?.body == [1, 2, 3])
        #expect(server.requests[0]["Accept-Encoding"] == nil)
    }

    @Test func equalWritesAreNotShared() async throws {
        let gate = Gate()
        server.setFault { _ in
            .answer(.steps(.waitFor(gate), .send(Answer.head(200, fields: ["Content-Length": "0", "ETag": "\"1\""]))))
        }
        let store = try store()
        async let puts: Void = withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask { try await store.put([1], named: "a") }
                group.addTask { try await store.remove(objectNamed: "a") }
            }
            try await group.waitForAll()
        }
        try await server.requestCount(reaches: 6)
        gate.open()
        try await puts
        #expect(server.requests.count == 6)
    }

    @Test func anUploadThatBreaksOffIsSentAgain() async throws {
        let count = Watched(0)
        server.setFault { _ in
            let number = count.update { count in
                count += 1
                return count
            }
            return [.answer(.steps(.reset)), .error(503, code: "SlowDown"), nil][min(number, 3) - 1]
        }
        try await store().put([7, 8], named: "a")
        #expect(server.requests.map(\.body) == [[7, 8], [7, 8], [7, 8]])
        #expect(server.objects["a"]?.bytes == [7, 8])
    }

    @Test func anObjectThatBreaksOffIsReadToItsEnd() async throws {
        let store = try store()
        try await store.put(Array(0..<200), named: "a")
        let count = Watched(0)
        server.setFault { _ in
            count.update { count in
                count += 1
                return count <= 2 ? .cutShort(after: 50 * count) : nil
            }
        }
        #expect(try await store.object(named: "a")?.body == Array(0..<200))
        #expect(server.requests.suffix(3).allSatisfy { $0.method == "GET" && $0["Range"] == nil })
    }
}
