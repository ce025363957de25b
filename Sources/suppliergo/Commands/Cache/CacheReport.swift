import FoundationEssentials
import SupplierGoKit

/// The contents of a cache under one URL.
struct CacheReport: Sendable, Hashable {
    /// The use of a URL.
    enum Role: String, Sendable, Hashable {
        case avatar, catalog, host
    }

    /// The use of the URL.
    let role: Role

    /// The text of its key.
    let key: String

    /// The entry, or `nil` if there is none.
    let entry: CacheEntry?

    /// The last failure to get the entry or a newer one, if one is known.
    let failure: StoredResponse.Failure?

    /// The freshness of the entry.
    var freshness: Freshness? {
        entry.map { Freshness(of: $0, assuming: role == .avatar ? .avatars : .catalogs) }
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
