import TestSupport
import Testing

@Suite struct CacheCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test func printsTheDirectory() async throws {
        #expect(try await setting.run("cache path").output == setting.directory.path(of: "cache\n"))
        #expect(try await setting.run("cache path --cache-dir /elsewhere").output == "/elsewhere\n")
        #expect(try setting.directory.files().isEmpty)
    }

    @Test func countsEntriesAndBytesAndClearsThem() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 2))
        defer { server.stop() }
        let catalog = Samples.catalog(avatarCount: 2)
        #expect(try await setting.run("fetch -c \(server.url("/catalog.json"))").status == 0)
        // Two avatars, the catalog's snapshot, and the index of its two records.
        let indexByteCount = 2 * 8 + 7 * 8
        let bytes = 2 * Samples.picture.count + catalog.utf8.count + indexByteCount
        let amount = "\(bytes) bytes"
        let directory = setting.directory.path(of: "cache")
        let json = try await setting.run("cache info --format json")
        let beginning =
            #"{"bytes":\#(bytes),"directory":"\#(directory)","entries":4,"limit":1073741824,"oldest":"20"#
        #expect(json.output.hasPrefix(beginning))
        let text = try await setting.run("cache info")
        #expect(
            text.output.hasPrefix(
                "directory  \(directory)\nentries    4\nbytes      \(amount)\nlimit      1 GiB\n"))
        let cleared = try await setting.run("cache clear")
        #expect(cleared.errorOutput == "suppliergo: removed 4 entries, \(amount)\n")
        #expect(cleared.status == 0)
        #expect(try await setting.run("cache info --format json").output.contains(#""entries":0"#))
        #expect(try await setting.run("cache clear -q").errorOutput.isEmpty)
    }
}
