import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

/// Avatars that stand in the catalog itself.
@Suite struct InlineAvatarTests {
    private let setting: CommandSetting

    private static let base64 = Data(Samples.picture).base64EncodedString()
    private static let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8' fill='#f00'/>"
    private static let endpoints = [
        "data:image/png;base64," + base64, base64, "data:image/svg+xml;utf8," + svg,
        Data(Samples.picture).base64EncodedString(options: .lineLength64Characters).replacing("\r\n", with: "\\r\\n"),
    ]

    init() throws {
        setting = try CommandSetting()
    }

    /// A server with a catalog of these avatars, which has nothing else.
    private static func server(_ endpoints: [String]) throws -> LoopbackServer {
        let records = endpoints.enumerated().map { Samples.record($0 + 1, avatar: $1) }
        return try LoopbackServer { $0.target == "/c" ? .ok(Samples.catalog(records)) : .status(500) }
    }

    @Test func areFetchedWithoutTheirServer() async throws {
        let server = try Self.server(Self.endpoints)
        defer { server.stop() }
        let location = server.url("/c")
        let result = try await setting.run("fetch -c \(location) --to faces")
        #expect(result.status == 0 && result.errorOutput.hasPrefix("suppliergo: 4 avatars fetched ("))
        for (name, bytes) in [
            ("1.png", Samples.picture), ("2.png", Samples.picture), ("3.svg", Array(Self.svg.utf8)),
            ("4.png", Samples.picture),
        ] {
            #expect(try setting.directory.read("faces/" + name) == bytes)
        }
        let again = try await setting.run("fetch -c \(location)")
        #expect(again.status == 0 && again.errorOutput.isEmpty)
        #expect(Set(server.requests.map(\.target)) == ["/c"])
        let file = try await setting.run("open 2 -c \(location) --avatar --print")
        #expect(file.status == 0 && file.output.hasSuffix(".png\n"))
        #expect(try [UInt8](Data(contentsOf: URL(filePath: String(file.output.dropLast())))) == Samples.picture)
        let card = try await setting.run("show 3 -c \(location) --offline --image symbols -f json")
        #expect(card.status == 0 && card.output.contains("\"avatarState\":\"cached\""))
        #expect(try await setting.run("check -c \(location)").output.contains("avatar") == false)
    }

    @Test func stayTheCatalogsOwnTextInAnExport() async throws {
        let server = try Self.server(Self.endpoints)
        defer { server.stop() }
        for state in ["missing", "cached"] {
            let result = try await setting.run("list -c \(server.url("/c")) -f ndjson --avatars wait")
            let lines = result.output.split(separator: "\n")
            #expect(lines.count == 4)
            for (line, endpoint) in zip(lines, Self.endpoints) {
                #expect(line.contains("\"avatar\":\"\(endpoint)\",") && line.contains("\"avatarState\":\"\(state)\""))
            }
            try setting.directory.write(Array(result.output.utf8), to: "export.ndjson")
        }
        let html = try await setting.run("list -c export.ndjson -f html --cache-dir other")
        #expect(html.status == 0 && html.output.ranges(of: Self.base64).count == 3)
        let cards = try await setting.run("list -c export.ndjson -f vcard --cache-dir other --offline")
        #expect(cards.output.ranges(of: "PHOTO;ENCODING=b").count == 4)
    }

    @Test(arguments: [
        ("data:text/plain,hello", "data:text/plain,… is not an image, but text/plain"),
        ("data:image/png,hello", "data:image/png,… is not an image, although sent as image/png"),
        ("data:image/png;base64,iVBOR@", "data:image/png;base64,… is not a URL that can be loaded"),
        ("data:image/png;base64," + base64.prefix(40), "data:image/png;base64,… is an image that is cut short"),
        (base64, "data:image/png;base64,… has more than 60 bytes"),
    ])
    func areReportedIfTheyAreNone(endpoint: String, reason: String) async throws {
        let server = try Self.server([endpoint])
        defer { server.stop() }
        for _ in 1...2 {
            let result = try await setting.run("fetch -c \(server.url("/c")) --max-avatar-size 60")
            #expect(result.status == 3)
            #expect(
                result.errorOutput == "suppliergo: warning: no avatar for Name 1 (id 1): \(reason)\n"
                    + "suppliergo: 1 avatar failed\n")
        }
        let why = try await setting.run("cache why 1 -c \(server.url("/c"))")
        #expect(why.output.hasPrefix("avatar       data:") && why.output.contains("\nfailed "))
        let failed = try await setting.run("list avatar:failed -c \(server.url("/c")) -f tsv")
        #expect(failed.output == Samples.line(1))
        #expect(Set(server.requests.map(\.target)) == ["/c"])
    }

    @Test func comeFromAFieldOfBase64Alone() async throws {
        let records = [Self.base64, "", "false"].enumerated().map { index, image in
            "{\"id\":\(index + 1),\"name\":\"N\",\"image_128\":\(image == "false" ? image : "\"\(image)\"")}"
        }
        try setting.directory.write(Array("[\(records.joined(separator: ","))]".utf8), to: "c.json")
        for map in ["image_128", "data:image/png;base64,{image_128}"] {
            let list = "list -c c.json --map fullname=name --map avatar=\(map) -f ndjson --avatars wait"
            _ = try await setting.run(list)
            let states = try await setting.run(list).output.split(separator: "\n").map { $0.contains("\"cached\"") }
            #expect(states == [true, false, false])
        }
    }
}
