/// Stores bytes under keys between runs.
///
/// ``DiskCache`` is the kit's implementation. A program may bring its own, or use none.
public protocol DataCaching: Sendable {
    /// The entry under each key, in the order of the keys; `nil` if there is none.
    ///
    /// - Throws: ``CacheError`` if the cache cannot be read at all.
    func entries(for keys: [CacheKey]) async throws(CacheError) -> [CacheEntry?]

    /// The bytes of an entry.
    ///
    /// - Throws: ``CacheError`` if they are gone or cannot be read.
    func bytes(of entry: CacheEntry) async throws(CacheError) -> [UInt8]

    /// The bytes of an entry, in chunks.
    ///
    /// - Throws: ``CacheError`` if they are gone or cannot be read; so do the chunks.
    func chunks(of entry: CacheEntry) async throws(CacheError) -> ByteChunks

    /// Stores bytes under a key, in place of what was there: all of them, or none if it throws.
    ///
    /// - Parameters:
    ///   - bytes: the bytes, at least one.
    ///   - response: what the server said of them; `nil` for bytes of another origin.
    ///   - key: what they are stored under.
    func store(_ bytes: [UInt8], response: StoredResponse?, for key: CacheKey) async throws(CacheError) -> CacheEntry

    /// Begins to store bytes that arrive in chunks. Nothing is stored before ``CacheWriting/commit(response:)``.
    ///
    /// - Parameters:
    ///   - key: what the bytes are stored under.
    func makeWriter(for key: CacheKey) async throws(CacheError) -> any CacheWriting

    /// Replaces what a server said of stored bytes, such as with status 304.
    ///
    /// - Returns: the entry as it is now.
    /// - Throws: ``CacheError``: `missing` if the bytes are gone, or are others now.
    func refresh(_ entry: CacheEntry, with response: StoredResponse) async throws(CacheError) -> CacheEntry

    /// Removes an entry; does nothing if it is gone, or another one now.
    func remove(_ entry: CacheEntry) async throws(CacheError)

    /// Takes the claim to load what belongs under a key; `nil` if another task or process has it. The claim ends with
    /// its process at the latest.
    func claim(_ key: CacheKey) async throws(CacheError) -> CacheClaim?
}

extension DataCaching {
    /// Stores bytes that no server said anything of.
    public func store(_ bytes: [UInt8], for key: CacheKey) async throws(CacheError) -> CacheEntry {
        try await store(bytes, response: nil, for: key)
    }

    /// Takes a key's claim, after the task or process that has it.
    ///
    /// - Parameter timeout: how long that one is waited for.
    /// - Returns: the claim, and whether another had it; no claim after the timeout, if the cache cannot be claimed,
    ///   and if the task is cancelled.
    func claim(_ key: CacheKey, waitingUpTo timeout: Duration) async -> (claim: CacheClaim?, hasWaited: Bool) {
        do throws(CacheError) {
            if let claim = try await claim(key) { return (claim, false) }
            return (await nextClaim(of: key, until: .now + timeout), true)
        } catch {
            return (nil, false)
        }
    }

    /// Not inlined: what it uses would be memory of each task that loads an avatar.
    @inline(never)
    private func nextClaim(of key: CacheKey, until deadline: ContinuousClock.Instant) async -> CacheClaim? {
        var pause = Duration.milliseconds(2)
        do {
            while .now < deadline {
                try await Task.sleep(for: pause)
                if let claim = try await claim(key) { return claim }
                pause = min(pause * 2, .milliseconds(100))
            }
            return nil
        } catch {
            return nil
        }
    }
}

// MARK: - Lookups

/// Checks what a program's own cache returns, as far as its types cannot. The rest of the kit looks things up by these
/// functions, and checks what was stored by ``CacheEntry/checked(for:byteCount:)``. A wrong lookup costs requests,
/// never an avatar.
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

// MARK: - Failures

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
