import FoundationEssentials
import TestSupport
import Testing

/// Sorts by locales that are compiled for the test, with Debian's `localedef` and the sources of the package `locales`.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/sv_SE"), "locales is not installed"))
struct CollationCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let names = ["zeta", "Ärla", "arla", "Åke", "beta", "Örjan", "Arla"]
        let records = names.enumerated().map { Samples.record($0.offset + 1, name: $0.element) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "catalog.json")
    }

    private func names(_ variables: [String: String]) async throws -> [Substring] {
        let variables = variables.merging(["LOCPATH": setting.directory.path]) { $1 }
        let line = "list -c catalog.json --sort name --format tsv"
        let result = try await setting.run(line, environment: variables)
        #expect(result.status == 0)
        return result.output.split(separator: "\n").map { $0.split(separator: "\t")[1] }
    }

    private func compile(_ language: String) async throws {
        let result = try await setting.shell(
            "localedef -i \(language) -f UTF-8 ./\(language).UTF-8 >/dev/null 2>&1; test -d \(language).UTF-8")
        #expect(result.status == 0)
    }

    @Test func sortsByTheUsersLanguage() async throws {
        try await compile("sv_SE")
        let swedish: [Substring] = ["arla", "Arla", "beta", "zeta", "Åke", "Ärla", "Örjan"]
        #expect(try await names(["LANG": "sv_SE.UTF-8"]) == swedish)
        #expect(try await names(["LANG": "C", "LC_COLLATE": "sv_SE.UTF-8"]) == swedish)
    }

    @Test func sortsByBytesWhereTheLocaleIsC() async throws {
        let bytes: [Substring] = ["Arla", "arla", "beta", "zeta", "Ärla", "Åke", "Örjan"].sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        #expect(try await names(["LANG": "C"]) == bytes)
        #expect(try await names(["LANG": "sv_SE.UTF-8", "LC_ALL": "POSIX"]) == bytes)
    }

    @Test func ignoresCaseAndAccentsWhereThereIsNoSuchLocale() async throws {
        let folded: [Substring] = ["Åke", "Ärla", "arla", "Arla", "beta", "Örjan", "zeta"]
        #expect(try await names([:]) == folded)
        #expect(try await names(["LANG": "nn_XX.UTF-8", "LC_ALL": ""]) == folded)
    }
}
