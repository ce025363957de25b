import FoundationEssentials
import SupplierGoKit

/// `suppliergo cache why ID|URL`: tells what the cache knows, and what it would do.
struct CacheWhyCommand: Command {
    static let description = CommandDescription(
        name: "cache why", overview: "Explain the cache's entry for an avatar or a catalog.",
        discussion: """
            The file, whether it is fresh and why, what its server is asked by, the last failure, and until when its \
            host is not asked. No server is asked. The exit status is 1 if there is no entry.
            """,
        argument: .init(name: "what", meaning: "A URL, or a supplier's id in the catalog.", isRequired: true),
        options: [Options.catalog.row, Options.noEdits.row],
        examples: [("suppliergo cache why 13 -c catalog.json", "one supplier's avatar")])

    /// A URL, or a supplier's id.
    private let text: String

    /// The catalog that the id is of; `nil` for a URL.
    private let location: CatalogLocation?

    private let cache: DiskCache

    /// The user's own edits, or `nil` if they are not applied.
    private let edits: EditStore?

    init(_ arguments: Arguments) throws(UsageError) {
        text = arguments.text
        cache = try arguments.cache()
        edits = try arguments.readEdits()
        location = text.contains("://") ? nil : try arguments.catalogLocation()
    }

    /// Looks, without asking any server.
    func run(on console: Console) async throws -> ExitStatus {
        guard let url = try await url(on: console) else { return .noMatch }
        let reports = try await cache.reports(on: url)
        guard !reports.isEmpty else {
            console.note("the cache knows nothing of \(url.absoluteString)")
            return .noMatch
        }
        let now = Date.now
        let text = reports.map { CacheExplanation(report: $0, now: now).text }.joined(separator: "\n")
        try console.print(text)
        return .done
    }

    /// The URL that is meant, or `nil` after a note if no supplier has the id.
    private func url(on console: Console) async throws -> URL? {
        guard let location else { return URL(string: text) }
        let supplier = try await DataLoader.with { try await self.supplier(at: location, $0) }
        guard let supplier else {
            console.note("no supplier has the id '\(text)'")
            return nil
        }
        guard let avatar = supplier.avatar else {
            console.note("\(supplier.fullname) has no avatar")
            return nil
        }
        do {
            // An edit may name a file, whatever the catalog is.
            let isFile = supplier.editedFields.contains(.avatar) && avatar.endpoint.hasPrefix("file:")
            return try isFile ? URL(string: avatar.endpoint) : avatar.resolved(against: location)
        } catch {
            console.note(error.description)
            return nil
        }
    }

    /// The first supplier with the id, from the catalog's snapshot unless it is a file.
    private func supplier(at location: CatalogLocation, _ dataLoader: DataLoader) async throws -> Supplier? {
        var configuration = SupplierLoader.Configuration()
        configuration.isOffline = true
        var loader = SupplierLoader(
            location: location, configuration: configuration, dataLoader: dataLoader, cache: cache)
        loader.edits = try await edits?.document(of: location).edits ?? SupplierEdits()
        guard let id = Supplier.ID(text) else { return nil }
        return try await loader.supplier(withID: id)
    }
}
