import FoundationEssentials
import SupplierGoKit
import Testing

@testable import suppliergo

@Suite struct InvocationTests {
    @Test func hasTheContractsDefaults() throws {
        let invocation = try invocation("list -c catalog.json")
        let list = try #require(invocation.list)
        #expect(list.loading.location == .file(path: "/there/catalog.json"))
        #expect(list.loading.cache.directory == "/home/ann/.cache/suppliergo")
        #expect(invocation.color == .auto)
        #expect(invocation.verbosity == .normal)
        #expect(list.format == .card)
        #expect(list.avatars == nil)
        #expect(list.order == .catalog)
        #expect(!list.isReversed)
        #expect(list.limit == nil)
        #expect(list.text.isEmpty)
        var dataLoader = DataLoader.Configuration()
        dataLoader.temporaryDirectory = list.loading.cache.directory
        #expect(list.loading.dataLoader == dataLoader)
        #expect(list.loading.loader.avatarByteLimit == 10_485_760)
        #expect(!list.loading.loader.isOffline && !list.loading.loader.isRefreshing && !list.loading.loader.isStrict)
        #expect(list.loading.arguments.headers.isEmpty && list.loading.token == nil)
    }

    @Test(arguments: OutputFormat.ofSuppliers)
    func waitsForAvatarsOnlyWhereTheyArePrinted(format: OutputFormat) throws {
        let list = try #require(try invocation("list -c x --format \(format.rawValue)").list)
        #expect(list.format == format)
        let waits = [.vcard, .html].contains(format)
        #expect(list.mode(onTerminal: false) == (waits ? .wait : .off))
        #expect(list.mode(onTerminal: true) == (waits ? .wait : format == .card ? .detach : .off))
    }

    @Test(arguments: AvatarsMode.allCases)
    func takesEveryAvatarsModeWithEveryFormat(mode: AvatarsMode) throws {
        #expect(try invocation("list -c x --format tsv --avatars \(mode.rawValue)").list?.avatars == mode)
    }

    @Test(arguments: SupplierOrder.named + [SupplierOrder("company,address.city,name")])
    func takesEveryOrder(order: SupplierOrder?) throws {
        let order = try #require(order)
        let list = try #require(try invocation("list -c x --reverse --limit 7 --sort=\(order)").list)
        #expect(list.order == order)
        #expect(list.isReversed)
        #expect(list.limit == 7)
    }

    @Test func takesEveryOptionOfTransfers() throws {
        let line = """
            fetch -c https://a.example/c.json --timeout 2.25 --retries 0 --concurrency 100 --per-host 3 --max-pages 7 \
            --max-avatar-size 2K --cacert ca.pem --insecure --proxy http://proxy:3128 --refresh --strict murphy swift
            """
        let fetch = try #require(try invocation(line).fetch)
        #expect(fetch.loading.location == .remote(try #require(URL(string: "https://a.example/c.json"))))
        #expect(fetch.loading.dataLoader.idleTimeout == .milliseconds(2250))
        #expect(fetch.loading.dataLoader.retryLimit == 0)
        #expect(fetch.loading.dataLoader.concurrency == 100)
        #expect(fetch.loading.loader.pageLimit == 7)
        #expect(fetch.loading.loader.avatarsInFlight >= 100)
        #expect(fetch.loading.dataLoader.connectionsPerHost == 3)
        #expect(fetch.loading.loader.avatarByteLimit == 2048)
        #expect(fetch.loading.dataLoader.certificateAuthorityFile == "/there/ca.pem")
        #expect(!fetch.loading.dataLoader.verifiesCertificates)
        #expect(fetch.loading.dataLoader.proxy == "http://proxy:3128")
        #expect(fetch.loading.loader.isRefreshing && fetch.loading.loader.isStrict)
        #expect(fetch.text == "murphy swift")
    }

    @Test(arguments: [
        ("SSL_CERT_FILE=/a.pem", "", "/a.pem"), ("SSL_CERT_FILE=/a.pem CURL_CA_BUNDLE=b.pem", "", "/there/b.pem"),
        ("CURL_CA_BUNDLE=/b.pem", " --cacert /c.pem", "/c.pem"), ("CURL_CA_BUNDLE=", "", ""),
    ])
    func takesAuthoritiesFromTheEnvironment(variables: String, options: String, path: String) throws {
        var environment = ["HOME": "/h"]
        for variable in variables.split(separator: " ") {
            let parts = variable.split(separator: "=", omittingEmptySubsequences: false)
            environment[String(parts[0])] = String(parts[1])
        }
        let words = "fetch -c x --allow-private-hosts\(options)".split(separator: " ").map(String.init)
        let fetch = try #require(
            try Invocation(words, of: .suppliergo, in: Environment(variables: environment, directory: "/there")).fetch)
        #expect((fetch.loading.dataLoader.certificateAuthorityFile ?? "") == path)
        #expect(fetch.loading.loader.allowsPrivateHosts)
    }

    @Test func takesHeadersInOrderAndTheToken() throws {
        let environment = Environment(
            variables: ["HOME": "/h", "SUPPLIERGO_TOKEN": "s3cret"], directory: "/there")
        let invocation = try Invocation(
            ["show", "7", "-c", "x", "-H", "X-A: 1", "--header", "@fields", "-HX-B:2"], of: .suppliergo,
            in: environment)
        let show = try #require(invocation.show)
        let expected: [HeaderSource?] = [
            HeaderFields.Field(name: "X-A", value: "1").map(HeaderSource.field), .file(path: "fields"),
            HeaderFields.Field(name: "X-B", value: "2").map(HeaderSource.field),
        ]
        #expect(show.loading.arguments.headers.map { $0.header } == expected)
        #expect(show.loading.token == HeaderFields.Field(name: "Authorization", value: "Bearer s3cret"))
        #expect(show.words == ["7"])
    }

    @Test(arguments: [("-q", Verbosity.quiet), ("-v", .verbose), ("-q -v", .verbose), ("-v --quiet", .quiet)])
    func letsTheLastOfQuietAndVerboseCount(flags: String, verbosity: Verbosity) throws {
        #expect(try invocation("list -c x " + flags).verbosity == verbosity)
    }

    @Test(arguments: [
        ("--max-avatar-size 1", 1), ("--max-avatar-size 10k", 10_240), ("--max-avatar-size 3M", 3_145_728),
        ("--max-avatar-size=2G", 2_147_483_648),
    ])
    func understandsByteCounts(option: String, byteCount: Int) throws {
        #expect(try invocation("list -c x " + option).list?.loading.loader.avatarByteLimit == byteCount)
    }

    @Test(arguments: [
        ("--help", HelpTopic.program), ("-h", .program), ("list -h", .command("list")), ("help", .program),
        ("help list", .command("list")), ("help cache", .group("cache")), ("help cache info", .command("cache info")),
        ("cache --help", .group("cache")), ("cache path --help", .command("cache path")),
        ("show --help", .command("show")), ("help help", .command("help")), ("--help list", .command("list")),
    ])
    func asksForHelp(line: String, topic: HelpTopic) throws {
        #expect((try invocation(line, environment: [:]).command as? HelpCommand)?.topic == topic)
    }

    @Test(arguments: ["--version", "list --version", "-v --version"])
    func asksForTheVersion(line: String) throws {
        #expect((try invocation(line, environment: [:]).command as? HelpCommand)?.topic == .version)
    }
}
