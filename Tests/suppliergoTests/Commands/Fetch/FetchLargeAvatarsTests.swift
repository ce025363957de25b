import TestSupport
import Testing

/// Avatars of more than 1 MiB in a process that cannot write the system's directory for temporary files.
@Suite(.timeLimit(.minutes(1)))
struct FetchLargeAvatarsTests {
    private static let avatarCount = 40
    private static let picture = Samples.picture.dropLast(12) + padding + Samples.picture.suffix(12)

    /// A chunk of 2 MB that says nothing, before the last one.
    private static let padding = [0, 0x1e, 0x84, 0x80] + Array("teXt".utf8) + [UInt8](repeating: 0, count: 2_000_004)

    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func fetch(_ server: LoopbackServer, cache: String) async throws -> ProcessResult {
        try await setting.run(
            "fetch --per-host 128 -c \(server.url("/catalog.json"))",
            environment: ["TMPDIR": setting.directory.path(of: "missing"), "SUPPLIERGO_CACHE_DIR": cache])
    }

    private func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            request.target == "/catalog.json"
                ? .ok(Samples.catalog(avatarCount: Self.avatarCount))
                : .ok(Array(Self.picture), contentType: "image/png")
        }
    }

    @Test func waitInTheCachesDirectory() async throws {
        let server = try server()
        defer { server.stop() }
        let result = try await fetch(server, cache: setting.directory.path(of: "cache"))
        #expect(result.status == 0)
        let files = try setting.directory.files()
        #expect(files.count { $0.hasSuffix(".png") } == Self.avatarCount)
        #expect(!files.contains { $0.contains("suppliergo-") })
    }

    @Test func areFewAtOnceIfThereCanBeNoFile() async throws {
        let server = try server()
        defer { server.stop() }
        _ = try await fetch(server, cache: "/dev/null/cache")
        // The first avatar that cannot be stored ends it.
        #expect(server.log.requests.count > 1 && server.log.peakConnectionCount <= 9)
    }
}
