import FoundationEssentials
import SupplierGoKit

extension DiskCache {
    /// Tests if the last request for an avatar failed, as far as the cache knows. Blocks.
    func hasFailure(for avatar: CacheKey) -> Bool {
        guard let failure = readableEntry(for: CacheKey(failureOf: avatar)) else { return false }
        return readableEntry(for: avatar).map { $0.storedAt < failure.storedAt } ?? true
    }

    /// The addresses of the avatars whose servers said last that they are gone. Some file calls for each failure.
    func goneAvatars() async throws(CacheError) -> Set<String> {
        try await reduceEntries(areFailures: true, into: []) { gone, name, shard, _ in
            guard let bytes = try shard.file(name)?.read(upTo: 1 << 16), let failure = StoredResponse.Failure(bytes),
                failure.status?.isGone == true, let url = URL(string: failure.url)
            else { return }
            let key = CacheKey(avatar: url)
            if hasFailure(for: key) { gone.insert(key.text) }
        }
    }
}
