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
        try write("catalog = ~/faces/c.json\n")
        let result = try await setting.run("list -f tsv")
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

    @Test(arguments: [
        ("list", nil), ("list -c work", "'insecure' in HOME/.config/suppliergo/config:4"),
        ("list -c other", nil), ("list -c other --insecure", "'--insecure'"),
        ("list --insecure", "'--insecure'"),
    ])
    func namesWhatWasWrittenToTrustAnyCertificate(line: String, name: String?) async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: ".config/suppliergo/c.json")
        try write(
            """
            catalog = c.json
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

    @Test(arguments: [
        ("limit = 5", "'limit' is not a setting; give '--limit' on the command line"),
        ("format = tsv", "'format' is not a setting; give '--format' on the command line"),
        ("reverse = true", "'reverse' is not a setting; give '--reverse' on the command line"),
        ("strict = false", "'strict' is not a setting; give '--strict' on the command line"),
        ("no-edits = true", "'no-edits' is not"), ("refresh = true", "'refresh' is not"),
        ("offline = true", "'offline' is not"), ("quiet = true", "'quiet' is not"),
        ("verbose = true", "'verbose' is not"), ("no-local = true", "'no-local' is not"),
        ("no-pager = true", "'no-pager' is not"), ("output = x", "'output' is not"),
        ("insecure = true", "'insecure' belongs in a catalog's section, after a line '[name]'"),
        ("allow-private-hosts = true", "'allow-private-hosts' belongs in a catalog's section"),
        ("ignore = vat", "'ignore' belongs in a catalog's section"),
        ("[x]\nlimit = 5", "'limit' is not a setting"),
        ("[x]\nignore = a,,b", "the value 'a,,b' of 'ignore' is not a list"),
    ])
    func refusesWhatOnlyTheCommandLineMaySay(lines: String, sentence: String) async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        try write(lines + "\n")
        for command in ["list", "show 1", "fetch", "check", "open 1"] {
            let result = try await setting.run("\(command) -c c.json")
            #expect(result.status == 78 && result.output.isEmpty)
            #expect(result.errorOutput.contains(": \(sentence)"))
        }
    }

    /// A setting for the eye must not cut an export.
    @Test func columnsOrderAndWidthAreForCardsOnStandardOutput() async throws {
        let records = Samples.catalog([Samples.record(1), Samples.record(2)])
        try setting.directory.write(Array(records.utf8), to: "c.json")
        let lines = ["list -f tsv", "list -f csv", "list -f ndjson --avatars off", "list -o x.csv"]
        func outputs() async throws -> [String] {
            var outputs: [String] = []
            for line in lines { outputs.append(try await setting.run(line + " -c c.json").output) }
            return outputs + [String(decoding: try setting.directory.read("x.csv"), as: UTF8.self)]
        }
        let plain = try await outputs()
        try write("columns = name\nsort = company,id\ngroup = company\nwidth = 20\n")
        #expect(try await outputs() == plain)
        #expect(try await setting.run("list -c c.json").output.contains("Company 1 (1)\nName 1\n"))
        #expect(try await setting.run("list -c c.json -o x.txt -f card").status == 0)
        #expect(String(decoding: try setting.directory.read("x.txt"), as: UTF8.self).contains("1@example.com"))
        #expect(try await setting.run("list -c c.json --changes").status == 1)
        let card = try await setting.run("show 1 -c c.json").output.split(separator: "\n")
        #expect(card.allSatisfy { $0.count <= 20 })
        #expect(try await setting.run("show 1 -c c.json -o x.txt -f card").status == 0)
        #expect(String(decoding: try setting.directory.read("x.txt"), as: UTF8.self).contains("│"))
    }

    @Test func saysThatAHeaderFileOfTheSettingsIsMissing() async throws {
        try write("catalog = c.json\nheader = @fields\n")
        let result = try await setting.run("list")
        #expect(result.status == 78)
        #expect(result.errorOutput.contains(" (named in the settings file)\n"))
    }
}
