import FoundationEssentials
import SupplierGoKit

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
    /// Reports on a URL, as an avatar's and as a catalog's, and on its host while that is left alone.
    ///
    /// - Throws: ``CacheError``.
    func reports(on url: URL) async throws -> [CacheReport] {
        let avatar = CacheKey(avatar: url)
        let entries = try await entries(for: [avatar, CacheKey(snapshotOf: url)])
        var reports: [CacheReport] = []
        let known = try await failures(for: [CacheKey(failureOf: avatar)])[0]
        let failure = hasFailure(for: avatar) ? known : nil
        if entries[0] != nil || failure != nil {
            reports.append(CacheReport(role: .avatar, key: avatar.text, entry: entries[0], failure: failure))
        }
        if let entry = entries[1] {
            reports.append(CacheReport(role: .catalog, key: entry.key.text, entry: entry, failure: nil))
        }
        if let origin = Origin(url)?.description,
            let wait = try await failures(for: [CacheKey(waitOf: origin)])[0], wait.waitEnd(at: .now) != nil
        {
            reports.append(CacheReport(role: .host, key: origin, entry: nil, failure: wait))
        }
        return reports
    }
}
