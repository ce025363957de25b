import TestSupport
import Testing

/// Runs that find no libcurl, but a file of its name that is none.
@Suite struct MissingLibraryTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        try setting.directory.write(Array("no library".utf8), to: "lib/libcurl.so.4")
    }

    private func run(_ line: String) async throws -> ProcessResult {
        try await setting.run(line, environment: ["LD_LIBRARY_PATH": setting.directory.path(of: "lib")])
    }

    @Test func whatNeedsNoNetworkNeedsNoLibcurl() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        let url = server.url("/catalog.json")
        #expect(try await setting.run("fetch -c \(url)").status == 0)
        let list = "list -c \(TestData.path("catalog.json"))"
        for line in ["--version", list, "show 1 --offline -c \(url)", "fetch --offline -c \(url)"] {
            let result = try await run(line)
            #expect(result.status == 0, "\(line): \(result.errorOutput)")
        }
    }

    @Test func whatNeedsTheNetworkSaysWhatIsMissing() async throws {
        let list = try await run("list -c http://127.0.0.1/catalog.json")
        #expect(list.status == 69)
        #expect(list.errorOutput.contains("libcurl cannot be used: "))
        #expect(list.errorOutput.contains("libcurl.so.4: file too short: install it (in Debian the package libcurl4)"))

        let avatars = (1...3).map { Samples.record($0, avatar: "http://127.0.0.1/\($0).png") }
        try setting.directory.write(Array(Samples.catalog(avatars).utf8), to: "catalog.json")
        let fetch = try await run("fetch -c catalog.json")
        #expect(fetch.status == 3)
        // Said once for all.
        #expect(fetch.errorOutput.split(separator: "libcurl cannot be used").count == 2, "\(fetch.errorOutput)")
    }
}
