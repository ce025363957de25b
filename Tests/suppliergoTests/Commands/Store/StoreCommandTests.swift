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

    @Test(arguments: ["cache clear", "cache why 1 -c x", "cache path", "cache info", "cache verify", "cache prune"])
    func refusesAStoreElsewhere(command: String) async throws {
        let result = try await fleet.run("\(command) --store STORE")
        #expect(result.status == 64)
        #expect(result.errorOutput.contains("has no option '--store', which belongs to "))
    }
}
