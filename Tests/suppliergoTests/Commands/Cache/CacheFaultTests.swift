import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

/// Caches that cannot keep what they should: all else goes on, and one line says why.
@Suite struct CacheFaultTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// A test may have a file system of its own.
    private static func canMount() async throws -> Bool {
        try await CommandSetting().shell("unshare -rm mount -t tmpfs none /mnt").status == 0
    }

    /// Runs a command line over a cache in a file system of its own.
    private func run(_ line: String, mountedWith options: String) async throws -> ProcessResult {
        try await setting.shell(
            """
            mkdir -p "$SUPPLIERGO_CACHE_DIR"
            unshare -rm sh -c 'mount -t tmpfs -o \(options) none "$SUPPLIERGO_CACHE_DIR" && exec "$0" \(line)' "$0"
            """)
    }

    /// A server of avatars, each with a picture of its own.
    private func server(_ count: Int, byteCount: Int) throws -> LoopbackServer {
        let catalog = Samples.catalog(avatarCount: count)
        return try LoopbackServer { request in
            if request.target == "/catalog.json" { return .ok(catalog) }
            let padding = String(repeating: request.target, count: byteCount / request.target.utf8.count + 1)
            return .ok(Array("<svg xmlns='http://www.w3.org/2000/svg'><desc>\(padding)</desc></svg>".utf8))
        }
    }

    private func lines(_ result: ProcessResult) -> [Substring] { result.errorOutput.split(separator: "\n") }

    @Test func whatIsTooLargeForTheProcessCostsNothingElse() async throws {
        let server = try Samples.server(Samples.catalog((1...20).map { Samples.record($0, avatar: "/\($0).png") }))
        defer { server.stop() }
        // Two blocks of 512 bytes: the catalog has more, an avatar has fewer.
        let result = try await setting.shell(
            "ulimit -f 2; exec \"$0\" list --avatars wait -c \(server.url("/catalog.json"))")
        #expect(result.status == 0)
        #expect(result.output.contains("Name 20"))
        #expect(lines(result).count == 2)
        #expect(result.errorOutput.hasPrefix("suppliergo: warning: the cache is full; the cache could not write "))
        #expect(lines(result)[0].hasSuffix(": File too large"))
        #expect(lines(result)[1] == Samples.fetched(20))
    }

    @Test(
        .enabled("no file systems may be mounted here") { try await canMount() },
        arguments: [
            (
                "size=64k", "suppliergo: warning: the cache is full; the cache could not write ",
                "No space left on device"
            ),
            (
                "nr_inodes=4", "suppliergo: warning: the cache is full; the cache could not create ",
                "No space left on device"
            ),
            ("ro", "suppliergo: warning: nothing is kept; the cache could not create ", "Read-only file system"),
        ])
    func listAndShowGoOnWhereNothingCanBeWritten(options: String, start: String, reason: String) async throws {
        let server = try server(20, byteCount: 40_000)
        defer { server.stop() }
        let list = try await run("list --avatars wait -c \(server.url("/catalog.json"))", mountedWith: options)
        #expect(list.status == 0)
        #expect(list.output.contains("Name 20"))
        #expect(lines(list).count == 1)
        #expect(list.errorOutput.hasPrefix(start))
        #expect(list.errorOutput.hasSuffix(": \(reason)\n"))
        let fetch = try await run("fetch -c \(server.url("/catalog.json"))", mountedWith: options)
        #expect(fetch.status == 74)
        #expect(lines(fetch).count == 1)
        let show = try await run("show 1 -c \(server.url("/catalog.json"))", mountedWith: options)
        #expect(show.status == 0)
        #expect(show.output.contains("Name ") && !show.output.contains("not available"))
        #expect(lines(show).count <= 1)
        let page = try await run("list --format html -c \(server.url("/catalog.json"))", mountedWith: options)
        #expect(page.status == 0)
        #expect(page.output.split(separator: "data:image/svg+xml;base64,").count == 21)
        #expect(lines(page).count == 2)
        #expect(page.errorOutput.hasPrefix(start))
        #expect(lines(page)[1].hasPrefix("suppliergo: 20 avatars fetched ("))
    }

    @Test func oneAvatarThatIsLargerThanTheWholeCacheHoldsNoOtherUp() async throws {
        let catalog = Samples.catalog(avatarCount: 3)
        let padding = String(repeating: "x", count: 20_000)
        let large = Array("<svg xmlns='http://www.w3.org/2000/svg'><desc>\(padding)</desc></svg>".utf8)
        let server = try LoopbackServer { request in
            switch request.target {
            case "/catalog.json": .ok(catalog)
            case "/2.png": .ok(large)
            default: .ok(Samples.picture)
            }
        }
        defer { server.stop() }
        let options = "--max-size 10K -c \(server.url("/catalog.json"))"
        let fetch = try await setting.run("fetch " + options)
        #expect(fetch.status == 3)
        #expect(
            lines(fetch) == [
                "suppliergo: warning: 1 avatar is not kept: too large for the cache ('--max-size')",
                "suppliergo: 3 avatars fetched (\(ByteCount.formatted(large.count + 2 * Samples.picture.count)))",
            ])
        #expect(try setting.avatarFiles().count == 2)
        let show = try await setting.run("show 2 " + options)
        #expect(show.status == 0)
        #expect(show.output.contains("Name ") && !show.output.contains("not available"))
        #expect(lines(show).count == 1)
        #expect(show.errorOutput.hasPrefix("suppliergo: warning: the avatar is not kept: too large for the cache "))
    }

    @Test(arguments: [("html", "data:image/svg+xml;base64,"), ("vcard", "PHOTO;ENCODING=b;TYPE=SVG+XML:")])
    func picturesThatTheCacheDropsForOthersArePrintedAllTheSame(format: String, start: String) async throws {
        let server = try server(20, byteCount: 20_000)
        defer { server.stop() }
        let options = "--format \(format) --max-size 100K -c \(server.url("/catalog.json"))"
        for _ in 0..<2 {
            let result = try await setting.run("list " + options)
            #expect(result.status == 0)
            #expect(result.output.split(separator: start).count == 21)
            #expect(Set((1...20).map { result.output.contains("Name \($0)") }) == [true])
            try #require(lines(result).count == 2)
            let warning = /suppliergo: warning: 1[5-9] avatars are not kept: the cache has no room for all \(.*\)/
            #expect(try warning.wholeMatch(in: lines(result)[0]) != nil, "\(result.errorOutput)")
            #expect(lines(result)[1].contains(/^suppliergo: \d+ avatars fetched \(\d+\.\d KB\)$/))
        }
    }

    @Test func picturesThatAreDroppedAndCannotBeHadAgainAreNamed() async throws {
        let catalog = Samples.catalog(avatarCount: 9)
        let padding = String(repeating: "x", count: 20_000)
        let picture = Array("<svg xmlns='http://www.w3.org/2000/svg'><desc>\(padding)</desc></svg>".utf8)
        let asked = Lock<Set<String>>([])
        let server = try LoopbackServer { request in
            if request.target == "/catalog.json" { return .ok(catalog) }
            return asked.withLock { $0.insert(request.target).inserted } ? .ok(picture) : .status(410)
        }
        defer { server.stop() }
        let result = try await setting.run("list --format vcard --max-size 175K -c \(server.url("/catalog.json"))")
        let pictureCount = result.output.split(separator: "PHOTO;ENCODING=b;TYPE=SVG+XML:").count - 1
        #expect(result.status == 0)
        #expect((6...8).contains(pictureCount))
        #expect(lines(result).count { $0.contains("warning: no avatar for Name") } == 9 - pictureCount)
    }

    @Test func picturesThatAnotherTakesAwayAreCounted() async throws {
        let server = try server(40, byteCount: 20_000)
        defer { server.stop() }
        let script =
            #"{ "$0" list --format vcard -c \#(server.url("/catalog.json")) 2>errors; echo $? >&2; } | "#
            + #"{ dd bs=1 count=1 2>/dev/null; rm -r cache/avatars; cat; }; cat errors >&2"#
        let result = try await setting.shell(script)
        let lostCount = 41 - result.output.split(separator: "PHOTO;ENCODING=b;TYPE=SVG+XML:").count
        #expect((1...39).contains(lostCount))
        try #require(lines(result).count == 3)
        #expect(lines(result)[0] == "0" && lines(result)[1].hasPrefix("suppliergo: 40 avatars fetched ("))
        #expect(
            lines(result)[2]
                == "suppliergo: warning: \(lostCount) avatars are left out: the cache no longer has them")
    }
}
