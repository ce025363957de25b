import TestSupport
import Testing

/// Writes numbers and dates by the rules of real locales.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(if: CompiledLocales.areInstalled, Comment(rawValue: CompiledLocales.absence)))
struct LocaleConventionsCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test(arguments: [
        ("de_DE", "21.01.2021", "1.490", "2,1 KB"), ("en_GB", "21/01/2021", "1,490", "2.1 KB"),
        ("en_US", "01/21/2021", "1,490", "2.1 KB"), ("sv_SE", "2021-01-21", "1\u{202f}490", "2,1 KB"),
    ])
    func writesAsTheUsersLocaleDoes(language: String, date: String, count: String, size: String) async throws {
        let environment = try await CompiledLocales.shared.environment(for: language)
        let padding = String(repeating: "x", count: 2061)
        let picture = "<svg xmlns='http://www.w3.org/2000/svg'><desc>\(padding)</desc></svg>"
        try setting.directory.write(Array(picture.utf8), to: "a.svg")
        let record = Samples.record(1, avatar: "a.svg").replacing("2021-01-02T", with: "2021-01-21T")
        let records = Array(repeating: "7", count: 1500) + [record]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let fetch = try await setting.run("fetch -c c.json", environment: environment)
        #expect(fetch.errorOutput.contains("\nsuppliergo: warning: \(count) more records skipped "))
        #expect(fetch.errorOutput.hasSuffix("\nsuppliergo: 1 avatar fetched (\(size))\n"))
        let card = try await setting.run("show 1 -c c.json", environment: environment)
        #expect(card.output.contains(" \(date) "))
        let plain = try await setting.run("show 1 -c c.json", environment: environment.merging(["LC_ALL": "C"]) { $1 })
        #expect(plain.output.contains(" 21 January 2021 "))
    }

    @Test(arguments: ["tsv", "csv", "json", "ndjson", "vcard", "html"])
    func leavesWhatProgramsReadAsItIs(format: String) async throws {
        let environment = try await CompiledLocales.shared.environment(for: "de_DE")
        let line = "list -c \(TestData.path("catalog.json")) --format \(format) --avatars off"
        let plain = try await setting.run(line)
        #expect(try await setting.run(line, environment: environment).standardOutput == plain.standardOutput)
    }
}
