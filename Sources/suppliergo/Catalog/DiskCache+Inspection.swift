import FoundationEssentials
import SupplierGoKit

extension DiskCache {
    /// Tests if the last request for an avatar failed, as far as the cache knows. Blocks.
    func hasFailure(for avatar: CacheKey) -> Bool {
        guard let failure = readableEntry(for: CacheKey(failureOf: avatar)) else { return false }
        return readableEntry(for: avatar).map { $0.storedAt < failure.storedAt } ?? true
    }

    /// The avatars whose servers said last that they are gone. Some file calls for each failure.
    func goneAvatars() async throws(CacheError) -> Set<CacheKey> {
        try await reduceEntries(areFailures: true, into: []) { gone, name, shard, _ in
            guard let bytes = try shard.file(name)?.read(upTo: 1 << 16), let failure = StoredResponse.Failure(bytes),
                failure.status?.isGone == true, let url = URL(string: failure.url)
            else { return }
            let key = CacheKey(avatar: url)
            if hasFailure(for: key) { gone.insert(key) }
        }
    }

    /// The result of checking a cache's entries.
    struct Verification: Sendable {
        /// The entries that are what was stored.
        var whole = Usage.Amount()

        /// The paths of the broken files, which were removed.
        var broken: [String] = []
    }

    /// Reads every entry, and removes the entries whose bytes differ from the stored ones.
    ///
    /// - Parameter progress: called with the number of entries so far, from another thread.
    func verify(progress: @escaping @Sendable (Int) -> Void = { _ in }) async throws(CacheError) -> Verification {
        try await reduceEntries(into: Verification()) { result, name, shard, _ in
            guard try shard.status(of: name)?.kind == .regular, let file = try shard.file(name) else { return }
            let status = try file.status()
            if let nameWord = CacheKey.Name.word(ofFile: name),
                let record = try EntryRecord(
                    of: file, status, EntryRecord.Owner(nameWord: nameWord, byteCount: status.byteCount)),
                try Self.checksum(of: file) == record.checksum
            {
                result.whole.entryCount += 1
                result.whole.byteCount += status.byteCount
            } else {
                result.broken.append(file.path)
                try shard.removeFile(name)
            }
            progress(result.whole.entryCount + result.broken.count)
        }
    }

    private static func checksum(of file: FileDescriptor) throws -> UInt64 {
        var hash = XXH64()
        while true {
            let chunk = try file.read(upTo: 1 << 18)
            guard !chunk.isEmpty else { return hash.value }
            hash.add(chunk.span)
        }
    }
}
