import TestSupport
import Testing

/// Servers whose certificates an authority of the tests' own has signed.
@Suite(.timeLimit(.minutes(1)), .enabled(if: NginxServer.isInstalled, Comment(rawValue: NginxServer.absence)))
struct SecureServerTests {
    private static let warning =
        "suppliergo: warning: servers' certificates are not verified, because of '--insecure'\n"

    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func server() async throws -> NginxServer {
        try setting.directory.write(Array(Samples.catalog(avatarCount: 1).utf8), to: "www/catalog.json")
        try setting.directory.write(Samples.picture, to: "www/1.png")
        return try await NginxServer(serving: setting.directory.path(of: "www"))
    }

    @Test(arguments: ["list --avatars wait", "list --format tsv", "show 1", "fetch"])
    func takesAnyCertificateAndSaysSoWhereThatIsAskedFor(command: String) async throws {
        let server = try await server()
        let line = "\(command) -c \(server.secureURL("/catalog.json"))"
        let strict = try await setting.run(line)
        #expect(strict.status == 69)
        #expect(strict.output.isEmpty)
        #expect(strict.errorOutput.contains("no secure connection to localhost:"))
        #expect(!strict.errorOutput.contains("'--insecure'"))
        let lenient = try await setting.run(line + " --insecure")
        #expect(lenient.status == 0)
        #expect(lenient.errorOutput.hasPrefix(Self.warning))
        #expect(lenient.errorOutput.split(separator: "warning: ").count == 2)
        #expect(try setting.avatarFiles().count == (command.contains("tsv") ? 0 : 1))
        let quiet = try await setting.run(line + " --insecure --quiet")
        #expect(quiet.status == 0)
        #expect(quiet.errorOutput.isEmpty)
    }

    /// `A` stands for the authority's file, `X` for one that is not there.
    @Test(arguments: [
        ("", "", 69, "unable to get local issuer certificate); '--cacert FILE' names authorities to trust"),
        (" --cacert A", "", 0, nil), ("", "CURL_CA_BUNDLE=A", 0, nil), ("", "SSL_CERT_FILE=A", 0, nil),
        (" --cacert A", "CURL_CA_BUNDLE=X SSL_CERT_FILE=X", 0, nil),
        (
            " --cacert X", "CURL_CA_BUNDLE=A SSL_CERT_FILE=A", 64,
            "the value '/nowhere.pem' of '--cacert' is not a PEM file of certificates"
        ),
        (" --offline --cacert X", "", 69, "no snapshot"),
        ("", "CURL_CA_BUNDLE=A SSL_CERT_FILE=X", 0, nil),
        (
            "", "CURL_CA_BUNDLE=X SSL_CERT_FILE=A", 78,
            "the environment variable CURL_CA_BUNDLE has the value '/nowhere.pem', which is not a PEM file of"
        ),
        ("", "CURL_CA_BUNDLE= SSL_CERT_FILE=A", 0, nil),
    ])
    func takesAuthoritiesFromTheFirstThatNamesThem(
        options: String, variables: String, status: Int32, reason: String?
    ) async throws {
        let server = try await server()
        let file = ["A": TestData.path("tls/authority.pem"), "X": "/nowhere.pem", "": ""]
        let pairs = variables.split(separator: " ").map {
            $0.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
        }
        let environment = Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], file[$0[1]] ?? "") })
        let options = options.replacing(" A", with: " " + (file["A"] ?? "")).replacing(" X", with: " /nowhere.pem")
        let result = try await setting.run(
            "fetch --retries 0 -c \(server.secureURL("/catalog.json"))" + options, environment: environment)
        #expect(result.status == status)
        #expect(result.errorOutput.contains(reason ?? "1 avatar fetched"))
        #expect(try setting.avatarFiles().count == (reason == nil ? 1 : 0))
    }
}
