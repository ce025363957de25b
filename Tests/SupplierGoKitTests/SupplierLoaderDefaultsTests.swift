import FoundationEssentials
import Testing

@testable import SupplierGoKit

/// What a loader has that was given nothing but a URL.
struct SupplierLoaderDefaultsTests {
    @Test func isALoaderOfTheURLWithACacheInTheUsersDirectory() throws {
        let url = try #require(URL(string: "https://suppliers.example/catalog.json"))
        let loader = SupplierLoader(url: url)
        #expect(loader.location == .remote(url))
        #expect(loader.dataLoader is DataLoader)
        let cache = try #require(loader.cache as? DiskCache)
        #expect(cache.directory.hasPrefix("/"))
        #expect(cache.directory.hasSuffix("/suppliergo"))
    }

    @Test func readsAFileOfAFileURL() {
        #expect(SupplierLoader(url: URL(filePath: "/a b/c.json")).location == .file(path: "/a b/c.json"))
    }
}
