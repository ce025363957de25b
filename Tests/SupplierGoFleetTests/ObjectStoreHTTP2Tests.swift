import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

@Suite(.timeLimit(.minutes(1)), .enabled(if: NginxServer.isInstalled, Comment(rawValue: NginxServer.absence)))
struct ObjectStoreHTTP2Tests {
    /// As behind the front of a large provider: the store sees HTTP/1, and what was signed for HTTP/2.
    @Test func signaturesHoldOverHTTP2() async throws {
        let server = try ObjectStoreServer()
        let front = try await NginxServer(before: server.endpoint)
        var configuration = DataLoader.Configuration()
        configuration.certificateAuthorityFile = TestData.path("tls/authority.pem")
        let protocols = Watched<Set<String?>>([])
        let loader = DataLoader(configuration: configuration) { report in
            protocols.update { _ = $0.insert(report.metrics.protocolName) }
        }
        let location = try ObjectStoreLocation(
            server.address("a b"), endpoint: front.secureURL("").absoluteString,
            signature: ObjectStoreServer.signature)
        let store = ObjectStore(at: location, dataLoader: loader)
        let bytes = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await store.put(bytes, named: "ü/\(number)")
                    #expect(try await store.object(named: "ü/\(number)")?.body == bytes)
                    let head = try await store.object(named: "ü/\(number)", by: .head)?.head
                    #expect(head?.fields["Content-Length"] == "\(bytes.count)")
                }
            }
            try await group.waitForAll()
        }
        #expect(server.objects.count == 40)
        try await store.put([], named: "empty")
        try await store.remove(objectNamed: "ü/0")
        #expect(try await store.object(named: "ü/0") == nil)
        #expect(server.objects["a b/empty"]?.bytes.isEmpty == true)
        #expect(protocols.value == ["HTTP/2"])
        await loader.shutdown()
    }
}
