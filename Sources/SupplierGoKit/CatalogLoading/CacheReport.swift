/// The contents of a cache under one URL.
package struct CacheReport: Sendable, Hashable {
    /// The use of a URL.
    package enum Role: String, Sendable, Hashable {
        case avatar, catalog, host
    }

    /// The use of the URL.
    package let role: Role

    /// The text of its key.
    package let key: String

    /// The entry, or `nil` if there is none.
    package let entry: CacheEntry?

    /// The last failure to get the entry or a newer one, if one is known.
    package let failure: StoredResponse.Failure?

    /// The freshness of the entry.
    package var freshness: Freshness? {
        entry.map { Freshness(of: $0, assuming: role == .avatar ? .avatars : .catalogs) }
    }
}

extension DiskCache {
    /// Reports on a URL, as an avatar's and as a catalog's, and on its host while that is not asked.
    ///
    /// - Throws: ``CacheError``.
    package func reports(on url: URL) async throws -> [CacheReport] {
        var keys = [
            (CacheReport.Role.avatar, CacheKey(avatar: url)), (.catalog, CacheKey(snapshotOf: url)),
        ]
        if let origin = Origin(url) { keys.append((.host, CacheKey(waitOf: origin))) }
        let entries = try await entries(for: keys.map(\.1))
        let failures = try await failures(for: keys.map(\.1))
        return keys.indices.compactMap { index in
            guard entries[index] != nil || failures[index] != nil else { return nil }
            if keys[index].0 == .host, failures[index]?.waitEnd(at: .now) == nil { return nil }
            return CacheReport(
                role: keys[index].0, key: keys[index].1.text, entry: entries[index], failure: failures[index])
        }
    }

    /// The addresses of the avatars whose servers said last that they are gone (404, 410).
    ///
    /// - Throws: ``CacheError``.
    package func goneAvatars() async throws -> Set<String> {
        let failures = try await failures(in: .avatars).filter { $0.status?.code == 404 || $0.status?.code == 410 }
        let keys = failures.compactMap { URL(string: $0.url).map(CacheKey.init(avatar:)) }
        // A newer entry outdates a failure.
        let known = try await self.failures(for: keys)
        return Set(zip(keys, known).compactMap { $1 == nil ? nil : $0.text })
    }
}
