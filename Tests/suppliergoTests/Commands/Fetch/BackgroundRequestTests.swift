import FoundationEssentials
import SupplierGoKit
import Testing

@testable import suppliergo

@Suite struct BackgroundRequestTests {
    @Test func carriesEverySetting() throws {
        var loader = SupplierLoader.Configuration()
        loader.isRefreshing = true
        loader.fillsStore = true
        loader.originFields = HTTPFields([try #require(HTTPFields.Field(name: "X-Key", value: "a \"b\" é"))])
        loader.allowsPrivateHosts = true
        loader.avatarByteLimit = 1234
        loader.avatarsInFlight = 5
        var dataLoader = DataLoader.Configuration()
        dataLoader.concurrency = 3
        dataLoader.connectionsPerHost = 2
        dataLoader.idleTimeout = .milliseconds(1250)
        dataLoader.retryLimit = 0
        dataLoader.certificateAuthorityFile = "/ca.pem"
        dataLoader.verifiesCertificates = false
        dataLoader.proxy = "http://proxy:1"
        for catalog in [CatalogLocation.standardInput, .file(path: "/c"), .remote(URL(filePath: "/x"))] {
            let request = BackgroundRequest(
                catalog: catalog, loader: loader, dataLoader: dataLoader, cacheDirectory: "/cache", cacheByteLimit: 6,
                store: "s3://fleet/a")
            let copy = try JSONDecoder().decode(BackgroundRequest.self, from: JSONEncoder().encode(request))
            #expect(copy == request)
            #expect(copy.loader == loader)
            #expect(copy.dataLoader == dataLoader)
        }
    }
}
