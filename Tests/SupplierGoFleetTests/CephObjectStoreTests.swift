import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

/// The client against a real store.
@Suite(.timeLimit(.minutes(3)), .enabled(if: CephStore.isInstalled, Comment(rawValue: CephStore.absence)))
struct CephObjectStoreTests {
    private let loader = DataLoader()

    private func store(_ prefix: String, of ceph: CephStore) async throws -> ObjectStore {
        let location = try await ObjectStoreLocation(CephStore.location + prefix, environment: ceph.environment)
        return ObjectStore(at: location, dataLoader: loader)
    }

    @Test func understandsARealStore() async throws {
        let ceph = try await CephStore()
        try await everyNameOfTheTableIsStored(in: ceph)
        try await removingTwiceIsNoError(in: ceph)
        try await failuresAreNamed(of: ceph)
        await loader.shutdown()
    }

    private func everyNameOfTheTableIsStored(in ceph: CephStore) async throws {
        let fields = HeaderFields(
            [("Content-Type", "image/png"), ("Cache-Control", "max-age=60, x=\"a  b\""), ("x-amz-meta-a", "AAEC/+8=")]
                .compactMap { HeaderFields.Field(name: $0, value: $1) })
        for row in try RequestSignatureTests.rows() where row.operation == "GET" {
            let store = try await store(row.prefix.isEmpty ? "" : "/" + row.prefix, of: ceph)
            let bytes = Array(row.name.utf8)
            try await store.put(bytes, named: row.name, fields: fields)
            let object = try await store.object(named: row.name)
            #expect(object?.body == bytes, "\(row)")
            #expect(object?.head.fields["Content-Type"] == "image/png")
            #expect(object?.head.fields["Cache-Control"] == "max-age=60, x=\"a b\"")
            #expect(object?.head.fields["x-amz-meta-a"] == "AAEC/+8=")
            let head = try await store.object(named: row.name, by: .head)?.head
            #expect(head?.fields["Content-Length"] == "\(bytes.count)", "\(row)")
        }
    }

    private func removingTwiceIsNoError(in ceph: CephStore) async throws {
        let store = try await store("/removed", of: ceph)
        try await store.put([1], named: "a")
        for _ in 0..<2 { try await store.remove(objectNamed: "a") }
        #expect(try await store.object(named: "a") == nil)
        #expect(try await store.object(named: "a", by: .head) == nil)
    }

    private func failuresAreNamed(of ceph: CephStore) async throws {
        let wrongSecret = ceph.environment.merging(["AWS_SECRET_ACCESS_KEY": "wrong"]) { $1 }
        let wrongKey = ceph.environment.merging(["AWS_ACCESS_KEY_ID": "unknown"]) { $1 }
        for (text, environment, reason) in [
            ("s3://fleet", wrongSecret, .refused(code: "SignatureDoesNotMatch", message: "")),
            ("s3://fleet", wrongKey, .refused(code: "InvalidAccessKeyId", message: "")),
            ("s3://none", ceph.environment, .noBucket),
        ] as [(String, [String: String], ObjectStoreError.Reason)] {
            let location = try await ObjectStoreLocation(text, environment: environment)
            let store = ObjectStore(at: location, dataLoader: loader)
            let error = ObjectStoreError(reason, store: text)
            await #expect(throws: error) { try await store.object(named: "a") }
            await #expect(throws: error) { try await store.put([1], named: "a") }
        }
    }
}
