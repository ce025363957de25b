import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

/// Runs one after the other over one cache, by the waits that an avatar's host asked for or implied in the first.
@Suite struct HostWaitTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// A file with suppliers whose avatars are at a server.
    private func catalog(_ avatars: URL...) throws -> String {
        let records = avatars.enumerated().map { Samples.record($0.offset + 1, avatar: $0.element.absoluteString) }
        return try setting.directory.write(Array(Samples.catalog(records).utf8), to: "c.json")
    }

    private func limited() throws -> LoopbackServer {
        try LoopbackServer { request in
            request.target == "/catalog.json"
                ? .ok(Samples.catalog(avatarCount: 2)) : .status(429, fields: ["Retry-After": "7300"])
        }
    }

    @Test(arguments: ["", " --retries 0"])
    func aHostThatAsksForAnHourIsNotAskedInTheNextRun(options: String) async throws {
        let server = try limited()
        defer { server.stop() }
        let line = "fetch --per-host 1 -c \(try catalog(server.url("/1.png")))"
        #expect(try await setting.run(line + options).status == 3)
        let path = try catalog(server.url("/1.png"), server.url("/2.png"))
        let second = try await setting.run(line)
        #expect(second.status == 3)
        let sentence =
            "127.0.0.1:\(server.port) returned status 429 earlier and asked for a wait; it is asked again after "
            + "2 hours (at once with '--refresh')\n"
        #expect(second.errorOutput.hasPrefix("suppliergo: warning: no avatar for 2 suppliers: \(sentence)"))
        let card = try await setting.run("show 2 -c \(path)")
        #expect(card.status == 0 && card.output.unwrappedCard.contains("asked again"))
        let why = try await setting.run("cache why 2 -c \(path)")
        #expect(why.output.hasPrefix("host         http://127.0.0.1:\(server.port)\n"))
        #expect(why.output.contains("status 429\nasked again  after 2 hours, or with '--refresh'\n"))
        #expect(server.requests.count == 1)
        #expect(try await setting.run(line + " --refresh").status == 3)
        #expect(server.requests.count == 2)
        #expect(try await setting.run(line + " --shard 1/1").status == 3)
        #expect(server.requests.count == 3)
    }

    @Test func aServerThatAsksForALongWaitIsQuoted() async throws {
        let server = try LoopbackServer { request in
            let reason = Array("{\"error\":\"maintenance of \(request.target)\"}".utf8)
            return .status(503, reason, fields: ["Retry-After": "7300"])
        }
        defer { server.stop() }
        let list = try await setting.run("list -c \(server.url("/catalog.json"))")
        let quote = "(status 503, at most 300 seconds, \"maintenance of /catalog.json\"): try again later\n"
        #expect(list.status == 69 && list.errorOutput.hasSuffix(" asks to wait 7300 seconds \(quote)"))
        let fetch = try await setting.run("fetch --refresh -c \(try catalog(server.url("/1.png")))")
        #expect(fetch.status == 3 && fetch.errorOutput.contains(" (status 503, \"maintenance of /1.png\")\n"))
    }

    @Test func aWaitHoldsForTheCatalogToo() async throws {
        let server = try limited()
        defer { server.stop() }
        let options = "-c \(server.url("/catalog.json"))"
        #expect(try await setting.run("fetch --retries 0 " + options).status == 3)
        let count = server.requests.count
        let list = try await setting.run("list -f tsv " + options)
        #expect(list.status == 0 && list.output == Samples.line(1) + Samples.line(2))
        #expect(list.errorOutput.contains("it is asked again after 2 hours"))
        #expect(server.requests.count == count)
        #expect(try await setting.run("list -f tsv --refresh " + options).errorOutput.isEmpty)
        #expect(server.requests.count == count + 1)
        // The server has answered: its wait is over.
        #expect(try await setting.run("list -f tsv " + options).errorOutput.isEmpty)
        #expect(server.requests.count == count + 2)
        let why = try await setting.run("cache why \(server.url("/catalog.json"))")
        #expect(why.status == 0 && !why.output.contains("host "))
        #expect(try await setting.run("cache why \(server.url("/unknown"))").status == 1)
    }

    @Test(arguments: ["ETag", "X-Version"])
    func aSnapshotIsShownInsteadOfALongWait(validator: String) async throws {
        let isBusy = Lock(false)
        let server = try LoopbackServer { _ in
            let fields: KeyValuePairs = ["Cache-Control": "no-cache", validator: "\"1\""]
            let wait: KeyValuePairs = ["Retry-After": "200"]
            return isBusy.withLock(\.self)
                ? .status(503, fields: wait) : .ok(Samples.catalog(avatarCount: 2), fields: fields)
        }
        defer { server.stop() }
        let options = "-f tsv -c \(server.url("/catalog.json"))"
        #expect(try await setting.run("list " + options).errorOutput.isEmpty)
        isBusy.withLock { $0 = true }
        let list = try await setting.run("list " + options)
        #expect(list.status == 0 && list.output == Samples.line(1) + Samples.line(2))
        #expect(list.errorOutput.contains(" asks to wait 200 seconds (status 503, at most 3 seconds)"))
        #expect(try await setting.run("list " + options).errorOutput.contains("it is asked again after 4 minutes"))
        #expect(server.requests.count == 2)
    }

    @Test func anAvatarWhoseResponseNeverBeginsIsRequestedOnceAndOthersOfItsHostAre() async throws {
        let server = try LoopbackServer { request in
            request.target == "/1.png" ? .silence : .ok(Samples.picture, contentType: "image/png")
        }
        defer { server.stop() }
        let silentCount = { server.requests.count { $0.target == "/1.png" } }
        let line = "fetch --timeout 0.2 -c c.json"
        _ = try catalog(server.url("/1.png"), server.url("/2.png"))
        let first = try await setting.run(line)
        #expect(first.status == 3 && first.errorOutput.contains("did not answer within 0.2 seconds"))
        #expect(silentCount() == 1)
        _ = try catalog(server.url("/1.png"), server.url("/2.png"), server.url("/3.png"))
        let second = try await setting.run(line)
        #expect(second.status == 3)
        #expect(
            second.errorOutput.hasPrefix(
                "suppliergo: warning: no avatar for Name 1 (id 1): \(server.url("/1.png")) gave no response earlier; "
                    + "it is requested again after "))
        #expect(server.requests.map(\.target).sorted() == ["/1.png", "/2.png", "/3.png"])
        #expect(try await setting.run("cache why 1 -c c.json").output.contains("asked again  after "))
        #expect(try await setting.run(line + " --refresh").status == 3)
        #expect(silentCount() == 2)
        #expect(try await setting.run(line + " --shard 1/1").status == 3)
        #expect(silentCount() == 3)
    }

    @Test func aHostThatCannotBeReachedIsTriedInEachRun() async throws {
        let (refusing, silent) = (try ClosedPort(), try SilentListener(.whileConnecting))
        let urls = [refusing.url("/1.png"), silent.url("/2.png"), URL(string: "http://nowhere.invalid/3.png")]
        for url in urls {
            let line = "fetch --timeout 0.2 --retries 0 -c \(try catalog(try #require(url)))"
            let first = try await setting.run(line)
            #expect(try await setting.run(line).errorOutput == first.errorOutput)
        }
    }

    /// A record that is damaged, from the future or for longer than a day is not believed, and replaced.
    @Test func aDamagedRecordCostsARequest() async throws {
        let server = try limited()
        defer { server.stop() }
        let line = "fetch --retries 0 -c \(try catalog(server.url("/1.png")))"
        _ = try await setting.run(line)
        // That of the host, and that of the avatar.
        let files = try setting.directory.files().filter { $0.contains("failures/") }
        #expect(files.count == 2)
        for file in files {
            var bytes = try setting.directory.read(file)
            bytes[bytes.count / 2] ^= 1
            _ = try setting.directory.write(bytes, to: file)
        }
        _ = try await setting.run(line)
        #expect(server.requests.count == 2)
        _ = try await setting.run(line)
        #expect(server.requests.count == 2)
    }
}
