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
            console.note("the cache knows nothing of \(url.shown)")
            return .noMatch
        }
        let now = Date.now
        let text = reports.map { CacheExplanation(report: $0, now: now).text }.joined(separator: "\n")
        try console.print(text)
        return .done
    }

    /// The URL that is meant, or `nil` after a note if no supplier has the id.
    private func url(on console: Console) async throws -> URL? {
        guard let location else { return URL(written: text) }
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

/// What `cache why` prints of one report.
private struct CacheExplanation: Sendable {
    let report: CacheReport
    let now: Date

    /// A fact a line.
    var text: String {
        var facts = [FieldTable.Field(report.role.rawValue, report.key.asShownURL.visibleText)]
        if let entry = report.entry { facts += self.facts(of: entry) }
        if let failure = report.failure {
            facts.append(.init("failed", "\(ago(failure.failedAt)): \(failure.reason)".visibleText))
            let left = failure.retryAt.map { Int($0.timeIntervalSince(now)) } ?? 0
            let next = left > 0 ? "after \(Age.formatted(left)), or with '--refresh'" : "when it is next needed"
            facts.append(.init("asked again", next))
        }
        return FieldTable(fields: facts).text
    }

    private func facts(of entry: CacheEntry) -> [FieldTable.Field] {
        var facts = [
            FieldTable.Field("file", entry.file?.visibleText ?? "none"),
            FieldTable.Field("bytes", ByteCount.formatted(entry.byteCount)),
            FieldTable.Field("stored", ago(entry.storedAt)), FieldTable.Field("used", ago(entry.lastUsedAt)),
        ]
        if let response = entry.response { facts.append(.init("asked", ago(response.receivedAt))) }
        if let freshness = report.freshness { facts.append(.init("state", state(of: freshness).visibleText)) }
        let conditions = entry.response?.conditions.fields ?? []
        let validators = conditions.map { "\($0.name): \($0.value)".visibleText }.joined(separator: ", ")
        return facts + [.init("validators", validators.isEmpty ? "none" : validators)]
    }

    /// Whether it is fresh, and why.
    private func state(of freshness: Freshness) -> String {
        let state =
            switch freshness.state(at: now) {
            case .fresh: "fresh " + until(freshness.freshUntil)
            case .usableWhileRevalidating:
                "stale, shown while it is asked about " + until(freshness.whileRevalidatingUntil)
            case .usableOnError: "stale, shown where the server fails " + until(freshness.onErrorUntil)
            case .stale: "stale"
            }
        return "\(state): \(freshness.basis)"
    }

    private func ago(_ date: Date) -> String {
        Age.formatted(Int(now.timeIntervalSince(date))) + " ago"
    }

    private func until(_ date: Date) -> String {
        let seconds = Int(date.timeIntervalSince(now))
        return seconds > 0 ? "for \(Age.formatted(seconds))" : "now"
    }
}
