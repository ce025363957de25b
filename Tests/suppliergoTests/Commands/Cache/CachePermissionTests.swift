import TestSupport
import Testing

/// Caches where nothing may be written, and places that are none: all is shown, and one line says why nothing is kept.
@Suite struct CachePermissionTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// Makes a shell's command run as a user whom permissions hold back, which they do not the superuser.
    private static let holdBack = """
        held() { if [ "$(id -u)" = 0 ]; then setpriv --bounding-set=-dac_override,-dac_read_search "$@"; \
        else "$@"; fi; }
        """

    /// A test can be held back.
    private static func canBeHeldBack() async throws -> Bool {
        try await CommandSetting().shell("\(holdBack)\nmkdir -m 500 shut; held true && ! held mkdir shut/x").status == 0
    }

    /// Runs a command line that permissions hold back, over a cache that a shell has prepared.
    private func run(
        _ line: String, heldBackBy preparation: String, cache: String = "cache"
    ) async throws -> ProcessResult {
        let script = """
            \(Self.holdBack)
            \(preparation)
            held "$0" \(line)
            status=$?
            chmod -R u+rwx .
            exit $status
            """
        return try await setting.shell(
            script, environment: ["SUPPLIERGO_CACHE_DIR": setting.directory.path(of: cache)])
    }

    private func warnings(_ result: ProcessResult) -> [Substring] {
        result.errorOutput.split(separator: "\n").filter { $0.contains("warning: ") }
    }

    @Test(
        .enabled("permissions hold no user back here") { try await canBeHeldBack() },
        arguments: [
            ("mkdir -p cache; chmod 500 cache", "cache", "Permission denied"),
            ("mkdir -p cache; chmod 000 cache", "cache", "Permission denied"),
            ("mkdir -p above; chmod 500 above", "above/cache", "Permission denied"),
            (
                ": > cache", "cache",
                "the cache needs a directory where the file 'CACHE' is (name another with '--cache-dir')"
            ),
            (
                ": > file", "file/cache",
                "the cache needs a directory where the file 'FILE' is (name another with '--cache-dir')"
            ),
            ("ln -sf cache cache", "cache", "Too many levels of symbolic links"),
        ])
    func allIsShownWhereTheDirectoryIsNone(preparation: String, cache: String, reason: String) async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 3))
        defer { server.stop() }
        let reason = reason.replacing("CACHE", with: setting.directory.path(of: "cache"))
            .replacing("FILE", with: setting.directory.path(of: "file"))
        for (command, text, count) in [
            ("list", "Company ", 3), ("list --format tsv", "Company ", 3), ("list --format json", "Company ", 3),
            ("list --format html", "data:image/png;base64,", 3), ("list --format vcard", "ENCODING=b", 3),
            ("list --avatars detach", "Company ", 3), ("show 1 -v", "PNG", 1), ("show 1 --format json", "Company ", 1),
            ("show 1 --format vcard", "ENCODING=b", 1),
        ] {
            let result = try await run(
                "\(command) -c \(server.url("/catalog.json"))", heldBackBy: preparation, cache: cache)
            #expect(result.status == 0, "\(command)")
            #expect(result.output.split(separator: text).count == count + 1, "\(command)")
            let warnings = warnings(result)
            #expect(warnings.count == 1, "\(command): \(warnings)")
            #expect(warnings.first?.hasPrefix("suppliergo: warning: nothing is kept; the cache ") == true)
            #expect(warnings.first?.hasSuffix(reason) == true, "\(command): \(warnings)")
        }
        let fetch = try await run(
            "fetch -c \(server.url("/catalog.json"))", heldBackBy: preparation, cache: cache)
        #expect(fetch.status == 74)
        #expect(fetch.errorOutput.split(separator: "\n").count == 1)
        #expect(fetch.errorOutput.hasPrefix("suppliergo: error: the cache "))
        #expect(fetch.errorOutput.hasSuffix(reason + "\n"))
    }

    @Test(.enabled("permissions hold no user back here") { try await canBeHeldBack() })
    func whatIsKeptIsUsedWhereNothingMoreCanBe() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 3))
        defer { server.stop() }
        let location = "-c \(server.url("/catalog.json"))"
        #expect(try await setting.run("fetch \(location)").status == 0)
        for (command, text) in [("list", "Name 3"), ("show 3 -v", "PNG"), ("fetch", "")] {
            let result = try await run("\(command) \(location)", heldBackBy: "chmod -R a-w cache")
            #expect(result.status == 0, "\(command)")
            #expect(result.output.contains(text) || text.isEmpty, "\(command)")
            // Only the catalog was asked for again: nothing was said of how long it is good.
            let warnings = warnings(result)
            #expect(warnings.count == 1 && warnings[0].contains("nothing is kept; the cache could not "), "\(command)")
        }
        #expect(server.requests.filter { $0.target != "/catalog.json" }.count == 3)
        let offline = try await run("list --offline --format json \(location)", heldBackBy: "chmod -R a-w cache")
        #expect(offline.status == 0)
        #expect(offline.errorOutput.isEmpty)
        #expect(offline.output.split(separator: #""avatarState":"cached""#).count == 4)
    }
}
