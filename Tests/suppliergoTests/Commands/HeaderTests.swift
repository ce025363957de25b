import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

@Suite struct HeaderTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test func sendsFieldsAndTokenToTheCatalogsOwnOriginOnly() async throws {
        let foreign = try LoopbackServer { _ in .ok(Samples.picture) }
        defer { foreign.stop() }
        let elsewhere = foreign.url("/2.png").absoluteString
        let server = try LoopbackServer { request in
            switch request.target {
            case "/catalog.json":
                .ok(
                    Samples.catalog([
                        Samples.record(1, avatar: "/1.png"), Samples.record(2, avatar: elsewhere),
                        Samples.record(3, avatar: "/redirected.png"),
                    ]))
            case "/redirected.png": .redirect(to: foreign.url("/3.png").absoluteString)
            default: .ok(Samples.picture)
            }
        }
        defer { server.stop() }
        let result = try await setting.run(
            "fetch -c \(server.url("/catalog.json")) -H X-Key:k3y", environment: ["SUPPLIERGO_TOKEN": "t0ken"])
        #expect(result.status == 0)
        #expect(server.requests.count == 3)
        #expect(server.requests.allSatisfy { $0["X-Key"] == "k3y" && $0["Authorization"] == "Bearer t0ken" })
        #expect(foreign.requests.count == 2)
        #expect(foreign.requests.allSatisfy { $0["X-Key"] == nil && $0["Authorization"] == nil })
    }

    @Test(arguments: ["t0ken", "Bearer t0ken", "bearer  t0ken\r", " t0ken\n"])
    func sendsATokenThatIsWrittenWithItsScheme(written: String) async throws {
        let server = try LoopbackServer { _ in .ok("[\(Samples.record(1))]") }
        defer { server.stop() }
        let location = server.url("/c.json")
        let result = try await setting.run("list -c \(location)", environment: ["SUPPLIERGO_TOKEN": written])
        #expect(result.status == 0 && server.requests.map { $0["Authorization"] } == ["Bearer t0ken"])
    }

    /// A user and a password in the catalog's address go wherever a token would go.
    @Test func sendsTheAddressesPasswordToItsWholeOrigin() async throws {
        let location = Watched("")
        let server = try LoopbackServer { request in
            guard request["Authorization"] == "Basic dTpww7w=" else { return .status(401) }
            let base = location.value
            return switch request.target {
            case "/old": .redirect(to: base + "/c")
            case "/c": .ok(#"{"data":[\#(Samples.record(1, avatar: base + "/1.png"))],"next":"\#(base)/d"}"#)
            case "/d": .ok("[\(Samples.record(2))]")
            default: .ok(Samples.picture)
            }
        }
        defer { server.stop() }
        location.update { $0 = "http://127.0.0.1:\(server.port)" }
        let result = try await setting.run(
            "list -f tsv --avatars wait -c http://u:p%C3%BC@127.0.0.1:\(server.port)/old")
        #expect(result.output == Samples.line(1) + Samples.line(2))
        #expect(result.status == 0, "\(result.errorOutput)")
    }

    @Test func blamesNoTokenThatWasNotSent() async throws {
        let isRefused = Watched(true)
        let other = try LoopbackServer { _ in isRefused.value ? .status(401) : .ok("[\(Samples.record(1))]") }
        defer { other.stop() }
        let server = try LoopbackServer { request in
            switch request.target {
            case "/c": .ok(#"{"data":[\#(Samples.record(1))],"next":"/d"}"#)
            case "/d": .status(403)
            default: .redirect(to: other.url("/c").absoluteString)
            }
        }
        defer { server.stop() }
        let environment = ["SUPPLIERGO_TOKEN": "t0ken"]
        let page = try await setting.run("list -f tsv -c \(server.url("/c"))", environment: environment)
        #expect(page.status == 77)
        #expect(
            page.errorOutput.contains("cut short at page 2; \(server.url("/d")) refused the token of $SUPPLIERGO_TOKEN")
        )
        let redirected = try await setting.run("list -f tsv -c \(server.url("/a"))", environment: environment)
        #expect(redirected.status == 77)
        let clause =
            "\(other.url("/c")) refuses access with status 401; the catalog's address leads there, and no token "
        #expect(redirected.errorOutput.contains(clause), "\(redirected.errorOutput)")
        isRefused.update { $0 = false }
        #expect(try await setting.run("list -f tsv -c \(server.url("/a"))", environment: environment).status == 0)
        isRefused.update { $0 = true }
        let shown = try await setting.run("list -f tsv -c \(server.url("/a"))", environment: environment)
        #expect(shown.status == 0 && shown.errorOutput.contains(clause), "\(shown.errorOutput)")
    }

    @Test func readsFieldsFromAFileAndLetsThemReplaceTheToken() async throws {
        let server = try Samples.server("[]")
        defer { server.stop() }
        try setting.directory.write(Array("X-A: 1\r\n\nAuthorization: Basic abc\n".utf8), to: "fields")
        let result = try await setting.run(
            "list -c \(server.url("/catalog.json")) -H @fields", environment: ["SUPPLIERGO_TOKEN": "t0ken"])
        #expect(result.status == 0)
        #expect(server.requests.first?["X-A"] == "1")
        let authorization = server.requests.first?.fields.fields.filter { $0.name == "Authorization" }.map(\.value)
        #expect(authorization == ["Basic abc"])
        let piped = try await setting.run(
            "list -c \(server.url("/catalog.json")) -H @-", input: .bytes(Array("X-B: 2".utf8)))
        #expect(piped.status == 0)
        #expect(server.requests.last?["X-B"] == "2")
    }

    @Test(arguments: ["", "carol@"])
    func asksNoFileForPasswords(user: String) async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        let machines = "machine 127.0.0.1 login carol password s3cret\ndefault login carol password s3cret\n"
        let variable = try setting.directory.write(Array(machines.utf8), to: "elsewhere/netrc")
        for path in [try setting.directory.write(Array(machines.utf8), to: ".netrc"), variable] {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        }
        let result = try await setting.run(
            "fetch -c http://\(user)127.0.0.1:\(server.port)/catalog.json", environment: ["NETRC": variable])
        #expect(result.status == 0)
        #expect(server.requests.count == 2)
        // A user who stands in the URL has no password there.
        let expected = user.isEmpty ? nil : "Basic Y2Fyb2w6"
        #expect(server.requests.allSatisfy { $0["Authorization"] == expected })
    }

    @Test(arguments: [
        ("list", "General/1"), ("list -c work", "Work/2 (#7)"), ("list -c work --user-agent Own/3", "Own/3"),
        ("list -c work --user-agent=", nil), ("list -c plain", "General/1"),
    ])
    func namesTheProgramAsItIsTold(line: String, expected: String?) async throws {
        let server = try LoopbackServer { _ in .ok("[]") }
        defer { server.stop() }
        let catalog = "catalog = \(server.url("/c"))\n"
        let settings =
            "user-agent = General/1\n\(catalog)[work]\n\(catalog)user-agent = Work/2 (#7)\n[plain]\n\(catalog)"
        try setting.directory.write(Array(settings.utf8), to: ".config/suppliergo/config")
        #expect(try await setting.run(line).status == 0)
        #expect(server.requests.map { $0["User-Agent"] } == [expected])
        try setting.directory.write([], to: ".config/suppliergo/config")
        _ = try await setting.run("list -c \(server.url("/c"))")
        #expect(server.requests.last?["User-Agent"]?.hasPrefix("SupplierGo/") == true)
        let refused = try await setting.shell("\"$0\" list -c x --user-agent \"$(printf 'a\\nb')\"")
        #expect(refused.status == 64 && refused.errorOutput.contains("is not text without control characters"))
    }

    @Test func sendsNoCookieBack() async throws {
        let cookie: KeyValuePairs = ["Set-Cookie": "session=s3cret; Path=/; Max-Age=9999", "ETag": "\"1\""]
        let server = try LoopbackServer { request in
            request.target == "/catalog.json"
                ? .ok(Samples.catalog(avatarCount: 1), fields: cookie) : .ok(Samples.picture, fields: cookie)
        }
        defer { server.stop() }
        for line in ["fetch", "fetch --refresh"] {
            #expect(try await setting.run("\(line) -c \(server.url("/catalog.json"))").status == 0)
        }
        #expect(server.requests.count == 4)
        #expect(server.requests.allSatisfy { $0["Cookie"] == nil })
    }

    @Test func refusesAHeaderFileThatIsNone() async throws {
        try setting.directory.write(Array("X-A: 1\ns3cret\n".utf8), to: "fields")
        let bad = try await setting.run("list -c x -H @fields")
        #expect(bad.status == 64)
        #expect(bad.errorOutput == "suppliergo: error: line 2 of the header file 'fields' is not 'NAME: VALUE'\n")
        let missing = try await setting.run("list -c x -H @nowhere")
        #expect(missing.status == 64)
        #expect(
            missing.errorOutput
                == "suppliergo: error: the file 'nowhere' of '--header' cannot be read: No such file or directory\n")
    }

    @Test func sendsTheTokenOfAnEnvironmentWithACatalogToThatOneOnly() async throws {
        let servers = [try LoopbackServer { _ in .ok("[]") }, try LoopbackServer { _ in .ok("[]") }]
        defer { for server in servers { server.stop() } }
        let (own, other) = (
            servers[0].url("/catalog.json").absoluteString, servers[1].url("/catalog.json").absoluteString
        )
        try setting.directory.write(Array("[own]\ncatalog = \(own)\n".utf8), to: ".config/suppliergo/config")
        func list(_ options: String, _ catalog: String) async throws {
            let environment = ["SUPPLIERGO_TOKEN": "t0ken", "SUPPLIERGO_CATALOG": catalog]
            #expect(try await setting.run("list " + options, environment: environment).status == 0)
        }
        for catalog in [own, "own", "c.json"] { try await list("-c " + other, catalog) }
        #expect(servers[1].requests.map { $0["Authorization"] } == [nil, nil, nil])
        try await list("-c \(other)", "")
        #expect(servers[1].requests.last?["Authorization"] == "Bearer t0ken")
        try await list("", own)
        try await list("-c \(servers[0].url("/catalog.json?page=1"))", "own")
        #expect(servers[0].requests.map { $0["Authorization"] } == ["Bearer t0ken", "Bearer t0ken"])
    }

    @Test(arguments: [
        "list -f json", "list -f ndjson", "list -f csv --columns id,avatar", "list -f html", "list",
        "list -v --avatars wait",
        "fetch -v", "fetch --format ndjson", "show 1", "check", "list -v --changes", "cache why 1",
    ])
    func showsNoSecretOfTheCatalogsURL(line: String) async throws {
        let server = try LoopbackServer { request in
            request.target.hasPrefix("/c.json")
                ? .ok(Samples.catalog([Samples.record(1, avatar: "a.png"), Samples.record(2, avatar: "b.gif?t=mine")]))
                : .ok(Samples.picture)
        }
        defer { server.stop() }
        let address = server.url("/c.json?key=s3cret").absoluteString.replacing(
            "//", with: "//me:s3cret@", maxReplacements: 1)
        let result = try await setting.run("\(line) -c \(address)")
        #expect(!result.output.contains("s3cret") && !result.errorOutput.contains("s3cret"))
        #expect(!result.errorOutput.contains("mine"))
        // The avatars' server is asked with the password all the same.
        let avatars = server.requests.filter { !$0.target.hasPrefix("/c.json") }
        #expect(avatars.allSatisfy { $0["Authorization"]?.hasPrefix("Basic ") == true })
        if line == "list -f json" { #expect(result.output.contains(server.url("/a.png").absoluteString)) }
    }
}
