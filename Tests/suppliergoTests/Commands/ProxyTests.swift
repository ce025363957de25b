import TestSupport
import Testing

@Suite struct ProxyTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// A server that stands for a proxy: it is asked by whole URLs (RFC 9112, section 3.2.2), or for tunnels.
    private func proxy() throws -> LoopbackServer {
        let catalog = Samples.catalog([Samples.record(1)])
        return try LoopbackServer { $0.method == "CONNECT" ? .status(403) : .ok(catalog) }
    }

    @Test(arguments: [
        ("http_proxy=P", "http://suppliers.example/c.json", "http://suppliers.example/c.json"),
        ("ALL_PROXY=P", "http://suppliers.example/c.json", "http://suppliers.example/c.json"),
        ("https_proxy=P", "https://suppliers.example/c.json", "suppliers.example:443"),
        ("HTTPS_PROXY=P", "https://suppliers.example/c.json", "suppliers.example:443"),
        ("http_proxy=P no_proxy=10.0.0.0/8", "http://suppliers.example/c.json", "http://suppliers.example/c.json"),
    ])
    func goesThroughTheProxyThatVariablesName(variables: String, url: String, target: String) async throws {
        let proxy = try proxy()
        defer { proxy.stop() }
        _ = try await setting.run(
            "list --avatars off --retries 0 -c \(url)", environment: environment(variables, proxy))
        #expect(proxy.requests.map(\.target) == [target])
    }

    @Test(arguments: ["http_proxy=P no_proxy=127.0.0.1", "ALL_PROXY=P NO_PROXY=*", "HTTP_PROXY=P", "https_proxy=P"])
    func goesStraightWhereVariablesSaySo(variables: String) async throws {
        let proxy = try proxy()
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer {
            proxy.stop()
            server.stop()
        }
        let line = "list --avatars off -c \(server.url("/catalog.json"))"
        #expect(try await setting.run(line, environment: environment(variables, proxy)).status == 0)
        #expect(server.requests.map(\.target) == ["/catalog.json"])
        #expect(proxy.requests.isEmpty)
    }

    /// No other try can succeed, and the password is not printed.
    @Test(arguments: [
        ("socks9://me:secret@x", "unsupported proxy scheme"), ("http://", "unsupported proxy syntax"),
        ("me:secret@ex ample", "unsupported proxy syntax"),
    ])
    func saysThatAProxyIsNone(proxy: String, reason: String) async throws {
        let result = try await setting.run(
            "list --avatars off -c http://suppliers.example/c.json", environment: ["http_proxy": proxy])
        #expect(result.status == 69)
        #expect(
            result.errorOutput == "suppliergo: error: cannot connect to suppliers.example "
                + "through the proxy (\(reason)): check '--proxy' and the variables http_proxy and https_proxy\n")
    }

    /// The password is not printed.
    @Test func refusesAnOptionOrASettingThatIsNoProxy() async throws {
        let sentence = "of '--proxy' is not the URL of an HTTP or SOCKS proxy (see 'suppliergo help list')\n"
        for proxy in ["ftp://me:secret@x", "http://"] {
            let result = try await setting.run("list -c c.json --proxy \(proxy)")
            #expect(result.status == 64 && result.errorOutput.hasSuffix(sentence), "\(result.errorOutput)")
            #expect(!result.errorOutput.contains("secret"))
        }
        try setting.directory.write(Array("proxy = ftp://me:secret@x\n".utf8), to: ".config/suppliergo/config")
        let result = try await setting.run("list -c c.json")
        #expect(result.status == 78 && result.errorOutput.contains(" of 'proxy' is not the URL of an HTTP or SOCKS "))
        #expect(!result.errorOutput.contains("secret"))
    }

    @Test func saysThatTheProxyRefuses() async throws {
        let proxy = try LoopbackServer { _ in .status(407) }
        let line = "list --avatars off --retries 0 -c http://suppliers.example/c.json --proxy \(proxy.url("/"))"
        let refused = try await setting.run(line)
        #expect(refused.status == 69)
        #expect(refused.errorOutput.contains(" through the proxy (status 407): check '--proxy' "))
        proxy.stop()
        let absent = try await setting.run(line)
        #expect(absent.status == 69)
        let advice = "check '--proxy' and the variables http_proxy and https_proxy"
        #expect(absent.errorOutput.contains("gave no response (connection refused at the proxy): \(advice)\n"))
    }

    private func environment(_ variables: String, _ proxy: LoopbackServer) -> [String: String] {
        let pairs = variables.split(separator: " ").map { $0.split(separator: "=").map(String.init) }
        return Dictionary(
            uniqueKeysWithValues: pairs.map { ($0[0], $0[1] == "P" ? "http://127.0.0.1:\(proxy.port)" : $0[1]) })
    }
}
