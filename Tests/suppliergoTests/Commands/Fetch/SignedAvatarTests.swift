import SupplierGoKit
import TestSupport
import Testing

/// Avatars whose URLs are signed anew each time the catalog is read.
@Suite struct SignedAvatarTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    /// A server whose catalog has another number in the query of each avatar whenever it is read.
    private static func server(
        _ query: String, avatarCount: Int = 3, avatar: @escaping @Sendable (_ target: String) -> Answer
    ) throws -> LoopbackServer {
        let readingCount = Lock(0)
        return try LoopbackServer { request in
            guard request.target == "/c" else { return avatar(request.target) }
            let number = readingCount.withLock { count in
                count += 1
                return count
            }
            let signed = query.replacing("*", with: "\(number)")
            return .ok(Samples.catalog((1...avatarCount).map { Samples.record($0, avatar: "/\($0).png?\(signed)") }))
        }
    }

    private static func pictures(of server: LoopbackServer) -> [String] {
        server.requests.map(\.target).filter { $0 != "/c" }.sorted()
    }

    @Test(arguments: [
        "X-Amz-Credential=A%2Fs3&X-Amz-Date=*&X-Amz-Signature=*", "X-Goog-Date=*&X-Goog-Signature=*",
        "Expires=*&Signature=*~&Key-Pair-Id=K", "AWSAccessKeyId=A&Signature=*%3D&Expires=*",
        "sp=r&se=*&sv=2022-11-02&sr=b&sig=*%3D",
    ])
    func areFetchedOnce(query: String) async throws {
        let server = try Self.server(query) { _ in .ok(Samples.picture, fields: ["Cache-Control": "max-age=600"]) }
        defer { server.stop() }
        let location = server.url("/c")
        for summary in [Samples.fetched(3) + "\n", "", ""] {
            let result = try await setting.run("fetch -c \(location)")
            #expect(result.status == 0 && result.errorOutput == summary)
        }
        let signed = query.replacing("*", with: "1")
        #expect(Self.pictures(of: server) == (1...3).map { "/\($0).png?\(signed)" })
        #expect(try await setting.run("list -c \(location) --changes").status == 1)
        #expect(try await setting.run("list -c \(location) --changes").errorOutput.hasSuffix("nothing has changed\n"))
        let lines = try await setting.run("list -c \(location) -f ndjson").output.split(separator: "\n")
        #expect(lines.count { $0.contains(query.replacing("*", with: "6")) && $0.contains("\"cached\"") } == 3)
        #expect(try await setting.run("fetch -c \(location) --refresh").status == 0)
        #expect(Self.pictures(of: server).count { $0.hasSuffix(query.replacing("*", with: "7")) } == 3)
        // A worker of a fleet that has read other signatures has the same share.
        var shares: [Int] = []
        for index in 1...3 {
            let share = try await setting.run("fetch -c \(location) --shard \(index)/3 --format ndjson")
            shares.append(share.output.split(separator: "\n").count)
        }
        #expect(shares.reduce(0, +) == 3)
    }

    @Test func areFetchedWithANewSignatureAfterAnOldOne() async throws {
        let server = try Self.server("Expires=*&Signature=*&Key-Pair-Id=K", avatarCount: 1) { target in
            target.contains("Expires=1&") ? .status(403) : .ok(Samples.picture)
        }
        defer { server.stop() }
        #expect(try await setting.run("fetch -c \(server.url("/c"))").status == 3)
        let result = try await setting.run("fetch -c \(server.url("/c"))")
        #expect(result.status == 0 && result.errorOutput == Samples.fetched(1) + "\n")
        #expect(Self.pictures(of: server) == [1, 2].map { "/1.png?Expires=\($0)&Signature=\($0)&Key-Pair-Id=K" })
    }

    @Test func areGoneWithEverySignature() async throws {
        let server = try Self.server("X-Amz-Date=*&X-Amz-Signature=*", avatarCount: 1) { _ in .status(404) }
        defer { server.stop() }
        for _ in 1...2 { #expect(try await setting.run("fetch -c \(server.url("/c"))").status == 0) }
        #expect(Self.pictures(of: server).count == 1)
        #expect(try await setting.run("check -c \(server.url("/c"))").output.contains("the avatar is gone"))
    }

    @Test func arePutIntoNoStore() async throws {
        let unsigned = Samples.record(1, avatar: "/1.png?Expires=1&Signature=a&Policy=1")
        let fleet = try StoreSetting(Samples.catalog([unsigned]))
        #expect(try await fleet.run("fetch --store STORE -c CATALOG").errorOutput == Samples.fetched(1) + "\n")
        #expect(fleet.names().count == 1)
        let query = "Expires=1&Signature=a&Key-Pair-Id=K"
        let signed = try StoreSetting(Samples.catalog([Samples.record(1, avatar: "/1.png?\(query)")]))
        let note = "suppliergo: 1 avatar is not put into the store: sent for this user only\n"
        let first = try await signed.run("fetch --store STORE -c CATALOG")
        #expect(first.status == 0 && first.errorOutput == Samples.fetched(1) + "\n" + note)
        #expect(try await signed.run("fetch --store STORE -c CATALOG").status == 0)
        #expect(signed.store.objects.isEmpty && signed.askedTargets == ["/1.png?\(query)"])
    }
}
