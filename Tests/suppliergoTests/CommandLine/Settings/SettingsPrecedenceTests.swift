import FoundationEssentials
import SupplierGoKit
import Testing

@testable import suppliergo

@Suite struct SettingsPrecedenceTests {
    private let text = """
        catalog = https://host.example/c.json
        timeout = 5
        retries = 1
        concurrency = 2
        header = X-General: 1
        cacert = ca.pem
        cache-dir = ~/faces
        sort = name
        [work]
        catalog = work.json
        timeout = 6
        retries = 4
        insecure = true
        header = X-Work: 1
        header = @fields
        [empty]
        timeout = 7
        """

    private func run(
        _ line: String, _ text: String? = nil, environment: [String: String] = [:]
    ) throws(UsageError) -> Invocation {
        let settings = try Settings(text ?? self.text, path: "/home/ann/.config/suppliergo/config", of: .suppliergo)
        let environment = Environment(
            variables: ["HOME": "/home/ann"].merging(environment) { $1 }, directory: "/there")
        return try Invocation(line.split(separator: " ").map(String.init), of: .suppliergo, in: environment) {
            () throws(UsageError) in settings
        }
    }

    private func refusal(of line: String, _ text: String, environment: [String: String] = [:]) -> Failure? {
        do throws(UsageError) {
            _ = try run(line, text, environment: environment)
            return nil
        } catch {
            return Failure(error)
        }
    }

    private func header(_ name: String) -> HeaderSource? {
        HeaderFields.Field(name: name, value: "1").map(HeaderSource.field)
    }

    @Test func letsTheSettingsFileSayWhatIsLeft() throws {
        let list = try #require(try run("list").list)
        #expect(list.loading.location == .remote(try #require(URL(string: "https://host.example/c.json"))))
        #expect(list.loading.dataLoader.idleTimeout == .seconds(5))
        #expect(list.loading.dataLoader.retryLimit == 1)
        #expect(list.loading.arguments.insecureSource == nil)
        #expect(list.loading.arguments.headers.map { $0.header } == [header("X-General")])
        #expect(list.loading.arguments.headers.allSatisfy { $0.source.line != nil })
        #expect(list.loading.dataLoader.certificateAuthorityFile == "/home/ann/.config/suppliergo/ca.pem")
        #expect(list.loading.cache.directory == "/home/ann/faces")
        #expect(list.order == SupplierOrder("name"))
        #expect(list.avatars == nil)
    }

    @Test func letsANamedCatalogGoBeforeTheGeneralPart() throws {
        let list = try #require(try run("list --catalog work").list)
        #expect(list.loading.location == .file(path: "/home/ann/.config/suppliergo/work.json"))
        #expect(list.loading.dataLoader.idleTimeout == .seconds(6))
        #expect(list.loading.dataLoader.retryLimit == 4)
        #expect(list.loading.dataLoader.concurrency == 2)
        #expect(!list.loading.dataLoader.verifiesCertificates)
        let headers: [HeaderSource?] = [header("X-Work"), .file(path: "/home/ann/.config/suppliergo/fields")]
        #expect(list.loading.arguments.headers.map { $0.header } == headers)
    }

    @Test func letsTheEnvironmentGoBeforeSettingsAndOptionsBeforeBoth() throws {
        let environment = ["CURL_CA_BUNDLE": "/env.pem", "SUPPLIERGO_CACHE_DIR": "/env"]
        let fetch = try #require(
            try run("fetch -c work --timeout 9 --cacert own.pem", environment: environment).fetch)
        #expect(fetch.loading.dataLoader.idleTimeout == .seconds(9))
        #expect(fetch.loading.dataLoader.certificateAuthorityFile == "/there/own.pem")
        #expect(fetch.loading.cache.directory == "/env")
        let other = try #require(try run("fetch", environment: environment).fetch)
        #expect(other.loading.dataLoader.certificateAuthorityFile == "/env.pem")
    }

    @Test(arguments: ["-c work", "--catalog=work"])
    func findsANamedCatalogWhereverItIsNamed(options: String) throws {
        let expected = CatalogLocation.file(path: "/home/ann/.config/suppliergo/work.json")
        #expect(try run("list " + options).list?.loading.location == expected)
        #expect(try run("list", environment: ["SUPPLIERGO_CATALOG": "work"]).list?.loading.location == expected)
        #expect(try run("list", "catalog = work\n[work]\ncatalog = work.json").list?.loading.location == expected)
    }

    @Test func takesAPathForAFileThatHasACatalogsName() throws {
        let list = try #require(try run("list -c ./work").list)
        #expect(list.loading.location == .file(path: "/there/work"))
        #expect(list.loading.dataLoader.idleTimeout == .seconds(5))
    }

    @Test(arguments: ["-c https://other.example/c.json", "-c ./work", "-c -"])
    func sendsHeadersOfTheSettingsToTheirOwnCatalogOnly(options: String) throws {
        #expect(try run("list " + options).list?.loading.arguments.headers.isEmpty == true)
        let environment = ["SUPPLIERGO_CATALOG": "https://other.example/c.json"]
        #expect(try run("list", environment: environment).list?.loading.arguments.headers.isEmpty == true)
    }

    @Test func saysThatANamedCatalogHasNoLocation() {
        let failure = refusal(of: "list -c empty", text)
        #expect(failure?.status == .configuration)
        #expect(failure?.sentence.contains("config:16: the catalog 'empty' has no location") == true)
    }

    @Test func namesTheLineOfALocationThatIsNone() {
        let failure = refusal(of: "list", "catalog = ftp://me:pw@host/x")
        #expect(failure?.status == .configuration)
        #expect(failure?.sentence.contains("config:1: 'ftp://host/x' has the scheme 'ftp'") == true)
    }

    @Test(arguments: [
        ("", [ListColumn.name], true, 30), ("-f card", [.name], true, 30), ("-f tsv", nil, false, nil),
        ("-f html", nil, false, nil), ("-o x.csv", nil, false, nil),
        ("-o x -f card", nil, false, nil), ("--changes", nil, false, nil), ("--since x.csv -f card", nil, false, nil),
        ("-f tsv --columns id", [.id], false, nil), ("-o x -f card --width 40", nil, false, 40),
    ])
    func appliesWhatIsForTheEyeToCardsOnStandardOutput(
        line: String, columns: [ListColumn]?, isGrouped: Bool, width: Int?
    ) throws {
        let settings = "catalog = x\ncolumns = name\ngroup = company\nsort = company\nwidth = 30\n"
        let list = try #require(try run("list \(line)", settings).list)
        #expect(list.columns == columns)
        #expect((list.grouping != nil) == isGrouped && (list.order != .catalog) == isGrouped)
        #expect(list.width == width)
        let browse = try #require(try run("browse", settings).command as? BrowseCommand)
        #expect(browse.columns == [.name])
        #expect(browse.arrangement.isGrouped && browse.arrangement.order == SupplierOrder("company"))
    }

    @Test(arguments: [("-o x.csv", OutputFormat.csv), ("-o x", .card), ("-o x.csv -f json", .json)])
    func takesTheFormatOfAnOptionThenOfTheFile(options: String, format: OutputFormat) throws {
        #expect(try run("list \(options)", "catalog = x\n").list?.format == format)
    }

    @Test func takesAllForNoLimit() throws {
        #expect(try run("list --limit all", "catalog = x\n").list?.limit == nil)
        #expect(try run("list --limit 3", "catalog = x\n").list?.limit == 3)
    }

    @Test(arguments: ["help", "list --help", "--version", "help config"])
    func leavesHelpAlone(line: String) throws {
        let environment = Environment(variables: [:], directory: "/")
        _ = try Invocation(line.split(separator: " ").map(String.init), of: .suppliergo, in: environment) {
            () throws(UsageError) in throw UsageError("the settings file cannot be read", see: nil)
        }
    }
}
