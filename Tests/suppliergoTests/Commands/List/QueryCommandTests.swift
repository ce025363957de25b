import TestSupport
import Testing

/// Queries of the command line that need more than a supplier's fields.
@Suite struct QueryCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test(arguments: [
        ("not:2 before:2021-01-04", ["1"]), (#""Name 2" OR "Name 3""#, ["2", "3"]), ("email:", ["new"]),
        ("is:added", ["new"]), ("is:edited", ["1"]), ("is:edited OR is:added", ["1", "new"]),
        ("not:is:edited 1", ["2", "3"]),
        (#"\is:edited"#, []), ("avatar:none not:is:added", ["2", "3"]),
    ])
    func listsWhatAQueryNames(query: String, ids: [String]) async throws {
        let records = [Samples.record(1, avatar: "1.png"), Samples.record(2), Samples.record(3)]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        _ = try await setting.shell(
            "$0 edit 1 -c c.json --company Own && $0 add -c c.json --id new --fullname 'Ann Bee' --company Cee")
        let result = try await setting.shell("$0 list -c c.json --columns id --format tsv '\(query)'")
        #expect(result.output.split(separator: "\n").map(String.init) == ids)
        #expect(result.status == (ids.isEmpty ? 1 : 0))
    }

    @Test func marksEditedSuppliers() async throws {
        try setting.directory.write(Array(Samples.catalog((1...2).map { Samples.record($0) }).utf8), to: "c.json")
        _ = try await setting.shell(
            "$0 edit 1 -c c.json --company Own && $0 add -c c.json --id new --fullname 'Ann Bee' --company Cee")
        let lines = try await setting.run("list -c c.json").output.split(separator: "\n")
        #expect(lines.map { $0.split(separator: " ").last } == ["edited", "2", "added"])
        let narrow = try await setting.run("list -c c.json --width 80").output.split(separator: "\n")
        #expect(narrow.map { String($0.prefix(4)) } == ["N1✎ ", "N2  ", "AB✚ "])
    }

    @Test func findsAvatarsThatFailed() async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/catalog.json": .ok(Samples.catalog(avatarCount: 3))
            case "/2.png": .status(404)
            default: .ok(Samples.picture, contentType: "image/png")
            }
        }
        defer { server.stop() }
        let url = server.url("/catalog.json")
        let before = try await setting.run("list -c \(url) --columns id --format tsv avatar:failed")
        #expect(before.status == 1)
        _ = try await setting.run("fetch -c \(url)")
        for format in ["--format tsv --columns id", "--format tsv --columns id --sort name"] {
            let after = try await setting.run("list -c \(url) \(format) avatar:failed")
            #expect(after.output == "2\n")
        }
        let none = try await setting.run("list -c \(url) --columns id --format tsv not:avatar:failed")
        #expect(none.output == "1\n3\n")
    }

    @Test(arguments: ["", "--sort name"]) func findsAvatarsThatCannotBeUsed(options: String) async throws {
        let avatars = ["ftp://a.example/1.png", "http:///2.png", "3.png"]
        let records = zip(1..., avatars).map { Samples.record($0, avatar: $1) }
        try setting.directory.write(Array(Samples.catalog(records + [Samples.record(4)]).utf8), to: "c.json")
        let line = "list -c c.json --columns id --format tsv \(options) "
        #expect(try await setting.run(line + "avatar:failed").output == "1\n2\n")
        #expect(try await setting.run(line + "not:avatar:failed").output == "3\n4\n")
        #expect(try await setting.run(line + "avatar:none").output == "4\n")
    }

    static let meaningless: [(query: String, hint: String)] = [
        ("id:1 not:before:2024-13", "'before:' takes a year, a month or a day, as in 2024-02-15"),
        ("id:1 not:is:foo", "'is:' takes added or conflict or edited"),
        ("id:1 not:avatar:foo", "'avatar:' takes failed or none"),
        ("id:1 OR is:foo", "'is:' takes added or conflict or edited"),
        ("id:1 not:is:editd", "did you mean 'id:1 not:is:edited'?"),
        ("id:1 not:vat:x", "no record has 'vat'"),
    ]

    @Test(arguments: meaningless, ["list -f tsv", "list --sort name", "fetch", "check", "show", "open --print"])
    func warnsOfConditionsWithoutMeaningThoughSomebodyMatches(
        case: (query: String, hint: String), command: String
    ) async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1), Samples.record(2)]).utf8), to: "c.json")
        let result = try await setting.run("\(command) -c c.json \(`case`.query)")
        #expect(result.errorOutput.hasPrefix("suppliergo: warning: \(`case`.hint)\n"), "\(result.errorOutput)")
        #expect(result.errorOutput.matches(of: /warning/).count == 1)
        #expect(result.status == 0 || command == "check")
    }

    @Test(arguments: [#"\is:foo OR id:1"#, #""is:foo" OR id:1"#, #"not:"is:foo" id:1"#, #"not:\is:foo id:1"#])
    func warnsOfNoWordThatIsLiteral(query: String) async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        let result = try await setting.run("list -c c.json --columns id -f tsv \(query)")
        #expect(result.output == "1\n" && result.errorOutput.isEmpty, "\(result.errorOutput)")
    }

    @Test(arguments: ["c.json", "show c.json 3", "list name:x c.json"])
    func suggestsTheOptionForAFile(line: String) async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        let result = try await setting.run(line)
        #expect(result.status == 64)
        #expect(result.errorOutput.contains(": did you mean '-c c.json'? (see 'suppliergo help"))
    }
}
