import FoundationEssentials
import TestSupport
import Testing

@testable import suppliergo

/// The other commands that take `--store`.
@Suite struct StoreCommandTests {
    private let fleet: StoreSetting

    init() throws {
        fleet = try StoreSetting(Samples.catalog(avatarCount: 3))
    }

    @Test(arguments: ["list --avatars wait --format tsv", "show 2 --format json", "list --format vcard"])
    func lookIntoTheStoreBeforeTheyAskTheServer(command: String) async throws {
        #expect(try await fleet.run("fetch --no-local --store STORE -c CATALOG").status == 0)
        let count = fleet.askedTargets.count
        let result = try await fleet.run("\(command) --store STORE -c CATALOG")
        #expect(result.status == 0)
        #expect(fleet.askedTargets.count == count)
        #expect(try !fleet.setting.avatarFiles().isEmpty)
    }

    @Test func openTakesAnAvatarFromTheStore() async throws {
        #expect(try await fleet.run("fetch --no-local --store STORE -c CATALOG").status == 0)
        let count = fleet.askedTargets.count
        let result = try await fleet.run("open 1 --avatar --print --store STORE -c CATALOG")
        #expect(result.status == 0)
        #expect(fleet.askedTargets.count == count)
    }

    @Test func leavesTheStoreToTheBackgroundProcess() async throws {
        let result = try await fleet.run("list --avatars detach --store STORE -c CATALOG")
        #expect(result.status == 0)
        try await fleet.server.until { $0.requests.count >= 4 && $0.openConnectionCount == 0 }
        #expect(fleet.names().count == 3)
        #expect(try fleet.setting.avatarFiles().count == 3)
    }

    @Test func browsesFromTheStore() async throws {
        #expect(try await fleet.run("fetch --no-local --store STORE -c CATALOG").status == 0)
        let count = fleet.askedTargets.count
        let terminal = try fleet.setting.browse(
            fleet.words(of: "--store STORE -c CATALOG"), environment: fleet.variables())
        try await terminal.shows("Name 3")
        try await fleet.store.requestCount(reaches: 12)
        try await terminal.type("q")
        #expect(try await terminal.result().status == 0)
        #expect(fleet.askedTargets.count == count)
    }

    @Test func countsVerifiesAndPrunesAStore() async throws {
        #expect(try await fleet.run("fetch --no-local --store STORE -c CATALOG").status == 0)
        let info = try await fleet.run("cache info --store STORE")
        #expect(info.status == 0)
        let size = "\(3 * Samples.picture.count) bytes"
        #expect(info.output.hasPrefix("store    \(fleet.address)\nentries  3\nbytes    \(size)\n"))
        let json = try await fleet.run("cache info --format json --store STORE")
        #expect(json.output.contains(#""directory":"\#(fleet.address)","entries":3,"limit":null,"#))

        let whole = try await fleet.run("cache verify --store STORE")
        #expect(whole.status == 0)
        #expect(whole.errorOutput == "suppliergo: verified 3 entries, \(size)\n")
        let name = try #require(fleet.names().first)
        var object = try #require(fleet.store.objects[name])
        object.bytes[40] ^= 1
        fleet.store.setObject(object, named: name)
        let broken = try await fleet.run("cache verify --store STORE")
        #expect(broken.status == 3)
        #expect(broken.errorOutput.contains("warning: \(name.dropFirst(9)) was broken and has been removed"))
        #expect(fleet.names().count == 2)

        fleet.store.setObject(.init(object.bytes), named: name)
        let unchecked = try await fleet.run("cache verify --store STORE")
        #expect(unchecked.status == 0)
        #expect(unchecked.errorOutput.contains("warning: 1 avatar is not checked, such as \(name.dropFirst(9)): "))
        fleet.store.setObject(nil, named: name)

        let old = try #require(fleet.names().first)
        object = try #require(fleet.store.objects[old])
        object.modifiedAt -= 3 * 86_400
        fleet.store.setObject(object, named: old)
        let pruned = try await fleet.run("cache prune --max-age 2 --store STORE")
        #expect(pruned.status == 0)
        #expect(pruned.errorOutput == "suppliergo: removed 1 entry, \(Samples.picture.count) bytes\n")
        #expect(fleet.names().count == 1 && !fleet.names().contains(old))
    }

    @Test func looksAfterAStoreOnlyWhereItIsNamed() async throws {
        #expect(try await fleet.run("fetch --no-local --store STORE -c CATALOG").status == 0)
        let count = fleet.store.requests.count
        let variable = ["SUPPLIERGO_STORE": fleet.address]
        #expect(try await fleet.run("cache prune --max-age 1", environment: variable).status == 0)
        #expect(fleet.store.requests.count == count)
    }

    @Test(arguments: ["cache clear", "cache why 1 -c x", "cache path"])
    func refusesAStoreElsewhere(command: String) async throws {
        let result = try await fleet.run("\(command) --store STORE")
        #expect(result.status == 64)
        #expect(result.errorOutput.contains("has no option '--store', which belongs to "))
    }

    @Test(arguments: ["cache prune --store STORE", "cache prune --max-size 1G --max-age 3 --store STORE"])
    func prunesAStoreByAgeOnly(command: String) async throws {
        let result = try await fleet.run(command)
        #expect(result.status == 64)
        #expect(result.errorOutput.contains("'--store' is pruned by '--max-age DAYS' only"))
        #expect(fleet.store.requests.isEmpty)
    }

    @Test(arguments: ["info", "verify", "prune --max-age 1"])
    func failsWhereTheStoreDoes(command: String) async throws {
        fleet.store.setFault { _ in .error(403, code: "AccessDenied") }
        let result = try await fleet.run("cache \(command) --store STORE")
        #expect(result.status == 74)
        #expect(result.errorOutput.hasPrefix("suppliergo: error: the store \(fleet.address) refuses access"))
    }
}
