import FoundationEssentials
import TestSupport
import Testing

/// What the settings file does to runs of the program.
@Suite(.timeLimit(.minutes(1)))
struct SettingsUseTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func write(_ settings: String) throws {
        try setting.directory.write(Array(settings.utf8), to: ".config/suppliergo/config")
    }

    @Test func listsByItselfWithSettings() async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "faces/c.json")
        try write("catalog = ~/faces/c.json\nformat = tsv\n")
        let result = try await setting.run("list")
        #expect(result.status == 0)
        #expect(result.output == Samples.line(1))
        let elsewhere = setting.directory.path(of: "elsewhere")
        let other = try await setting.run("list", environment: ["XDG_CONFIG_HOME": elsewhere])
        #expect(other.status == 64)
    }

    @Test func sendsASectionsHeadersToItsCatalogBehindThoseGiven() async throws {
        let server = try Samples.server(Samples.catalog([Samples.record(1)]))
        try write(
            """
            header = X-General: no
            [work]
            catalog = \(server.url("/catalog.json").absoluteString)
            header = X-Work: yes
            header = X-Both: settings
            header = Authorization: Bearer settings
            """)
        let result = try await setting.run(
            "list -c work --format tsv -H X-Both:option", environment: ["SUPPLIERGO_TOKEN": "token"])
        #expect(result.status == 0)
        let request = try #require(server.requests.first)
        #expect(request["X-Work"] == "yes")
        #expect(request["X-Both"] == "option")
        #expect(request["Authorization"] == "Bearer token")
        #expect(request["X-General"] == nil)
    }

    @Test func tellsABackgroundProcessTheSame() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        try write(
            """
            avatars = detach
            cache-dir = kept
            [work]
            catalog = \(server.url("/catalog.json").absoluteString)
            header = X-Work: yes
            """)
        let result = try await setting.run("list -c work", environment: ["SUPPLIERGO_CACHE_DIR": ""])
        #expect(result.status == 0)
        try await server.until { $0.requests.count >= 2 && $0.openConnectionCount == 0 }
        #expect(server.requests.map { $0["X-Work"] } == ["yes", "yes"])
        #expect(try setting.directory.files().contains { $0.hasPrefix(".config/suppliergo/kept/avatars/") })
    }

    @Test func namesTheCatalogThatWasMeant() async throws {
        try write("[work]\ncatalog = https://work.example/c.json\n")
        let result = try await setting.run("list -c wrok")
        #expect(result.status == 66)
        let hint = "(no such file or directory): did you mean the catalog 'work' of the settings file?\n"
        #expect(result.errorOutput.hasSuffix(hint))
    }

    @Test(arguments: [
        ("list", "'insecure' in HOME/.config/suppliergo/config:2"),
        ("list -c work", "'insecure' in HOME/.config/suppliergo/config:5"),
        ("list -c other", nil), ("list --insecure=false", nil), ("list -c other --insecure", "'--insecure'"),
        ("list --insecure", "'--insecure'"),
    ])
    func namesWhatWasWrittenToTrustAnyCertificate(line: String, name: String?) async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: ".config/suppliergo/c.json")
        try write(
            """
            catalog = c.json
            insecure = true
            [work]
            catalog = c.json
            insecure = true
            [other]
            catalog = c.json
            insecure = false
            """)
        let result = try await setting.run(line + " --avatars off")
        #expect(result.status == 0)
        let sentence = "suppliergo: warning: servers' certificates are not verified, because of "
        let name = name?.replacing("HOME", with: setting.directory.path)
        #expect(result.errorOutput == name.map { "\(sentence)\($0)\n" } ?? "")
    }

    @Test func saysThatAHeaderFileOfTheSettingsIsMissing() async throws {
        try write("catalog = c.json\nheader = @fields\n")
        let result = try await setting.run("list")
        #expect(result.status == 78)
        #expect(result.errorOutput.contains("in the settings file: the file"))
    }
}
