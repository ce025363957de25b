import TestSupport
import Testing

/// A catalog at an address of this machine that redirects outward: what answers is a stranger's, and may not lead
/// inside.
@Suite struct RedirectedCatalogTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// A proxy that stands for all servers. Of the two avatars the first is on this machine.
    private func proxy() throws -> LoopbackServer {
        let records = [("http://127.0.0.1:9/1.png", 1), ("http://pictures.example/2.png", 2)]
        let catalog = Samples.catalog(records.map { Samples.record($0.1, avatar: $0.0) })
        return try LoopbackServer { request in
            switch request.target {
            case "http://127.0.0.1:9/c":
                .status(302, fields: ["Location": "http://suppliers.example/c", "Cache-Control": "max-age=900"])
            case "http://suppliers.example/c": .ok(catalog, fields: ["Cache-Control": "max-age=900"])
            default: .ok(Samples.picture)
            }
        }
    }

    @Test func itsSnapshotMayNotEither() async throws {
        let proxy = try proxy()
        defer { proxy.stop() }
        let options = "-c http://127.0.0.1:9/c --proxy http://127.0.0.1:\(proxy.port)"
        #expect(try await setting.run("list --avatars off \(options)").status == 0)
        let result = try await setting.run("fetch \(options)")
        #expect(result.status == 3)
        #expect(result.errorOutput.contains("127.0.0.1:9 has a private address"))
        #expect(
            proxy.requests.map(\.target).dropFirst() == ["http://suppliers.example/c", "http://pictures.example/2.png"])
    }

    @Test func aBackgroundProcessMayNotEither() async throws {
        let proxy = try proxy()
        defer { proxy.stop() }
        let line = "list --avatars detach -c http://127.0.0.1:9/c --proxy http://127.0.0.1:\(proxy.port)"
        #expect(try await setting.run(line).status == 0)
        try await proxy.until { $0.requests.count >= 3 && $0.openConnectionCount == 0 }
        #expect(
            proxy.requests.map(\.target).dropFirst() == ["http://suppliers.example/c", "http://pictures.example/2.png"])
    }
}
