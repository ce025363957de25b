/// Somebody else's loader behind one door: its errors become ``DataLoadError``, and it is held to a request's reach and byte
/// limit. Nothing behind the door checks them again. It runs on the threads for calls that wait: it may block them.
struct CheckedLoader: DataLoading {
    private let loader: any DataLoading

    /// Returns the loader behind the door; our own needs none.
    static func make(_ loader: any DataLoading) -> any DataLoading {
        loader is DataLoader ? loader : CheckedLoader(loader: loader)
    }

    var checksAddresses: Bool { true }

    func data(for request: DataRequest) async throws -> DataResponse {
        try checkReach(of: request)
        let response = try await Self.converted(request.url) { try await loader.data(for: request) }
        try check(response.head, for: request)
        try check(response.body.count, for: request)
        return response
    }

    func stream(for request: DataRequest) async throws -> DataStream {
        try checkReach(of: request)
        let stream = try await Self.converted(request.url) { try await loader.stream(for: request) }
        try check(stream.head, for: request)
        let byteCount = Lock(0)
        return DataStream(
            head: stream.head,
            chunks: ByteChunks {
                let chunk = try await Self.converted(request.url) {
                    var chunks = stream.chunks.makeAsyncIterator()
                    return try await chunks.next()
                }
                guard let chunk else { return nil }
                try check(
                    byteCount.withLock {
                        $0 += chunk.count; return $0
                    }, for: request)
                return chunk
            })
    }

    func prioritize(_ request: DataRequest) async {
        await loader.prioritize(request)
    }

    private func checkReach(of request: DataRequest) throws(DataLoadError) {
        if Origin(request.url) == nil {
            let error = DataLoadError.withoutOrigin(request.url)
            // Another scheme is the loader's own.
            if error.reason == .malformedURL { throw error }
        }
        if request.reach == .publicOnly, request.url.hasPrivateHost {
            throw DataLoadError(.privateAddress, request.url)
        }
    }

    private func check(_ head: DataResponse.Head, for request: DataRequest) throws(DataLoadError) {
        guard request.isGuarded(at: head.url) else { return }
        let address = head.remoteAddress.flatMap { IPAddress($0) }
        guard address.map(HostPolicy.isPublic) ?? true, !head.url.hasPrivateHost else {
            throw DataLoadError(.privateAddress, request.url)
        }
        guard address != nil || loader.checksAddresses else {
            let reason = "the loader neither says which address answered nor has 'checksAddresses'"
            throw DataLoadError(.failed(code: 0, reason: reason), request.url)
        }
    }

    private func check(_ byteCount: Int, for request: DataRequest) throws(DataLoadError) {
        guard let limit = request.byteLimit, byteCount > limit else { return }
        throw DataLoadError(.bodyTooLarge(limit: limit), request.url)
    }

    /// Returns the result of a call to the loader.
    ///
    /// - Throws: ``DataLoadError``, or `CancellationError` if the task was cancelled.
    private static func converted<Value: Sendable>(
        _ url: URL, _ call: @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
        try await callForeignPart(call) { DataLoadError(foreign: $0, url) }
    }
}

/// Returns the result of a call to somebody else's part.
///
/// - Throws: the part's own kind of error, as which any other is thrown too, or `CancellationError` if the task was cancelled.
private func callForeignPart<Value: Sendable, Failure: Error>(
    _ call: @concurrent @Sendable () async throws -> Value, _ convert: (any Error) -> Failure
) async throws -> Value {
    do {
        return try await withTaskExecutorPreference(BlockingThreads.waiting) { try await call() }
    } catch let error as Failure {
        throw error
    } catch {
        try Task.checkCancellation()
        throw convert(error)
    }
}

extension DataRequest {
    /// Tests if a response from a URL must have come from a public address. The address that a redirect led from is not
    /// known: unless the request's own URL spells out another, it counts as public.
    fileprivate func isGuarded(at url: URL) -> Bool {
        switch reach {
        case .anywhere: false
        case .stayingPublic: Origin(url)?.host != Origin(self.url)?.host && !self.url.hasPrivateHost
        case .publicOnly: true
        }
    }
}

/// Somebody else's cache behind one door: its errors become ``CacheError``, it answers for every key, an entry under
/// another key or without bytes is none, and bytes that are not the entry's are gone. It runs on the threads for calls
/// that wait: it may block them.
struct CheckedCache: DataCaching {
    private let cache: any DataCaching

    /// Returns the cache behind the door; our own needs none.
    static func make(_ cache: any DataCaching) -> any DataCaching {
        cache is DiskCache ? cache : CheckedCache(cache: cache)
    }

    func entries(for keys: [CacheKey]) async throws -> [CacheEntry?] {
        let entries = try await counted(keys.count) { try await cache.entries(for: keys) }
        return zip(entries, keys).map { entry, key in
            guard let entry, entry.key == key, entry.byteCount > 0 else { return nil }
            return entry
        }
    }

    func bytes(of entry: CacheEntry) async throws -> [UInt8] {
        let bytes = try await Self.converted { try await cache.bytes(of: entry) }
        guard bytes.count == entry.byteCount,
            entry.key.namespace != .avatars || ImageHeader.kind(of: bytes.span) != nil
        else { throw CacheError.missing(path: entry.file ?? entry.key.path) }
        return bytes
    }

    func chunks(of entry: CacheEntry) async throws -> ByteChunks {
        let chunks = try await Self.converted { try await cache.chunks(of: entry) }
        return ByteChunks {
            try await Self.converted {
                var chunks = chunks.makeAsyncIterator()
                return try await chunks.next()
            }
        }
    }

    func store(
        _ bytes: [UInt8], fileExtension: String, response: StoredResponse?, for key: CacheKey
    ) async throws -> CacheEntry {
        let entry = try await Self.converted {
            try await cache.store(bytes, fileExtension: fileExtension, response: response, for: key)
        }
        return try Self.checked(entry, for: key, bytes.count)
    }

    func makeWriter(fileExtension: String, for key: CacheKey) async throws -> any CacheWriting {
        let writer = try await Self.converted { try await cache.makeWriter(fileExtension: fileExtension, for: key) }
        return Writer(writer: writer, key: key)
    }

    func refresh(_ entry: CacheEntry, with response: StoredResponse) async throws -> CacheEntry {
        let refreshed = try await Self.converted { try await cache.refresh(entry, with: response) }
        return try Self.checked(refreshed, for: entry.key, entry.byteCount)
    }

    func remove(_ entry: CacheEntry) async throws {
        try await Self.converted { try await cache.remove(entry) }
    }

    func failures(for keys: [CacheKey]) async throws -> [StoredResponse.Failure?] {
        try await counted(keys.count) { try await cache.failures(for: keys) }
    }

    func storeFailure(_ failure: StoredResponse.Failure, for key: CacheKey) async throws {
        try await Self.converted { try await cache.storeFailure(failure, for: key) }
    }

    func claim(_ key: CacheKey) async throws -> CacheClaim? {
        try await Self.converted { try await cache.claim(key) }
    }

    private func counted<Value: Sendable>(
        _ count: Int, _ call: @concurrent @Sendable () async throws -> [Value]
    ) async throws -> [Value] {
        let values = try await Self.converted(call)
        guard values.count == count else {
            throw CacheError.refused(path: "", reason: "the cache returned \(values.count) entries for \(count) keys")
        }
        return values
    }

    /// Returns an entry that the cache says it has stored.
    private static func checked(
        _ entry: CacheEntry, for key: CacheKey, _ byteCount: Int
    ) throws(CacheError) -> CacheEntry {
        guard entry.key == key, entry.byteCount == byteCount else {
            throw .refused(path: "", reason: "the cache returned another entry than it was given")
        }
        return entry
    }

    /// Returns the result of a call to the cache.
    ///
    /// - Throws: ``CacheError``, or `CancellationError` if the task was cancelled.
    private static func converted<Value: Sendable>(
        _ call: @concurrent @Sendable () async throws -> Value
    ) async throws -> Value {
        try await callForeignPart(call) { CacheError.refused(path: "", reason: String(describing: $0)) }
    }

    private struct Writer: CacheWriting {
        let writer: any CacheWriting
        let key: CacheKey
        private let byteCount = Lock(0)

        init(writer: any CacheWriting, key: CacheKey) {
            (self.writer, self.key) = (writer, key)
        }

        func write(_ chunk: [UInt8]) async throws {
            byteCount.withLock { $0 += chunk.count }
            try await CheckedCache.converted { try await writer.write(chunk) }
        }

        func commit(response: StoredResponse?) async throws -> CacheEntry {
            let entry = try await CheckedCache.converted { try await writer.commit(response: response) }
            return try CheckedCache.checked(entry, for: key, byteCount.withLock { $0 })
        }

        func discard() async {
            await writer.discard()
        }
    }
}
