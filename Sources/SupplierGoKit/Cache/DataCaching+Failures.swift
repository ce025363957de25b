/// Failures are entries with keys of their own: ``CacheKey/init(failureOf:)`` and ``CacheKey/init(waitOf:)``.
extension DataCaching {
    /// The failure under each key. A cache that cannot be read has none.
    package func readableFailures(for keys: [CacheKey]) async -> [StoredResponse.Failure?] {
        do throws(CacheError) {
            return try await failures(for: keys)
        } catch {
            return keys.map { _ in nil }
        }
    }

    /// The failure under each key.
    package func failures(for keys: [CacheKey]) async throws(CacheError) -> [StoredResponse.Failure?] {
        var failures: [StoredResponse.Failure?] = []
        for entry in try await checkedEntries(for: keys) {
            let bytes = if let entry { await readableBytes(of: entry) } else { [UInt8]?.none }
            failures.append(bytes.flatMap { StoredResponse.Failure($0) })
        }
        return failures
    }

    /// Stores a failure. Does nothing if the cache has no room for it at all.
    package func storeFailure(_ failure: StoredResponse.Failure, for key: CacheKey) async throws(CacheError) {
        do throws(CacheError) {
            _ = try await store(failure.bytes(), for: key)
        } catch {
            guard case .tooLarge = error else { throw error }
        }
    }
}
