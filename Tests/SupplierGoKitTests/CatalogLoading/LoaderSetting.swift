import FoundationEssentials
import TestSupport
import Testing

@testable import SupplierGoKit

/// A catalog at a URL, suppliers that it may hold, and loaders of it over scripted answers.
struct LoaderSetting {
    /// The catalog's URL.
    let catalog: URL

    private let timestamp: Timestamp

    init() throws {
        catalog = try #require(URL(string: "http://suppliers.example/catalog.json"))
        timestamp = try #require(Timestamp("2021-01-21T09:11:16.040Z"))
    }

    /// The URL of something beside the catalog.
    func url(_ name: String) throws -> URL {
        try #require(URL(string: "http://suppliers.example/\(name)"))
    }

    /// A supplier with this avatar.
    func supplier(_ id: Int, _ endpoint: String?) -> Supplier {
        Supplier(
            id: Supplier.ID(id), createdAt: timestamp, fullname: "S", avatar: endpoint.flatMap { Avatar(endpoint: $0) },
            phone: "", company: "", email: "")
    }

    /// A loader of the catalog and its avatars.
    func loader(
        _ dataLoader: ScriptedDataLoader, cache: MemoryCache? = nil,
        _ change: (inout SupplierLoader.Configuration) -> Void = { _ in }
    ) -> SupplierLoader {
        var configuration = SupplierLoader.Configuration()
        change(&configuration)
        return SupplierLoader(
            location: .remote(catalog), configuration: configuration, dataLoader: dataLoader, cache: cache)
    }
}
