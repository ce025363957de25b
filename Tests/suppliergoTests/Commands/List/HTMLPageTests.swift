import FoundationEssentials
import TestSupport
import Testing

/// Opens pages in a browser that runs their script.
@Suite(
    .timeLimit(.minutes(2)), .serialized,
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium"),
        "Chromium is not installed: apt-get install chromium"))
struct HTMLPageTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// The document as the browser has it once the script has run, and what the page logged.
    ///
    /// - Parameter words: the words in the search field when the page is opened.
    private func open(_ name: String, searchingFor words: String = "") async throws -> (document: String, log: String) {
        let page = String(decoding: try setting.directory.read(name), as: UTF8.self)
        let field = #"type="search""#
        #expect(page.contains(field))
        try setting.directory.write(
            Array(page.replacing(field, with: "\(field) value=\"\(words)\"").utf8), to: "open.html")
        var configuration = setting.configuration()
        configuration.executable = "/usr/bin/chromium"
        configuration.limit = .seconds(60)
        let profile = setting.directory.path(of: "profile")
        let url = URL(filePath: setting.directory.path(of: "open.html")).absoluteString
        let options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--user-data-dir=\(profile)", "--enable-logging=stderr", "--dump-dom", url,
        ]
        let result = try await CommandLineRun(options, configuration: configuration).result()
        #expect(result.status == 0, "\(result.errorOutput)")
        return (result.output, result.errorOutput)
    }

    /// The cards that are to be seen, by their suppliers' names.
    private func names(in document: String) -> [Substring] {
        document.split(separator: "<li class=\"card\"").dropFirst().filter { !$0.hasPrefix(" hidden") }.compactMap {
            $0.firstMatch(of: /class="name" dir="auto">([^<]*)</)?.1
        }
    }

    @Test func findsSuppliersWithoutAnyNetwork() async throws {
        let result = try await setting.run("list -c \(TestData.path("catalog.json")) --format html -q -o page.html")
        #expect(result.status == 0)
        let all = try await open("page.html")
        #expect(names(in: all.document).count == 24)
        #expect(all.document.contains(#"role="status">24 suppliers</p>"#))
        #expect(!all.log.contains("Content Security Policy"), "\(all.log)")
        for (words, expected) in [
            ("zoe", ["Zoë van 't Hoff", "Zoë D’Angelo-Müller"]), ("hoff ZOË", ["Zoë van 't Hoff"]),
            ("佐", ["佐藤 明子"]), ("company:zoe", []), ("e-mail", []),
            ("2021-01-21", ["Matteo Hamill"]), ("grossenwahn", ["Jörg-Michael Größenwahn"]),
        ] as [(String, [Substring])] {
            let page = try await open("page.html", searchingFor: words)
            #expect(names(in: page.document) == expected, "\(words)")
            let count = expected.count == 1 ? "1 of 24 suppliers" : "\(expected.count) of 24 suppliers"
            #expect(page.document.contains("role=\"status\">\(count)</p>"))
            #expect(page.document.contains(#"<p id="none" hidden="">"#) == !expected.isEmpty)
        }
    }

    @Test func runsNothingThatACatalogSays() async throws {
        let attack = #"<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>"#
        let records = [Samples.record(1, name: attack), Samples.record(2, name: #"</title></script>\u0000"#)]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        #expect(try await setting.run("list -c c.json --format html --group company -o page.html").status == 0)
        let page = try await open("page.html", searchingFor: "onerror")
        #expect(page.document.contains("<title>Suppliers of c.json</title>"))
        #expect(page.document.contains(#"role="status">1 of 2 suppliers</p>"#))
        #expect(page.document.contains("&lt;img src=x onerror="))
        #expect(page.document.split(separator: "<section hidden").count == 2)
    }
}
