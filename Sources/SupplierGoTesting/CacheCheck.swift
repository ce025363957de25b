public import SupplierGoKit

/// Checks a cache of one's own against the duties of ``SupplierGoKit/DataCaching``.
///
/// It works under keys of its own, which no program uses, and removes what it has stored. The cache may hold anything
/// else.
///
/// - Parameter cache: the cache. It may be in use meanwhile.
/// - Returns: the duties that it breaks, a sentence for each; empty if it keeps them all.
public func checkCache(_ cache: any DataCaching) async -> [String] {
    var check = CacheCheck(cache: cache)
    await check.run()
    return check.duties.broken
}

private struct CacheCheck {
    private static let namespace = CacheKey.Namespace(name: "checks")
    private static let otherNamespace = CacheKey.Namespace(name: "otherchecks")

    let cache: any DataCaching
    var duties = Duties()

    private let key = CacheKey("check:\(UInt64.random(in: 0 ... .max))", in: namespace)
    private let absent = CacheKey("check:\(UInt64.random(in: 0 ... .max))", in: namespace)
    private let response = response(entityTag: "\"1\"")

    init(cache: any DataCaching) {
        self.cache = cache
    }

    private static func response(entityTag: String) -> StoredResponse {
        let fields = [("ETag", entityTag), ("Cache-Control", "max-age=60")].compactMap {
            HeaderFields.Field(name: $0.0, value: $0.1)
        }
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        return StoredResponse(
            url: "https://suppliers.example/check", status: HTTPStatus(200), fields: HeaderFields(fields),
            requestedAt: now, receivedAt: now)
    }

    mutating func run() async {
        let (cache, key) = (cache, key)
        await duties.check("stores bytes and finds them again", storing)
        await duties.check("replaces bytes", replacing)
        await duties.check("stores chunks when they are committed", writing)
        await duties.check("refreshes a response", refreshing)
        await duties.check("gives a claim to one at a time", claiming)
        await duties.check("removes an entry", removing)
        await duties.check("can be cleared of what was stored for this check") { _ in
            for entry in try await cache.entries(for: [key]) { if let entry { try await cache.remove(entry) } }
        }
    }

    private func storing(_ duties: inout Duties) async throws {
        duties.expect(try await cache.entries(for: []) == [], "looks up no keys")
        let found = try await cache.entries(for: [key, absent])
        duties.expect(found == [nil, nil], "has nothing under a key that was never stored")
        let entry = try await cache.store([1, 2, 3], response: response, for: key)
        duties.expect(entry.key == key && entry.byteCount == 3, "returns an entry with the key and the size")
        duties.expect(entry.response == response, "returns an entry with the response")
        let entries = try await cache.entries(for: [absent, key, absent, key])
        duties.expect(entries.count == 4, "returns one result for each key, also for a repeated one")
        duties.expect(
            entries.map { $0?.byteCount } == [nil, 3, nil, 3], "returns the entries in the order of the keys")
        duties.expect(entries.compactMap(\.?.response) == [response, response], "keeps the response beside the bytes")
        duties.expect(try await cache.bytes(of: entry) == [1, 2, 3], "gives the bytes back as they were stored")
        duties.expect(try await collected(entry) == [1, 2, 3], "gives the same bytes in chunks")
        let other = CacheKey(key.text, in: Self.otherNamespace)
        duties.expect(try await cache.entries(for: [other]) == [nil], "keeps namespaces apart")
        if let file = entry.file { duties.expect(file.hasPrefix("/"), "names files by absolute paths") }
    }

    private func replacing(_ duties: inout Duties) async throws {
        let old = try await cache.store([1, 2, 3], response: response, for: key)
        let new = try await cache.store([4, 5, 6, 7], response: nil, for: key)
        let found = try await cache.entries(for: [key])[0]
        duties.expect(found?.byteCount == 4 && found?.response == nil, "replaces bytes and response together")
        duties.expect(try await cache.bytes(of: new) == [4, 5, 6, 7], "gives the newest bytes")
        try await cache.remove(old)
        duties.expect(try await cache.entries(for: [key])[0] != nil, "removes no entry that has replaced the one given")
    }

    private func writing(_ duties: inout Duties) async throws {
        let before = try await cache.store([1, 2, 3], response: response, for: key)
        try await cache.makeWriter(for: key).write([9])
        duties.expect(try await cache.bytes(of: before) == [1, 2, 3], "keeps the old bytes if a writer is dropped")
        let writer = try await cache.makeWriter(for: key)
        try await writer.write([5, 6])
        try await writer.write([7, 8, 9])
        duties.expect(
            try await cache.entries(for: [key])[0]?.byteCount == 3, "publishes nothing before a writer commits")
        let entry = try await writer.commit(response: response)
        duties.expect(entry.byteCount == 5 && entry.response == response, "returns the committed entry")
        duties.expect(try await collected(entry) == [5, 6, 7, 8, 9], "publishes all chunks in their order")
    }

    private func refreshing(_ duties: inout Duties) async throws {
        let entry = try await cache.store([1, 2, 3], response: response, for: key)
        let newer = Self.response(entityTag: "\"2\"")
        let refreshed = try await cache.refresh(entry, with: newer)
        duties.expect(refreshed.response == newer && refreshed.byteCount == 3, "returns the refreshed entry")
        let found = try await cache.entries(for: [key])[0]
        duties.expect(found?.response == newer, "keeps the newer response")
        duties.expect(try await cache.bytes(of: refreshed) == [1, 2, 3], "leaves the bytes as they are at a refresh")
        _ = try await cache.store([4, 5, 6, 7], response: nil, for: key)
        do {
            _ = try await cache.refresh(refreshed, with: newer)
            duties.expect(false, "throws if the bytes that are refreshed were replaced")
        } catch {
            let left = try await cache.entries(for: [key])[0]
            duties.expect(left?.response == nil, "refreshes no bytes but those given")
        }
    }

    private func claiming(_ duties: inout Duties) async throws {
        let claim = try await cache.claim(key)
        duties.expect(claim != nil, "gives a claim that nobody has")
        duties.expect(try await cache.claim(key) == nil, "gives no claim that is held")
        claim?.release()
        let next = try await cache.claim(key)
        duties.expect(next != nil, "gives a claim that was released")
        next?.release()
    }

    private func removing(_ duties: inout Duties) async throws {
        let entry = try await cache.store([1, 2, 3], response: response, for: key)
        try await cache.remove(entry)
        duties.expect(try await cache.entries(for: [key]) == [nil], "has nothing under a key that was removed")
        try await cache.remove(entry)
        do {
            _ = try await cache.bytes(of: entry)
            duties.expect(false, "throws if the bytes of an entry are gone")
        } catch {
            // As it should.
        }
    }

    private func collected(_ entry: CacheEntry) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in try await cache.chunks(of: entry) { bytes += chunk }
        return bytes
    }
}
