import FoundationEssentials
import TestSupport
import Testing

@Suite struct CacheLookingAfterTests {
    private let setting: CommandSetting
    private let server: LoopbackServer

    init() async throws {
        setting = try CommandSetting()
        server = try Samples.server(Samples.catalog(avatarCount: 2))
    }

    private func fetch(_ options: String = "", environment: [String: String] = [:]) async throws -> ProcessResult {
        try await setting.run("fetch -c \(server.url("/catalog.json")) \(options)", environment: environment)
    }

    @Test func verifiesAndDropsBrokenEntries() async throws {
        defer { server.stop() }
        #expect(try await fetch().status == 0)
        let whole = try await setting.run("cache verify")
        #expect(whole.status == 0)
        #expect(whole.errorOutput.hasPrefix("suppliergo: verified 4 entries, "))
        let avatar = try #require(try setting.avatarFiles().first { $0.hasSuffix(".png") })
        let file = setting.directory.path(of: avatar)
        let shell = "printf x | dd of=\(file) bs=1 seek=9 conv=notrunc"
        #expect(try await setting.shell(shell).status == 0)
        let broken = try await setting.run("cache verify")
        #expect(broken.status == 3)
        #expect(broken.errorOutput.hasPrefix("suppliergo: warning: \(file) was broken and has been removed\n"))
        #expect(try await setting.run("cache verify").status == 0)
    }

    @Test func prunesToASizeAndByAge() async throws {
        defer { server.stop() }
        #expect(try await fetch().status == 0)
        #expect(
            try await setting.run("cache prune --max-age 1").errorOutput == "suppliergo: removed 0 entries, 0 bytes\n")
        #expect(
            try await setting.run("cache prune --max-size 0").errorOutput.hasPrefix("suppliergo: removed 4 entries, "))
        #expect(try setting.avatarFiles().isEmpty)
        #expect(try await setting.run("cache prune --max-age 0").status == 64)
    }

    @Test(arguments: ["--max-size 1", ""]) func keepsNothingBeyondTheLimit(_ option: String) async throws {
        defer { server.stop() }
        let environment = option.isEmpty ? ["SUPPLIERGO_CACHE_SIZE": "1"] : [:]
        let list = try await setting.run(
            "list --avatars wait -c \(server.url("/catalog.json")) \(option)", environment: environment)
        #expect(list.status == 0)
        #expect(list.output.split(separator: "\n").count == 2)
        #expect(try setting.avatarFiles().isEmpty)
    }

    @Test func tellsWhyAnAvatarIsAsItIs() async throws {
        defer { server.stop() }
        #expect(try await setting.run("cache why https://x.test/none.png").status == 1)
        #expect(try await fetch().status == 0)
        let catalog = server.url("/catalog.json").absoluteString
        let why = try await setting.run("cache why \(catalog)")
        #expect(why.status == 0)
        #expect(why.output.hasPrefix("catalog     \(catalog)\nfile        "))
        #expect(why.output.contains("\nstate       "))
        let avatar = try await setting.run("cache why 1 -c \(catalog)")
        #expect(avatar.status == 0, "\(avatar.errorOutput)")
        #expect(avatar.output.hasPrefix("avatar      http://"))
        #expect(try await setting.run("cache why nobody -c \(catalog)").status == 1)
        #expect(try await setting.run("cache why").status == 64)
    }

    @Test(arguments: ["http://[::1", "http://", "ftp://a.example/1.png"])
    func refusesWhatIsNoURL(text: String) async throws {
        defer { server.stop() }
        let why = try await setting.run("cache why \(text)")
        #expect(why.status == 64)
        #expect(why.errorOutput.hasPrefix("suppliergo: error: '\(text)' is not an http, https or file URL (see "))
    }

    @Test func readsTheCatalogAsItsSettingsMapIt() async throws {
        let other = try LoopbackServer { request in
            request.target == "/c" ? .ok(#"{"rows":[{"Nr":5,"Contact":"Ana Lima","Pic":"/a.png"}]}"#) : .status(404)
        }
        defer { for server in [server, other] { server.stop() } }
        let section = "[erp]\ncatalog = \(other.url("/c"))\nrecords = rows\nid = Nr\nfullname = Contact\navatar = Pic\n"
        try setting.directory.write(Array(section.utf8), to: ".config/suppliergo/config")
        #expect(try await setting.run("fetch -c erp").status == 0)
        for words in ["5", "ana lima"] {
            let why = try await setting.run("cache why \(words) -c erp")
            #expect(why.status == 0, "\(why.errorOutput)")
            // The avatar is gone for an hour: the time that is left is rounded up, as in other messages.
            #expect(why.output.contains("asked again  after 1 hour, or with '--refresh'"), "\(why.output)")
        }
    }

    @Test func saysHowMuchTheCacheMayHold() async throws {
        defer { server.stop() }
        #expect(try await fetch().status == 0)
        let info = try await setting.run("cache info --max-size 5M")
        #expect(info.output.contains("\nlimit      5 MiB\noldest     20"))
    }
}
