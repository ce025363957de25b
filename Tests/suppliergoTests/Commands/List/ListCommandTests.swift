import TestSupport
import Testing

@Suite struct ListCommandTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test func printsAFilesSuppliersAndNothingElse() async throws {
        try setting.directory.write(Array(Samples.catalog([1, 2, 3].map { Samples.record($0) }).utf8), to: "c.json")
        let result = try await setting.run("list -c c.json --format tsv")
        #expect(result.output == Samples.line(1) + Samples.line(2) + Samples.line(3))
        #expect(result.errorOutput.isEmpty)
        #expect(result.status == 0)
        #expect(try setting.directory.files() == ["c.json"])
    }

    @Test func readsStandardInput() async throws {
        let result = try await setting.run(
            "list --catalog - --format tsv", input: .bytes(Array(Samples.catalog([Samples.record(7)]).utf8)))
        #expect(result.output == Samples.line(7))
        #expect(result.status == 0)
    }

    @Test(arguments: [
        ("--sort name", [3, 1, 2]), ("--sort name --reverse", [2, 1, 3]), ("--reverse", [3, 2, 1]),
        ("--reverse --limit 1", [3]), ("--limit 2", [1, 2]), ("--limit 2000000", [1, 2, 3]),
        ("--sort name --limit 1", [3]), ("beta", [1]), ("company 3", [3]), ("A --limit=2 --sort=name", [3, 1]),
    ])
    func printsWhatIsAskedForInTheOrderAskedFor(options: String, ids: [Int]) async throws {
        let names = [1: "Beta", 2: "Gamma", 3: "alpha"]
        let records = [1, 2, 3].map { Samples.record($0, name: names[$0]) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let result = try await setting.run("list -c c.json --format tsv \(options)")
        #expect(result.output == ids.map { Samples.line($0, name: names[$0]) }.joined())
        #expect(result.status == 0)
    }

    @Test func printsEverySupplierBeforeTheFirstAvatarIsIn() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            guard request.target != "/catalog.json" else { return .ok(Samples.catalog(avatarCount: 3)) }
            return .steps(
                .waitFor(gate), .send(Answer.head(200, fields: ["Content-Length": "\(Samples.picture.count)"])),
                .send(Samples.picture))
        }
        defer { server.stop() }
        let run = try setting.start("list --avatars wait -c \(server.url("/catalog.json"))")
        try await run.outputHolds("Name 3")
        try await server.requestCount(reaches: 4)
        #expect(!gate.isOpen)
        gate.open()
        let result = try await run.result()
        #expect(result.status == 0)
        #expect(result.errorOutput == Samples.fetched(3) + "\n")
        #expect(try setting.avatarFiles().count == 3)
    }

    @Test(arguments: ["tsv", "ndjson", "csv", "card"])
    func printsTheFirstSupplierWhileTheCatalogIsStillArriving(format: String) async throws {
        let gate = Gate()
        let body = Array(Samples.catalog([1, 2].map { Samples.record($0) }).utf8)
        let half = Array(body.prefix(body.count / 2 + 10)), rest = Array(body.dropFirst(body.count / 2 + 10))
        let server = try LoopbackServer { _ in
            .steps(
                .send(Answer.head(200, fields: ["Content-Length": "\(body.count)"])), .send(half), .waitFor(gate),
                .send(rest))
        }
        defer { server.stop() }
        let run = try setting.start("list -c \(server.url("/")) --format \(format)")
        try await run.outputHolds("Name 1")
        gate.open()
        let result = try await run.result()
        #expect(result.output.contains("Name 2"))
        #expect(result.status == 0)
    }

    @Test func stopsReadingWhenThereAreEnough() async throws {
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200)), .sendEndlessly(Array((Samples.record(1) + "\n").utf8)))
        }
        defer { server.stop() }
        let result = try await setting.run("list -c \(server.url("/")) --format tsv --limit 5000")
        #expect(result.output == String(repeating: Samples.line(1), count: 5000))
        #expect(result.status == 0)
    }

    @Test func endsQuietlyWhenItsReaderHasSeenEnough() async throws {
        let server = try LoopbackServer { _ in
            .steps(.send(Answer.head(200)), .sendEndlessly(Array((Samples.record(1) + "\n").utf8)))
        }
        defer { server.stop() }
        let run = try setting.start("list -c \(server.url("/")) --format tsv")
        try await run.outputHolds(Samples.line(1))
        try await run.closeOutput()
        let result = try await run.result()
        #expect(result.status == 0)
        #expect(result.errorOutput.isEmpty)
        try await server.until { $0.openConnectionCount == 0 }
    }

    @Test func endsQuietlyInFrontOfHead() async throws {
        let records = (1...2000).map { Samples.record($0) }
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let result = try await setting.shell(#""$0" list -c c.json --format tsv | head -n 1"#)
        #expect(result.output == Samples.line(1))
        #expect(result.errorOutput.isEmpty)
    }

    @Test func saysThatNothingMatched() async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        let result = try await setting.run("list -c c.json zebra crossing")
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errorOutput == "suppliergo: no supplier matches 'zebra crossing'\n")
        let quiet = try await setting.run("list -q -c c.json zebra")
        #expect(quiet.status == 1)
        #expect(quiet.errorOutput.isEmpty)
    }

    @Test func printsAnEmptyCatalogAsAllOfIt() async throws {
        try setting.directory.write(Array("[]".utf8), to: "c.json")
        let result = try await setting.run("list -c c.json --format json")
        #expect(result.output == "[]\n")
        #expect(result.status == 0)
    }

    @Test(arguments: ["card", "tsv", "csv", "json", "ndjson", "vcard", "html"])
    func printsNothingOfACatalogThatCannotBeRead(format: String) async throws {
        try setting.directory.write(Array("<html>".utf8), to: "page")
        try setting.directory.write(Array((#"["# + Samples.record(1)).utf8), to: "cut")
        for (arguments, status) in [("nowhere", 66), ("page", 65), ("nowhere --reverse", 66), ("cut zebra", 65)] {
            let result = try await setting.run("list --format \(format) -c \(arguments)")
            #expect(result.status == Int32(status))
            #expect(result.output.isEmpty)
            #expect(result.errorOutput.hasPrefix("suppliergo: error: "))
            #expect(result.errorOutput.split(separator: "\n").count == 1)
        }
        let cut = try await setting.run("list --format \(format) -c cut")
        #expect(cut.status == 65)
        #expect(cut.output.contains("Name 1"))
    }

    @Test func bringsNoPicturesOfNobody() async throws {
        try setting.directory.write(Array(Samples.catalog([Samples.record(1)]).utf8), to: "c.json")
        let result = try await setting.run("list -c c.json --format vcard zebra")
        #expect(result.status == 1)
        #expect(result.errorOutput == "suppliergo: no supplier matches 'zebra'\n")
    }

    @Test func namesBadRecordsAndListsTheOthers() async throws {
        let records = [Samples.record(1), #"{"id":"2"}"#, Samples.record(3)]
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let result = try await setting.run("list -c c.json --format tsv")
        #expect(result.status == 3)
        #expect(result.output == Samples.line(1) + Samples.line(3))
        let offset = 1 + Samples.record(1).utf8.count + 2
        #expect(result.errorOutput.hasPrefix("suppliergo: warning: record 2 at byte \(offset), field 'createdAt': "))
        #expect(result.errorOutput.split(separator: "\n").count == 1)
    }

    @Test(arguments: [("", 20), (" -v", 34), (" -q", 0)])
    func namesTenBadRecordsOfAKindAndCountsTheOthers(option: String, lines: Int) async throws {
        let undated = Samples.record(2).replacing("2021-", with: "x-")
        let records = [Samples.record(1)] + Array(repeating: "{}", count: 25) + Array(repeating: undated, count: 9)
        try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
        let result = try await setting.run("list -c c.json --format tsv" + option)
        #expect(result.status == 3)
        #expect(result.errorOutput.split(separator: "\n").count == lines)
        #expect(result.errorOutput.contains("warning: 15 more records skipped") == (lines == 20))
    }

    @Test func printsWhatIsGoodOfACatalogThatBreaksOff() async throws {
        try setting.directory.write(Array(("[" + Samples.record(1) + ",{\"id\":").utf8), to: "c.json")
        for order in ["", " --reverse"] {
            let result = try await setting.run("list -c c.json --format tsv" + order)
            #expect(result.status == 65)
            #expect(result.output == Samples.line(1))
            #expect(result.errorOutput.hasPrefix("suppliergo: error: the catalog is cut short at byte "))
        }
    }

    @Test func makesForeignControlCharactersVisible() async throws {
        let record = Samples.record(1, name: #"\u001b]0;owned\u0007"#, avatar: "http://u:pw@[bad/\u{9b}")
        try setting.directory.write(Array(Samples.catalog([record]).utf8), to: "c.json")
        let result = try await setting.run("list --avatars wait -c c.json")
        let isForeign = { (byte: UInt8) in byte < 0x20 && byte != 0x0a || byte == 0x7f }
        #expect(!result.standardOutput.contains(where: isForeign))
        #expect(!result.standardError.contains(where: isForeign))
        #expect(!result.errorOutput.unicodeScalars.contains("\u{9b}"))
        #expect(result.errorOutput.contains(#"\u{1b}]0;owned"#))
        #expect(!result.errorOutput.contains("pw"))
    }
}
