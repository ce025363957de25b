import TestSupport
import Testing

@Suite struct ShowCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func write(_ records: [String]) throws {
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    @Test func drawsTheCardWithWhatIsKnownOfTheAvatar() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 2))
        defer { server.stop() }
        let result = try await setting.run("show -c \(server.url("/catalog.json")) 2")
        let file = setting.directory.path(of: try #require(try setting.avatarFiles().first))
        #expect(result.status == 0)
        #expect(result.errorOutput.isEmpty)
        for text in ["Name 2", "Company 2", "2@example.com", "+1 2", "3 January 2021", file] {
            #expect(result.output.contains(text))
        }
        #expect(result.output.contains("PNG, 1 × 1 pixels, \(Samples.picture.count) bytes"))
        #expect(server.requests.map(\.target) == ["/catalog.json", "/2.png"])
    }

    @Test func tellsOfAFailedAvatarOnTheCard() async throws {
        try write([Samples.record(1, avatar: "missing.png"), Samples.record(2)])
        let result = try await setting.run("show -c c.json 1")
        #expect(result.status == 0)
        #expect(result.errorOutput.isEmpty)
        #expect(result.output.contains("not available: the file "))
        #expect(try await setting.run("show -c c.json 2").output.contains("none"))
    }

    @Test func drawsTheCardOfAnAvatarThatCannotBeKept() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        try setting.directory.write([], to: "cache")
        let result = try await setting.run("show -c \(server.url("/catalog.json")) 1")
        #expect(result.status == 0)
        #expect(result.output.contains("PNG, 1 × 1 pixels"))
        #expect(result.errorOutput.hasPrefix("suppliergo: warning: nothing is kept: the cache needs a directory "))
        #expect(result.errorOutput.utf8.count { $0 == UInt8(ascii: "\n") } == 1)
    }

    @Test func takesAnExactIDBeforeAnythingElseThatMatches() async throws {
        try write([Samples.record(10), Samples.record(1), Samples.record(11)])
        let result = try await setting.run("show -c c.json 1 --format tsv")
        #expect(result.output == Samples.line(1))
        #expect(result.status == 0)
    }

    @Test func takesWordsThatLeaveOneSupplier() async throws {
        try write([Samples.record(1, name: "Ann"), Samples.record(2, name: "Bob")])
        #expect(try await setting.run("show -c c.json bob COMPANY --format tsv").output == Samples.line(2, name: "Bob"))
    }

    @Test func namesTenOfSeveral() async throws {
        try write((1...12).map { Samples.record($0) })
        let result = try await setting.run("show -c c.json name")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        let lines = result.errorOutput.split(separator: "\n")
        #expect(lines.first == "suppliergo: error: 12 suppliers match 'name': give the id of one")
        #expect(lines.dropFirst().first == "  1  Name 1, Company 1")
        #expect(lines.last == "  and 2 more")
        #expect(lines.count == 12)
    }

    @Test func takesOneIDTwiceForSeveral() async throws {
        try write([Samples.record(1), Samples.record(2), Samples.record(1)])
        let result = try await setting.run("show -c c.json 1")
        #expect(result.status == 1)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: 2 suppliers match '1'"))
    }

    @Test func saysThatNoneMatches() async throws {
        try write([Samples.record(1)])
        let result = try await setting.run("show -c c.json zebra")
        #expect(result.status == 1)
        #expect(result.errorOutput == "suppliergo: error: no supplier matches 'zebra'\n")
    }

    @Test func printsTheSupplierForProgramsWithItsFreshAvatar() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        let result = try await setting.run("show -c \(server.url("/catalog.json")) 1 --format json")
        #expect(result.output.hasPrefix("[\n{\"id\":\"1\""))
        #expect(result.output.hasSuffix(#""avatarState":"cached"}"# + "\n]\n"))
    }
}
