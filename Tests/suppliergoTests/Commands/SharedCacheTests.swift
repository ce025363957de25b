import FoundationEssentials
import TestSupport
import Testing

/// A thousand avatars, and several processes on one cache.
@Suite(.timeLimit(.minutes(2)))
struct SharedCacheTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// Serves a catalog and, for each supplier, an image of its own.
    private func server(avatarCount: Int) throws -> LoopbackServer {
        let catalog = Samples.catalog((1...avatarCount).map { Samples.record($0, avatar: "/\($0).png") })
        return try LoopbackServer { request in
            guard let number = Int(request.target.dropFirst().prefix { $0 != "." }) else { return .ok(catalog) }
            return .ok(Records.png(number))
        }
    }

    /// The images in the cache, sorted.
    private func images() throws -> [[UInt8]] {
        try setting.avatarFiles().map { try setting.directory.read($0) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func expected(_ count: Int) -> [[UInt8]] {
        (1...count).map { Records.png($0) }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    @Test func bringsAThousandAvatarsAtOnce() async throws {
        let server = try server(avatarCount: 1000)
        defer { server.stop() }
        let result = try await setting.run("fetch -c \(server.url("/catalog.json"))")
        #expect(result.status == 0)
        #expect(result.errorOutput == Samples.fetched(1000, byteCount: Records.png().count) + "\n")
        #expect(try images() == expected(1000))
        #expect(server.requests.count == 1001)
    }

    @Test func severalProcessesShareOneCache() async throws {
        let server = try server(avatarCount: 200)
        defer { server.stop() }
        let line = "fetch -c \(server.url("/catalog.json"))"
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { try #expect(await setting.run(line).status == 0) }
            }
            try await group.waitForAll()
        }
        // Each avatar once in all; the catalog is asked about by those that began later, too.
        let avatars = server.requests.map(\.target).filter { $0 != "/catalog.json" }
        #expect(avatars.count == 200)
        #expect(Set(avatars).count == 200)
        #expect(try images() == expected(200))
        #expect(try setting.directory.files().filter { $0.contains(".tmp") }.isEmpty)
        let last = try await setting.run(line)
        #expect(last.errorOutput.isEmpty)
    }
}
