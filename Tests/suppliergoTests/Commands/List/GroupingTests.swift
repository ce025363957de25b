import TestSupport
import Testing

@Suite struct GroupingTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
        let companies = ["Zeta", "Alpha", "Mid", "Alpha", "Zeta", "Alpha"]
        let records = companies.enumerated().map { index, company in
            Samples.record(index + 1).replacing("Company \(index + 1)", with: company)
        }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    private func firstWords(_ options: String) async throws -> [Substring] {
        let result = try await setting.run("list -c c.json --group company \(options)")
        #expect(result.status == 0)
        return result.output.split(separator: "\n").map { line in
            line.hasPrefix("Name") ? line.prefix(6) : line[...]
        }
    }

    @Test func putsSuppliersUnderTheirCompaniesTheLargestFirst() async throws {
        #expect(
            try await firstWords("") == [
                "Alpha (3)", "Name 2", "Name 4", "Name 6", "Zeta (2)", "Name 1", "Name 5", "Mid (1)", "Name 3",
            ])
    }

    @Test func sortsTheSuppliersOfACompanyAndCountsOnlyThoseThatMatch() async throws {
        #expect(
            try await firstWords("--sort name --reverse --limit 4") == [
                "Alpha (3)", "Name 6", "Name 4", "Name 2", "Zeta (2)", "Name 5",
            ])
        #expect(try await firstWords("company:ALPHA") == ["Alpha (3)", "Name 2", "Name 4", "Name 6"])
        #expect(try await firstWords("id:4") == ["Alpha (1)", "Name 4"])
    }

    @Test func hasHeadingsInAPage() async throws {
        let result = try await setting.run("list -c c.json --group company --format html --avatars off")
        let headings = result.output.split(separator: "\n").filter { $0.hasPrefix("<h2><bdi>") }
        #expect(headings.count == 3)
        #expect(headings.first?.contains("Alpha") == true && headings.first?.contains("(3)") == true)
    }

    @Test(arguments: ["tsv", "csv", "json", "ndjson", "vcard"])
    func isRefusedInFormatsWithoutHeadings(format: String) async throws {
        let result = try await setting.run("list -c c.json --group company --format \(format)")
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(
            result.errorOutput == """
                suppliergo: error: '--group' works with card and html, not \(format) \
                (see 'suppliergo help list')

                """)
    }
}
