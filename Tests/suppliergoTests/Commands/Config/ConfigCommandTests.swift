import FoundationEssentials
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ConfigCommandTests {
    private let setting: CommandSetting
    private let file: String

    init() throws {
        setting = try CommandSetting()
        file = setting.directory.path(of: ".config/suppliergo/config")
    }

    private func write(_ settings: String) throws {
        try setting.directory.write(Array(settings.utf8), to: ".config/suppliergo/config")
    }

    /// A line's words, of which the last ones say where the value comes from.
    private func line(_ name: String, in output: String) -> [Substring]? {
        output.split(separator: "\n").map { $0.split(separator: " ") }.first { $0.first.map(String.init) == name }
    }

    @Test func printsEachValueWithWhereItComesFrom() async throws {
        try write("timeout = 5\n[work]\ncatalog = https://work.example/c.json\nretries = 1\nignore = vat,a.b\n")
        let result = try await setting.run(
            "config --concurrency 3", environment: ["SUPPLIERGO_CATALOG": "work", "CURL_CA_BUNDLE": "/ca.pem"])
        #expect(result.status == 0)
        #expect(result.errorOutput.isEmpty)
        let place = "\(file)"
        #expect(line("timeout", in: result.output) == ["timeout", "5", "\(place):1"])
        #expect(
            line("catalog", in: result.output) == ["catalog", "https://work.example/c.json", "\(place):3", "[work]"])
        #expect(line("retries", in: result.output) == ["retries", "1", "\(place):4", "[work]"])
        #expect(line("concurrency", in: result.output) == ["concurrency", "3", "option"])
        #expect(line("cacert", in: result.output) == ["cacert", "/ca.pem", "environment", "CURL_CA_BUNDLE"])
        #expect(line("ignore", in: result.output) == ["ignore", "vat,a.b", "\(place):5", "[work]"])
        #expect(line("insecure", in: result.output) == ["insecure", "false", "default"])
        #expect(line("offline", in: result.output) == nil)
        #expect(line("proxy", in: result.output) == ["proxy", "none", "default"])
        #expect(line("[work]", in: result.output) == ["[work]", "https://work.example/c.json", "\(place):2"])
    }

    @Test(arguments: [
        ("", ["http_proxy": "http://me:p@a:1", "all_proxy": "b"], ["http://(hidden)@a:1 http_proxy", "b all_proxy"]),
        ("", ["http_proxy": "a", "HTTPS_PROXY": "b", "all_proxy": "c"], ["a http_proxy", "b HTTPS_PROXY"]),
        ("--proxy x", ["http_proxy": "a"], ["x"]), ("", ["HTTP_PROXY": "a"], ["none"]),
    ])
    func printsTheProxiesOfVariables(option: String, variables: [String: String], values: [String]) async throws {
        let output = try await setting.run("config \(option)", environment: variables).output
        let lines = output.split(separator: "\n").map { $0.split(separator: " ") }.filter { $0[0] == "proxy" }
        let words = lines.map { $0.dropFirst().filter { !["environment", "option", "default"].contains($0) } }
        #expect(words.map { $0.joined(separator: " ") } == values)
    }

    @Test func saysThatACatalogHasCommands() async throws {
        try write("[it]\ncatalog-command = cat s3cret\ntoken-command = echo s3cret\n")
        let output = try await setting.run("config -c it").output
        #expect(line("catalog", in: output) == ["catalog", "command:it", "\(file):1", "[it]"])
        #expect(line("catalog-command", in: output) == ["catalog-command", "(hidden)", "\(file):2", "[it]"])
        #expect(line("token-command", in: output) == ["token-command", "(hidden)", "\(file):3", "[it]"])
        #expect(line("token-command", in: try await setting.run("config -c c.json").output) == nil)
    }

    @Test(arguments: ["config", "config --catalog work"])
    func keepsSecretsToItself(line: String) async throws {
        try write(
            """
            catalog = https://me:s3cret@host.example/c.json?key=s3cret
            header = Authorization: Bearer s3cret
            header = X-Key: s3cret
            proxy = me:s3cret@proxy.example:3128
            [work]
            catalog = https://me:it's my s3cret@work.example/c.json?key=it's%20s3cret
            header = Cookie: s3cret

            """)
        let result = try await setting.run(line, environment: ["SUPPLIERGO_TOKEN": "s3cret"])
        #expect(result.status == 0)
        #expect(!result.output.contains("s3cret") && !result.errorOutput.contains("s3cret"))
        #expect(result.output.contains("(hidden)@proxy.example:3128"))
        #expect(result.output.contains("https://(hidden)@work.example/c.json"))
        #expect(result.output.contains(line.contains("work") ? "Cookie: (hidden)" : "X-Key: (hidden)"))
        #expect(result.output.contains("SUPPLIERGO_TOKEN"))
    }

    @Test func saysWhatIsWrongWithTheFile() async throws {
        try write("timeout = 5\ncatlog = x\n")
        let expected = "suppliergo: error: \(file):2: unknown key 'catlog'; did you mean 'catalog'? "
        for line in ["config", "list", "cache path"] {
            let result = try await setting.run(line)
            #expect(result.status == 78)
            #expect(result.errorOutput == expected + "(see 'suppliergo help settings')\n")
        }
        #expect(try await setting.run("help settings").status == 0)
    }

    @Test func saysThatTheFileCannotBeRead() async throws {
        try setting.directory.write([], to: ".config/suppliergo/config/file")
        let result = try await setting.run("list")
        #expect(result.status == 78)
        #expect(result.errorOutput == "suppliergo: error: the settings file '\(file)' cannot be read: Is a directory\n")
    }

    @Test func doesNotWaitForAPipe() async throws {
        try setting.directory.write([], to: ".config/suppliergo/other")
        try #require(unsafe mkfifo(file, 0o600) == 0)
        let result = try await setting.run("list")
        #expect(result.status == 78)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: the settings file '\(file)' cannot be read: "))
    }

    @Test func refusesWhatListWouldRefuse() async throws {
        let result = try await setting.run("config", environment: ["SUPPLIERGO_CATALOG": "ftp://host/x"])
        #expect(result.status == 78)
        #expect(result.errorOutput.contains("SUPPLIERGO_CATALOG"))
    }
}
