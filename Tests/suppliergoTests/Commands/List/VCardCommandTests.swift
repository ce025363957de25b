import FoundationEssentials
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct VCardCommandTests {
    private static let python = "/usr/bin/python3"

    private static let hasVobject = FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/vobject")

    /// Reads cards as an address book does, and prints each one's texts and picture as a line of JSON.
    ///
    /// `vobject` reads the photo as a text, so that its own unfolding and parsing of lines are used for that.
    private static let reader = """
        import base64, json, sys, vobject
        from vobject.base import getLogicalLines, parseLine
        text = open(sys.argv[1], newline='', encoding='utf-8').read()
        photos = []
        for line, number in getLogicalLines(__import__('io').StringIO(text)):
            name, parameters, value, group = parseLine(line, number)
            if name == 'BEGIN': photos.append(None)
            if name == 'PHOTO': photos[-1] = f"data:image/{dict(parameters)['TYPE'].lower()};base64," + value
        for card, photo in zip(vobject.readComponents(text), photos):
            card.validate(raiseException=True)
            kind, data = photo.split(';base64,') if photo else (None, '')
            print(json.dumps([card.version.value, card.fn.value, card.org.value[0], card.tel.value, card.email.value,
                kind, len(base64.b64decode(data, validate=True)), base64.b64decode(data).hex()], ensure_ascii=False))
        """

    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    private func cards(in name: String) async throws -> [Substring] {
        var configuration = setting.configuration(environment: ["PYTHONIOENCODING": "utf-8"])
        configuration.executable = Self.python
        let result = try await CommandLineRun(["-c", Self.reader, name], configuration: configuration).result()
        #expect(result.status == 0, "\(result.errorOutput)")
        return result.output.split(separator: "\n")
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test(.enabled(if: hasVobject, "vobject is not installed: apt-get install python3-vobject"))
    func anAddressBookReadsTheSamplesBack() async throws {
        let list = "list -c \(TestData.path("catalog.json")) --format vcard -o all.vcf"
        let result = try await setting.run(list)
        #expect(result.status == 0)
        let cards = try await cards(in: "all.vcf")
        #expect(cards.count == 24)
        for (name, file, kind) in [
            ("Matteo Hamill", "matteo.png", "png"), ("佐藤 明子", "akiko.webp", "webp"),
            ("Björk Þórðardóttir", "bjork.gif", "gif"),
        ] {
            let card = try #require(cards.first { $0.contains("\"\(name)\"") })
            let picture = try Array(Data(contentsOf: URL(filePath: TestData.path("avatars/" + file))))
            #expect(card.hasPrefix(#"["3.0", "\#(name)", "#))
            #expect(card.hasSuffix(#""data:image/\#(kind)", \#(picture.count), "\#(Self.hexadecimal(picture))"]"#))
        }
        let one = try await setting.run("show 3 -c \(TestData.path("catalog.json")) --format vcard -o one.vcf")
        #expect(one.status == 0)
        #expect(try await self.cards(in: "one.vcf") == cards.filter { $0.contains("佐藤 明子") })
    }

    @Test(.enabled(if: hasVobject, "vobject is not installed: apt-get install python3-vobject"))
    func anAddressBookReadsBackWhateverACatalogSays() async throws {
        let text = #"a,b;c\\d: \"e\"\nEND:VCARD\r\nf 東京 "# + String(repeating: "é", count: 90)
        try setting.directory.write(
            Array(Samples.catalog([Samples.record(1, name: text).replacing("Company 1", with: text)]).utf8),
            to: "c.json")
        #expect(try await setting.run("list -c c.json --format vcard -o one.vcf").status == 0)
        let shown = #"a,b;c\\d: \"e\"\nEND:VCARD\nf 東京 "# + String(repeating: "é", count: 90)
        #expect(
            try await cards(in: "one.vcf") == [
                #"["3.0", "\#(shown)", "\#(shown)", "+1 1", "1@example.com", null, 0, ""]"#
            ])
    }

    @Test func bringsTheAvatarsBeforeItPrintsThem() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 2))
        defer { server.stop() }
        let location = "\(server.url("/catalog.json"))"
        let data = "PHOTO;ENCODING=b;TYPE=PNG:"
        let off = try await setting.run("list -c \(location) --format vcard --avatars off")
        #expect(off.status == 0 && !off.output.contains(data))
        let waited = try await setting.run("list -c \(location) --format vcard")
        #expect(waited.output.split(separator: data).count == 3)
        #expect(waited.errorOutput.hasSuffix(Samples.fetched(2) + "\n"))
        let offline = try await setting.run("list -c \(location) --format vcard --offline")
        #expect(offline.output == waited.output)
        let limited = try await setting.run("list -c \(location) --format vcard --sort id --reverse --limit 1")
        #expect(limited.output.split(separator: data).count == 2 && limited.output.contains("FN:Name 2"))
    }
}
