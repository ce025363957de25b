public import FoundationEssentials

/// What a cache knows of one URL.
public struct CacheReport: Sendable, Hashable {
    /// What a URL stands for.
    public enum Role: String, Sendable, Hashable {
        case avatar, catalog
    }

    /// What the URL stands for.
    public let role: Role

    /// The text that it is kept under.
    public let key: String

    /// What is kept; `nil` where nothing is.
    public let entry: CacheEntry?

    /// Why nothing is kept, or nothing newer; `nil` where nothing is known.
    public let failure: StoredFailure?

    /// Until when what is kept is fresh, and why; `nil` where nothing is.
    public var freshness: Freshness? {
        entry.map { Freshness(of: $0, assuming: role == .avatar ? .avatars : .catalogs) }
    }
}

extension DiskCache {
    /// What the cache knows of a URL, for everything that it may stand for; nothing where it knows nothing.
    ///
    /// - Throws: ``CacheError``.
    public func reports(on url: URL) async throws -> [CacheReport] {
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
