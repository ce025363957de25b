import TestSupport
import Testing

/// Sorts by the rules of real locales.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: CompiledLocales.areInstalled, Comment(rawValue: CompiledLocales.absence)))
struct CollationCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let names = ["zeta", "Ärla", "arla", "Åke", "beta", "Örjan", "Arla"]
        let records = names.enumerated().map { Samples.record($0.offset + 1, name: $0.element) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "catalog.json")
    }

    private func names(_ variables: [String: String]) async throws -> [Substring] {
        let line = "list -c catalog.json --sort name --format tsv"
        let result = try await setting.run(line, environment: variables)
        #expect(result.status == 0)
        return result.output.split(separator: "\n").map { $0.split(separator: "\t")[1] }
    }

    @Test func sortsByTheUsersLanguage() async throws {
        let environment = try await CompiledLocales.shared.environment(for: "sv_SE")
        let swedish: [Substring] = ["arla", "Arla", "beta", "zeta", "Åke", "Ärla", "Örjan"]
        #expect(try await names(environment) == swedish)
        #expect(try await names(environment.merging(["LANG": "C", "LC_COLLATE": "sv_SE.UTF-8"]) { $1 }) == swedish)
    }

    @Test func sortsByBytesWhereTheLocaleIsC() async throws {
        let bytes: [Substring] = ["Arla", "arla", "beta", "zeta", "Ärla", "Åke", "Örjan"].sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
        #expect(try await names(["LANG": "C"]) == bytes)
        let environment = try await CompiledLocales.shared.environment(for: "sv_SE")
        #expect(try await names(environment.merging(["LC_ALL": "POSIX"]) { $1 }) == bytes)
    }

    @Test func ignoresCaseAndAccentsWhereThereIsNoSuchLocale() async throws {
        let folded: [Substring] = ["Åke", "Ärla", "arla", "Arla", "beta", "Örjan", "zeta"]
        #expect(try await names([:]) == folded)
        #expect(try await names(["LANG": "nn_XX.UTF-8", "LC_ALL": ""]) == folded)
    }
}
