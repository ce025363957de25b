import FoundationEssentials
import TestSupport
import Testing

/// The feeds of other systems in `TestData/feeds`, made after their documentation: each with the settings that read it,
/// and the suppliers that it has.
@Suite struct FeedTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// The names of all feeds.
    static let names: [String] = {
        do {
            return try TestData.files(in: "feeds").map { String($0.dropFirst("feeds/".count)) }
        } catch {
            return []
        }
    }()

    /// The feeds whose next page only people find: DummyJSON says how many suppliers there are, and not where.
    private static let unproposed: Set<String> = ["dummyjson"]

    /// A server of one feed, whose pages have numbers in their addresses, and of an avatar for every supplier.
    private func server(of name: String) throws -> LoopbackServer {
        let files = try TestData.files(in: "feeds/\(name)")
        let file = try #require(files.first { $0.contains("/feed.") })
        let image = try TestData.bytes("avatars/matteo.png")
        let pages = try [file, "feeds/\(name)/2.json", "feeds/\(name)/3.json"].map { page in
            files.contains(page) ? String(decoding: try TestData.bytes(page), as: UTF8.self) : nil
        }
        return try LoopbackServer { request in
            if request.target.hasPrefix("/faces/") || request.target.hasPrefix("/files/") { return .ok(image) }
            let digits = request.target.reversed().prefix { $0.isNumber }
            let number = request.target.contains("=") ? Int(String(digits.reversed())) ?? 1 : 1
            guard request.target.hasPrefix("/\(name)"), (1...3).contains(number), let page = pages[number - 1] else {
                return .status(404)
            }
            let host = request["Host"] ?? ""
            return .ok(page.replacing("https://feeds.example", with: "http://\(host)"))
        }
    }

    private func write(settings: String) throws {
        try setting.directory.write(Array(settings.utf8), to: ".config/suppliergo/config")
    }

    @Test func areAtLeastTwenty() { #expect(Self.names.count >= 20) }

    @Test(arguments: names)
    func areReadByTheirSettings(name: String) async throws {
        let server = try server(of: name)
        defer { server.stop() }
        let places = String(decoding: try TestData.bytes("feeds/\(name)/settings"), as: UTF8.self)
            .replacing("https://feeds.example", with: server.url("").absoluteString)
        let location =
            name == "odoo"
            ? "catalog-command = cat '\(TestData.path("feeds/odoo/feed.json"))'"
            : "catalog = \(server.url("/\(name)").absoluteString)"
        try write(settings: "[feed]\n\(location)\n\(places)")
        let result = try await setting.run("list -c feed -f tsv")
        let expected = String(decoding: try TestData.bytes("feeds/\(name)/suppliers.tsv"), as: UTF8.self)
        #expect(result.output == expected)
        #expect(result.errorOutput.isEmpty, "\(result.errorOutput.prefix(300))")
        #expect(result.status == 0)
        let fetch = try await setting.run("fetch -c feed")
        #expect(fetch.status == 0, "\(fetch.errorOutput.prefix(300))")
        let count = places.contains("avatar = ") ? expected.split(separator: "\n").count : 0
        #expect(try setting.avatarFiles().count { $0.hasSuffix(".png") } == count)
        // An export in JSON is a plain catalog that lists the same.
        #expect(try await setting.run("list -c feed -f json -o plain.json").status == 0)
        #expect(try await setting.run("list -c plain.json -f tsv").output == expected)
    }

    @Test(arguments: names.filter { !unproposed.contains($0) })
    func areReadByTheSettingsThatInspectProposes(name: String) async throws {
        let server = try server(of: name)
        defer { server.stop() }
        let inspection = try await setting.run("inspect \(server.url("/\(name)").absoluteString)")
        #expect(inspection.status == 0 && inspection.errorOutput.isEmpty, "\(inspection.errorOutput.prefix(300))")
        try write(settings: inspection.output)
        let result = try await setting.run("list -c 127.0.0.1 -f tsv")
        let expected = String(decoding: try TestData.bytes("feeds/\(name)/suppliers.tsv"), as: UTF8.self)
        #expect(result.output == expected)
        #expect(result.status == 0, "\(result.errorOutput.prefix(300))")
    }
}
