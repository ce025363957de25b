package import FoundationEssentials

/// What a cache holds under one URL.
package struct CacheReport: Sendable, Hashable {
    /// What a URL is of.
    package enum Role: String, Sendable, Hashable {
        case avatar, catalog
    }

    /// What the URL is of.
    package let role: Role

    /// The text of its key.
    package let key: String

    /// What is kept; `nil` where nothing is.
    package let entry: CacheEntry?

    /// Why nothing is kept, or nothing newer; `nil` where that is not known.
    package let failure: StoredFailure?

    /// Until when what is kept is fresh, and why; `nil` where nothing is.
    package var freshness: Freshness? {
        entry.map { Freshness(of: $0, assuming: role == .avatar ? .avatars : .catalogs) }
    }
}

extension DiskCache {
    /// What the cache holds under a URL, as an avatar's and as a catalog's.
    ///
    /// - Throws: ``CacheError``.
    package func reports(on url: URL) async throws -> [CacheReport] {
        let keys = [
            (CacheReport.Role.avatar, CacheKey(avatar: url)), (.catalog, CacheKey(snapshotOf: url)),
        ]
        let entries = try await entries(for: keys.map(\.1))
        let failures = try await failures(for: keys.map(\.1))
        return keys.indices.compactMap { index in
            guard entries[index] != nil || failures[index] != nil else { return nil }
            return CacheReport(
                role: keys[index].0, key: keys[index].1.text, entry: entries[index], failure: failures[index])
        }
    }
}
