import FoundationEssentials
import SupplierGoKit

/// `suppliergo cache why ID|URL`: tells what the cache knows, and what it would do.
struct CacheWhyCommand: Sendable {
    let arguments: CacheWhyArguments
    let console: Console

    /// Looks, without asking any server.
    func run() async throws -> ExitStatus {
        let cache = arguments.common.cache
        guard let url = try await url(in: cache) else { return .noMatch }
        let reports = try await cache.reports(on: url)
        guard !reports.isEmpty else {
            console.note("the cache knows nothing of \(url.absoluteString)")
            return .noMatch
        }
        let now = Date.now
        let text = reports.map { CacheExplanation($0, at: now).text }.joined(separator: "\n")
        try console.output.write(text)
        try console.output.flush()
        return .done
    }

    /// The URL that is meant; `nil` where nobody has the id, which is then said.
    private func url(in cache: DiskCache) async throws -> URL? {
        guard let location = arguments.location else { return URL(string: arguments.text) }
        let dataLoader = DataLoader()
        let supplier: Supplier?
        do {
            supplier = try await self.supplier(at: location, dataLoader, cache)
        } catch {
            await dataLoader.shutdown()
            throw error
        }
        await dataLoader.shutdown()
        guard let supplier else {
            console.note("no supplier has the id '\(arguments.text)'")
            return nil
        }
        guard let avatar = supplier.avatar else {
            console.note("\(supplier.fullname) has no avatar")
            return nil
        }
        do {
            return try avatar.resolved(against: location)
        } catch {
            console.note(error.description)
            return nil
        }
    }

    /// The first supplier with the id, by the catalog's snapshot where it is not a file.
    private func supplier(
        at location: CatalogLocation, _ dataLoader: DataLoader, _ cache: DiskCache
    ) async throws -> Supplier? {
        var configuration = SupplierLoader.Configuration()
        configuration.isOffline = true
        let loader = SupplierLoader(
            location: location, configuration: configuration, dataLoader: dataLoader, cache: cache)
        if let supplier = await loader.indexedSuppliers(withID: arguments.text)?.suppliers.first { return supplier }
        for try await batch in loader.suppliers() {
            if let supplier = batch.suppliers.first(where: { $0.id.rawValue == arguments.text }) { return supplier }
        }
        return nil
    }
}
