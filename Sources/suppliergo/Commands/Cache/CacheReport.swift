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
        var keys = [
            (CacheReport.Role.avatar, CacheKey(avatar: url)), (.catalog, CacheKey(snapshotOf: url)),
        ]
        if let origin = Origin(url) { keys.append((.host, CacheKey(waitOf: origin.description))) }
        let entries = try await entries(for: keys.map(\.1))
        let failures = try await failures(for: keys.map(\.1))
        return keys.indices.compactMap { index in
            guard entries[index] != nil || failures[index] != nil else { return nil }
            if keys[index].0 == .host, failures[index]?.waitEnd(at: .now) == nil { return nil }
            return CacheReport(
                role: keys[index].0, key: keys[index].1.text, entry: entries[index], failure: failures[index])
        }
    }
}
