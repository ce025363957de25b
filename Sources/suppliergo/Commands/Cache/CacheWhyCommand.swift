import FoundationEssentials
import SupplierGoKit

/// `suppliergo cache why ID|URL`: explains the cache's entries for a URL.
struct CacheWhyCommand: Command {
    static let description = CommandDescription(
        name: "cache why", overview: "Explain the cache's entry for an avatar or a catalog.",
        discussion: """
            Prints the file, its freshness and the reason, the validators for its server, the last failure, and the \
            end of its host's wait. Nothing is requested. The exit status is 1 without an entry.
            """,
        argument: .init(
            name: "what", meaning: "A URL, or a supplier's id in the catalog, or words that name only this supplier.",
            isRequired: true),
        options: [Options.catalog.row, Options.noEdits.row],
        examples: [("suppliergo cache why 13 -c catalog.json", "one supplier's avatar")])

    private enum Target: Sendable {
        case url(URL)

        /// The avatar of the supplier in a catalog that some words name.
        case supplier([String], LoadingOptions)
    }

    private let target: Target
    private let cache: DiskCache

    init(_ arguments: Arguments) throws(UsageError) {
        cache = try arguments.cache()
        guard let text = arguments.words.first(where: { $0.contains("://") }) else {
            target = .supplier(try arguments.supplierWords(), try LoadingOptions(arguments, isOffline: true))
            return
        }
        try arguments.refuseWords(beyond: 1)
        do throws(CatalogLocation.ParseError) {
            switch try CatalogLocation(text, relativeTo: arguments.environment.directory) {
            case .remote(let url): target = .url(url)
            case .file(let path): target = .url(URL(filePath: path, directoryHint: .notDirectory))
            case .standardInput, .command: throw .malformed(text)
            }
        } catch {
            throw Self.description.misuse("'\(text)' is not an http, https or file URL")
        }
    }

    /// Looks, without asking any server.
    func run(on console: Console) async throws -> ExitStatus {
        let (key, isPartial) = try await key(on: console)
        let noMatch = ExitStatus.noMatch.orPartlyDone(if: isPartial)
        guard let key else { return noMatch }
        let reports = try await reports(on: key)
        guard !reports.isEmpty else {
            console.inform("no cache entry for \(key.url?.shown ?? key.address.asShownURL)")
            return noMatch
        }
        try console.print(reports.map { FieldTable(fields: $0).text }.joined(separator: "\n"))
        return .done
    }

    /// The key of the URL that is meant, or `nil` after a message if the supplier has no avatar; `isPartial` if records
    /// of the catalog were skipped.
    private func key(on console: Console) async throws -> (CacheKey?, isPartial: Bool) {
        switch target {
        case .url(let url): return (CacheKey(avatar: url), false)
        case .supplier(let words, let loading):
            return try await Session.with(loading, on: console) { session in
                let supplier = try await SupplierMatches.find(words, in: session).only()
                return (key(of: supplier, in: session), session.isPartial)
            }
        }
    }

    private func key(of supplier: Supplier, in session: Session) -> CacheKey? {
        do {
            let resolver = EndpointResolver(against: session.loader.location, trusting: session.loader.edits)
            let key = try resolver.checkedKey(of: supplier)
            if key == nil { session.console.inform("\(supplier.fullname) has no avatar") }
            return key
        } catch {
            session.console.inform(error.description)
            return nil
        }
    }

    // MARK: Facts

    /// The facts about the URL of an avatar's key, as an avatar's and as a catalog's, and about its host while that is
    /// left alone; a fact a line.
    ///
    /// - Throws: ``CacheError``.
    private func reports(on avatar: CacheKey) async throws -> [[FieldTable.Field]] {
        guard let url = avatar.url else { return [] }
        let entries = try await cache.entries(for: [avatar, CacheKey(snapshotOf: url)])
        let known = try await cache.failures(for: [CacheKey(failureOf: avatar)])[0]
        let failure = cache.hasFailure(for: avatar) ? known : nil
        var reports: [[FieldTable.Field]] = []
        func add(_ title: String, _ key: String, _ facts: [FieldTable.Field]) {
            reports.append([FieldTable.Field(title, key.asShownURL.visibleText)] + facts)
        }
        if entries[0] != nil || failure != nil {
            let facts = entries[0].map { Self.facts(of: $0, assuming: .avatars) } ?? []
            add("avatar", avatar.address, facts + Self.facts(of: failure))
        }
        if let entry = entries[1] { add("catalog", entry.key.address, Self.facts(of: entry, assuming: .catalogs)) }
        if let origin = Origin(url)?.description,
            let wait = try await cache.failures(for: [CacheKey(waitOf: origin)])[0], wait.waitEnd(at: .now) != nil
        {
            add("host", origin, Self.facts(of: wait))
        }
        return reports
    }

    private static func facts(of failure: StoredResponse.Failure?) -> [FieldTable.Field] {
        guard let failure else { return [] }
        let retryAt = failure.retryAt.flatMap { $0 > .now ? $0 : nil }
        let next = retryAt.map { "after \($0.timeUntil), or with '--refresh'" } ?? "when it is next needed"
        return [
            .init("failed", "\(ago(failure.failedAt)): \(failure.reason)".visibleText), .init("asked again", next),
        ]
    }

    private static func facts(of entry: CacheEntry, assuming assumptions: Freshness.Assumptions) -> [FieldTable.Field] {
        var facts = [
            FieldTable.Field("file", entry.file?.visibleText ?? "none"),
            FieldTable.Field("bytes", ByteCount.formatted(entry.byteCount)),
            FieldTable.Field("stored", ago(entry.storedAt)), FieldTable.Field("used", ago(entry.lastUsedAt)),
        ]
        if let response = entry.response { facts.append(.init("asked", ago(response.receivedAt))) }
        facts.append(.init("state", state(of: Freshness(of: entry, assuming: assumptions)).visibleText))
        let conditions = entry.response?.conditions.fields ?? []
        let validators = conditions.map { "\($0.name): \($0.value)".visibleText }.joined(separator: ", ")
        return facts + [.init("validators", validators.isEmpty ? "none" : validators)]
    }

    /// Its freshness, and the reason.
    private static func state(of freshness: Freshness) -> String {
        let state =
            switch freshness.state(at: .now) {
            case .fresh: "fresh " + until(freshness.freshUntil)
            case .usableWhileRevalidating:
                "stale, shown while it is revalidated " + until(freshness.whileRevalidatingUntil)
            case .usableOnError: "stale, shown if the server fails " + until(freshness.onErrorUntil)
            case .stale: "stale"
            }
        return "\(state): \(freshness.basis.words)"
    }

    private static func ago(_ date: Date) -> String {
        Age.formatted(Int(-date.timeIntervalSinceNow)) + " ago"
    }

    private static func until(_ date: Date) -> String {
        date > .now ? "for \(date.timeUntil)" : "now"
    }
}

extension Freshness.Basis {
    /// A few words that can follow a colon.
    var words: String {
        switch self {
        case .maxAge(let seconds): "max-age=\(seconds)"
        case .expires: "Expires"
        case .lastModified: "a tenth of its age by Last-Modified"
        case .assumed(86_400): "a day, since its server gives no lifetime"
        case .assumed(let seconds): "\(seconds) seconds, since its server gives no lifetime"
        case .unsaid: "its server gives no lifetime"
        case .invalid(let field): "its server's \(field) cannot be read"
        case .noCache: "no-cache"
        case .noStore: "no-store"
        case .variesByAnything: "Vary: *"
        case .redirect: "a redirect that leads to it"
        case .unknown: "its response's fields are unknown"
        }
    }
}
