import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoFleet
@testable import SupplierGoKit

struct ShardTests {
    @Test(arguments: [(0, 3), (4, 3), (-1, 3), (1, 0), (0, 0), (1, -1), (.min, .max)])
    func thereAreNoOthers(index: Int, count: Int) {
        #expect(Shard(index, of: count) == nil)
    }

    @Test func aHashIsTheBeginningOfTheName() throws {
        let name = CacheKey.Name(of: "abc")
        // FIPS 180-4's example.
        #expect(name.hash == 0xba78_16bf_8f01_cfea)
        #expect(name.path.filter { $0 != "/" }.hasPrefix(String(name.hash, radix: 16)))
        // 0xba78… of 2⁶⁴ is 0.728.
        #expect(
            [1, 2, 3, 10].map { count in (1...count).first { Shard($0, of: count)?.contains(name) == true } }
                == [1, 2, 3, 8])
    }

    @Test(arguments: [1, 2, 3, 8, 100])
    func anAvatarIsInOneShard(count: Int) throws {
        for number in 0..<200 {
            let name = CacheKey.Name(of: "https://x.test/\(number).png")
            let shards = try (1...count).map { try #require(Shard($0, of: count)) }
            #expect(shards.count { $0.contains(name) } == 1)
        }
    }

    @Test func everySupplierIsInOneShardWithThoseThatShareItsAvatar() throws {
        let endpoints = (0..<300).map { "\($0 % 100).png" }
        var suppliers = endpoints.enumerated().map { FleetSetting.supplier($0.offset, $0.element) }
        suppliers += [
            FleetSetting.supplier(300, nil), FleetSetting.supplier(301, "ftp://x/y"),
            FleetSetting.supplier(302, "file:///etc/passwd"),
            FleetSetting.supplier(303, "http://suppliers.example/1.png"), FleetSetting.supplier(304, "1.png#face"),
        ]
        let catalog = try #require(URL(string: "http://suppliers.example/catalog.json"))
        let loader = SupplierLoader(location: .remote(catalog), dataLoader: ScriptedDataLoader([:]), cache: nil)
        let parts = try (1...7).map { loader.select(suppliers, for: try #require(Shard($0, of: 7))) }
        #expect(parts.joined().map(\.id.rawValue).sorted() == suppliers.map(\.id.rawValue).sorted())
        let owners = parts.map { Set($0.map { $0.avatar?.endpoint }) }
        for number in 0..<100 { #expect(owners.count { $0.contains("\(number).png") } == 1, "\(number)") }
        let ofFirst = parts.filter { part in part.contains { $0.id.rawValue == "1" } }
        #expect(
            ofFirst.flatMap { $0.map(\.id.rawValue) }.filter { ["1", "101", "201", "303", "304"].contains($0) }.count
                == 5)
        // The order of a catalog stays.
        for part in parts {
            #expect(part.compactMap { Int($0.id.rawValue) } == part.compactMap { Int($0.id.rawValue) }.sorted())
        }
    }
}
