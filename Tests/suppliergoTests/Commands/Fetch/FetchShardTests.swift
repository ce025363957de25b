import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

/// `fetch --shard`, end to end: processes with caches of their own, as machines would be.
@Suite struct FetchShardTests {
    private let setting: CommandSetting

    init() throws {
        setting = try CommandSetting()
    }

    @Test func asksForEachAvatarOnceAmongAllShards() async throws {
        let records = (0..<120).map { id in
            // Of four suppliers two share an avatar under different names, one has its own, and one has none.
            let endpoints = ["/\(id / 4).png", "\(id / 4).png#\(id)", "/own-\(id).png", nil]
            return Samples.record(id, avatar: endpoints[id % 4])
        }
        let server = try Samples.server(Samples.catalog(records))
        defer { server.stop() }
        var fetched: [Int] = []
        for index in 1...4 {
            let line = "fetch --shard \(index)/4 --cache-dir cache-\(index) -c \(server.url("/catalog.json"))"
            let count = server.requests.count
            #expect(try await setting.run(line).status == 0)
            fetched.append(server.requests.count - count - 1)
        }
        let targets = server.requests.map(\.target).filter { $0 != "/catalog.json" }
        #expect(targets.count == 60)
        #expect(Set(targets).count == 60)
        #expect(fetched.allSatisfy { $0 > 0 })
    }

    @Test func saysThatAQueryMatchesNothingOnlyWhereNoShardHasIt() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 1))
        defer { server.stop() }
        var targets: [[String]] = []
        for index in 1...2 {
            let count = server.requests.count
            let result = try await setting.run("fetch --shard \(index)/2 -c \(server.url("/catalog.json")) name")
            #expect(result.status == 0)
            targets.append(server.requests.dropFirst(count + 1).map(\.target))
        }
        #expect(targets.flatMap(\.self) == ["/1.png"])
        let none = try await setting.run("fetch --shard 1/2 -c \(server.url("/catalog.json")) zebra")
        #expect(none.status == 1)
    }

    /// What no later run can load is told, and does not make a scheduler run the shard again.
    @Test(arguments: [
        ("{}", "record 2"), (Samples.record(2, avatar: "ftp://a.example/2.png"), "ftp://a.example/2.png"),
    ])
    func isDoneWhereNoRunCanGetMore(record: String, told: String) async throws {
        let server = try Samples.server(Samples.catalog([Samples.record(1, avatar: "/1.png"), record]))
        defer { server.stop() }
        for (shard, status) in [("", 3), ("--shard 1/1", 0)] {
            let result = try await setting.run("fetch \(shard) -c \(server.url("/catalog.json"))")
            #expect(result.status == Int32(status))
            #expect(result.errorOutput.contains("warning") && result.errorOutput.contains(told))
        }
    }

    @Test func isNotDoneWhereALaterRunMayGetMore() async throws {
        let catalog = Samples.catalog(avatarCount: 1)
        let server = try LoopbackServer { $0.target == "/catalog.json" ? .ok(catalog) : .status(403) }
        defer { server.stop() }
        #expect(try await setting.run("fetch --shard 1/1 -c \(server.url("/catalog.json"))").status == 3)
    }

    @Test func takesItsPartFromTheScheduler() async throws {
        let server = try Samples.server(Samples.catalog(avatarCount: 40))
        defer { server.stop() }
        for task in 1...2 {
            let environment = ["PARALLEL_SEQ": "\(task)", "SUPPLIERGO_SHARDS": "2"]
            let line = "fetch --shard auto --cache-dir cache-\(task) -c \(server.url("/catalog.json"))"
            #expect(try await setting.run(line, environment: environment).status == 0)
        }
        #expect(server.requests.count == 42)
    }
}
