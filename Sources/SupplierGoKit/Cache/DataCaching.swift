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
    /// - Parameters:
    ///   - timeout: how long that one is waited for.
    ///   - prepare: called before each wait, of 100 ms at most.
    /// - Returns: the claim, and whether it was waited for; no claim after the timeout, if the cache cannot be claimed,
    ///   and if the task is cancelled.
    func claim(
        _ key: CacheKey, waitingUpTo timeout: Duration, preparing prepare: () async -> Void = {}
    ) async -> (claim: CacheClaim?, hasWaited: Bool) {
        let deadline = ContinuousClock.now + timeout
        var (pause, hasWaited) = (Duration.milliseconds(2), false)
        do {
            while true {
                let claim = try await claim(key)
                guard claim == nil, .now < deadline else { return (claim, hasWaited) }
                hasWaited = true
                await prepare()
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .milliseconds(100))
            }
        } catch {
            return (nil, hasWaited)
        }
    }
}
