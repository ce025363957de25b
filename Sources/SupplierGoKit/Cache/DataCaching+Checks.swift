/// Checks what a program's own cache returns, as far as its types cannot. The rest of the kit looks things up by these
/// functions, and check what was stored by ``CacheEntry/checked(for:byteCount:)``. A wrong lookup costs requests, never
/// an avatar.
extension DataCaching {
    /// The entry under each key; `nil` if there is none, and for one under another key or without bytes.
    func checkedEntries(for keys: [CacheKey]) async throws(CacheError) -> [CacheEntry?] {
        var entries = try await entries(for: keys)
        guard entries.count == keys.count else {
            throw .refused(path: "", reason: "the cache returned \(entries.count) entries for \(keys.count) keys")
        }
        for index in keys.indices {
            guard let entry = entries[index], entry.key != keys[index] || entry.byteCount <= 0 else { continue }
            entries[index] = nil
        }
        return entries
    }

    /// The entry under each key. A cache that cannot be read has none: what it is to store will throw its error.
    package func readableEntries(for keys: [CacheKey]) async -> [CacheEntry?] {
        do throws(CacheError) {
            return try await checkedEntries(for: keys)
        } catch {
            return keys.map { _ in nil }
        }
    }

    /// The bytes of an entry; `nil` if they are gone, cannot be read, or are not as many as the entry says.
    package func readableBytes(of entry: CacheEntry) async -> [UInt8]? {
        do throws(CacheError) {
            let bytes = try await bytes(of: entry)
            return bytes.count == entry.byteCount ? bytes : nil
        } catch {
            return nil
        }
    }
}
