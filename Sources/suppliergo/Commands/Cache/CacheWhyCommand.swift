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
        let reports = try await cache.reports(on: key)
        guard !reports.isEmpty else {
            console.inform("no cache entry for \(key.url?.shown ?? key.address.asShownURL)")
            return noMatch
        }
        try console.print(reports.map(\.text).joined(separator: "\n"))
        return .done
    }

    /// The key of the URL that is meant, or `nil` after a message if the words do not name a supplier with an avatar,
    /// and whether the catalog that was read is incomplete.
    private func key(on console: Console) async throws -> (CacheKey?, isPartial: Bool) {
        switch target {
        case .url(let url): return (CacheKey(avatar: url), false)
        case .supplier(let words, let loading):
            return try await Session.with(loading, on: console) { session in
                let matches = try await SupplierMatches.find(words, in: session)
                let supplier = matches.only(on: console, of: session.options.catalogWord)
                return (supplier.flatMap { key(of: $0, in: session) }, matches.isPartial)
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
}

/// The contents of a cache under one URL.
struct CacheReport: Sendable, Hashable {
    enum Role: String, Sendable, Hashable {
        case avatar, catalog, host
    }

    /// The use of the URL.
    let role: Role

    /// The text of its key.
    let key: String

    /// The entry, or `nil` if the cache has no entry.
    let entry: CacheEntry?

    /// The last failure to get the entry or a newer one, if one is known.
    let failure: StoredResponse.Failure?

    /// The lines of `cache why`: a fact a line.
    var text: String {
        var facts = [FieldTable.Field(role.rawValue, key.asShownURL.visibleText)]
        if let entry { facts += self.facts(of: entry) }
        if let failure {
            facts.append(.init("failed", "\(Self.ago(failure.failedAt)): \(failure.reason)".visibleText))
            let retryAt = failure.retryAt.flatMap { $0 > .now ? $0 : nil }
            let next = retryAt.map { "after \($0.timeUntil), or with '--refresh'" } ?? "when it is next needed"
            facts.append(.init("asked again", next))
        }
        return FieldTable(fields: facts).text
    }

    private func facts(of entry: CacheEntry) -> [FieldTable.Field] {
        var facts = [
            FieldTable.Field("file", entry.file?.visibleText ?? "none"),
            FieldTable.Field("bytes", ByteCount.formatted(entry.byteCount)),
            FieldTable.Field("stored", Self.ago(entry.storedAt)), FieldTable.Field("used", Self.ago(entry.lastUsedAt)),
        ]
        if let response = entry.response { facts.append(.init("asked", Self.ago(response.receivedAt))) }
        let freshness = Freshness(of: entry, assuming: role == .avatar ? .avatars : .catalogs)
        facts.append(.init("state", Self.state(of: freshness).visibleText))
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

extension DiskCache {
    /// Reports on the URL of an avatar's key, as an avatar's and as a catalog's, and on its host while that is left
    /// alone.
    ///
    /// - Throws: ``CacheError``.
    func reports(on avatar: CacheKey) async throws -> [CacheReport] {
        guard let url = avatar.url else { return [] }
        let entries = try await entries(for: [avatar, CacheKey(snapshotOf: url)])
        var reports: [CacheReport] = []
        let known = try await failures(for: [CacheKey(failureOf: avatar)])[0]
        let failure = hasFailure(for: avatar) ? known : nil
        if entries[0] != nil || failure != nil {
            reports.append(CacheReport(role: .avatar, key: avatar.address, entry: entries[0], failure: failure))
        }
        if let entry = entries[1] {
            reports.append(CacheReport(role: .catalog, key: entry.key.address, entry: entry, failure: nil))
        }
        if let origin = Origin(url)?.description,
            let wait = try await failures(for: [CacheKey(waitOf: origin)])[0], wait.waitEnd(at: .now) != nil
        {
            reports.append(CacheReport(role: .host, key: origin, entry: nil, failure: wait))
        }
        return reports
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
