import FoundationEssentials
import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

/// `fetch --store`, end to end: processes with caches of their own, as machines would be.
@Suite struct FetchStoreTests {
    private let fleet: StoreSetting

    init() throws {
        fleet = try StoreSetting(Samples.catalog(avatarCount: 3))
    }

    @Test func fillsTheStoreOnceForAllMachines() async throws {
        let first = try await fleet.run("fetch --store STORE -c CATALOG")
        #expect(first.status == 0)
        #expect(first.errorOutput == Samples.fetched(3) + "\n")
        #expect(fleet.names().count == 3)
        for name in fleet.names() {
            let object = try #require(fleet.store.objects[name])
            #expect(object.bytes == Samples.picture)
            #expect(object.fields["Content-Type"] == "image/png")
        }
        let second = try await fleet.run("fetch --store STORE -c CATALOG --cache-dir other --format ndjson")
        #expect(second.status == 0)
        #expect(second.errorOutput.isEmpty)
        #expect(second.output.split(separator: "\n").count { $0.contains(#""state":"loaded""#) } == 3)
        #expect(second.output.split(separator: "\n").count { $0.contains(#""source":"store""#) } == 3)
        #expect(try fleet.setting.directory.files().filter { $0.hasPrefix("other/avatars/") }.count == 3)
        #expect(fleet.askedTargets.sorted() == ["/1.png", "/2.png", "/3.png"])
    }

    @Test(arguments: [3, 1])
    func keepsWhatATokenGotOutOfTheStore(count: Int) async throws {
        let words = count == 1 ? " id:1" : ""
        for summary in [Samples.fetched(count) + "\n", ""] {
            let result = try await fleet.run(
                "fetch --store STORE -c CATALOG" + words, environment: ["SUPPLIERGO_TOKEN": "t0ken"])
            #expect(result.status == 0)
            let subject = count == 1 ? "1 avatar is" : "3 avatars are"
            let note = "suppliergo: \(subject) not put into the store: sent for this user only\n"
            #expect(result.errorOutput == summary + note)
        }
        #expect(fleet.store.objects.isEmpty)
        #expect(try fleet.setting.avatarFiles().count == count)
    }

    @Test func printsNoPasswordOfAURL() async throws {
        let endpoint = fleet.server.url("/1.png").absoluteString.replacing("://", with: "://kim:s3cret@")
        let fleet = try StoreSetting(Samples.catalog([Samples.record(1, avatar: endpoint)]))
        let result = try await fleet.run("fetch --format ndjson --allow-private-hosts --store STORE -c CATALOG")
        #expect(result.output.hasPrefix(#"{"url":"http://127.0.0.1:"#))
        #expect(!(result.output + result.errorOutput).contains("s3cret"))
    }

    @Test func putsWhatTheCacheHasAlready() async throws {
        #expect(try await fleet.run("fetch -c CATALOG").status == 0)
        #expect(fleet.store.objects.isEmpty)
        let result = try await fleet.run("fetch --store STORE -c CATALOG")
        #expect(result.status == 0)
        #expect(fleet.names().count == 3)
        #expect(fleet.askedTargets.count == 3)
    }

    @Test func keepsNothingOnTheMachineWhereAskedTo() async throws {
        let first = try await fleet.run("fetch --no-local --store STORE -c CATALOG")
        #expect(first.status == 0)
        #expect(fleet.names().count == 3)
        let second = try await fleet.run("fetch --no-local --store STORE -c CATALOG")
        #expect(second.status == 0)
        #expect(second.errorOutput.isEmpty)
        #expect(fleet.askedTargets.count == 3)
        #expect(try fleet.setting.directory.files().isEmpty)
    }

    @Test func dividesTheWorkAmongShards() async throws {
        for index in 1...3 {
            let result = try await fleet.run("fetch --no-local --shard \(index)/3 --store STORE -c CATALOG")
            #expect(result.status == 0)
        }
        #expect(fleet.names().count == 3)
        #expect(fleet.askedTargets.sorted() == ["/1.png", "/2.png", "/3.png"])
    }

    @Test func notesWhatIsMissing() async throws {
        let server = try LoopbackServer { request in
            request.target == "/catalog.json" ? .ok(Samples.catalog(avatarCount: 2)) : .status(404)
        }
        defer { server.stop() }
        let line = "fetch --no-local --store STORE -c \(server.url("/catalog.json"))"
        for _ in 1...2 { #expect(try await fleet.run(line).status == 0) }
        #expect(fleet.names("pictures/missing/").count == 2)
        #expect(server.requests.filter { $0.target != "/catalog.json" }.count == 2)
    }

    @Test func replacesABrokenObject() async throws {
        #expect(try await fleet.run("fetch --store STORE -c CATALOG").status == 0)
        let name = try #require(fleet.names().first)
        var object = try #require(fleet.store.objects[name])
        object.bytes[30] ^= 1
        fleet.store.setObject(object, named: name)
        let result = try await fleet.run("fetch --store STORE -c CATALOG --cache-dir other")
        #expect(result.status == 0)
        #expect(
            result.errorOutput == Samples.fetched(1) + "\nsuppliergo: warning: 1 avatar is fetched again: "
                + "not the image that was stored, or with unknown metadata\n")
        #expect(fleet.store.objects[name]?.bytes == Samples.picture)
    }

    @Test func asksNoStoreOffline() async throws {
        #expect(try await fleet.run("fetch -c CATALOG").status == 0)
        let result = try await fleet.setting.run(
            fleet.words(of: "fetch --offline --store STORE -c CATALOG"), environment: ["AWS_CONFIG_FILE": "/dev/null"])
        #expect(result.status == 0)
        #expect(fleet.store.requests.isEmpty)
    }

    @Test func takesTheStoreFromTheEnvironmentAndTheSettings() async throws {
        let variable = ["SUPPLIERGO_STORE": fleet.address]
        #expect(try await fleet.run("fetch -c CATALOG --store=", environment: variable).status == 0)
        #expect(fleet.store.requests.isEmpty)
        #expect(try await fleet.run("fetch -c CATALOG id:1", environment: variable).status == 0)
        #expect(fleet.names().count == 1)
        let settings = Array("store = \(fleet.address)\n".utf8)
        try fleet.setting.directory.write(settings, to: ".config/suppliergo/config")
        #expect(try await fleet.run("fetch -c CATALOG --no-local --cache-dir other").status == 0)
        #expect(fleet.names().count == 3)
        #expect(try fleet.setting.directory.files().filter { $0.hasPrefix("other/") }.isEmpty)
    }
}
