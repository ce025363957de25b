/// A catalog's last valid body in the cache, and its server's response for each of its pages.
///
/// Its pages lie one after the other, with the separator U+001E between them, which neither JSON nor our CSV can hold.
struct Snapshot: Sendable {
    /// U+001E.
    static let separator: UInt8 = 0x1e

    /// One page.
    struct Page: Sendable, Hashable {
        /// The URL that was requested, without its fragment.
        let address: String

        /// Where its bytes are in the snapshot.
        var byteRange: Range<Int>

        /// The server's response.
        let response: StoredResponse
    }

    /// A snapshot that cannot be used.
    struct Unreadable: Error {
        /// The cache's error; `nil` if the snapshot's bytes are gone, or are not those that were kept.
        var cause: CacheError?

        /// The error as which it ends the catalog at a URL.
        func error(of url: URL) -> CatalogError {
            cause.map { .unreadableSnapshot(url, $0) } ?? .damagedSnapshot(url)
        }

        /// Returns the result of a call that reads a snapshot, and throws this error in place of the cache's, and of any
        /// other that a cache's chunks end with.
        static func wrapping<Value>(_ read: () async throws -> Value) async throws -> Value {
            do {
                return try await read()
            } catch CacheError.missing {
                throw Unreadable()
            } catch let error as CacheError {
                throw Unreadable(cause: error)
            } catch let error as FileError {
                throw Unreadable(cause: CacheError(reading: error))
            } catch let error as Unreadable {
                throw error
            } catch {
                try Task.checkCancellation()
                throw Unreadable(cause: .refused(path: "", reason: String(describing: error)))
            }
        }
    }

    /// The catalog's bytes.
    let entry: CacheEntry

    /// Its pages in their order; none if its server's responses are not known.
    let pages: [Page]

    /// The index of this or another snapshot of the catalog.
    let indexEntry: CacheEntry?

    /// The table of its pages, if it has one.
    private let tableEntry: CacheEntry?

    /// The identity that its index is bound to.
    var identity: ContentIdentity { ContentIdentity(of: entry) }

    /// The snapshot of a catalog in a cache, or `nil` if there is none.
    ///
    /// The response for a catalog of one page is kept with its bytes; those for several pages, in a table of their own.
    init?(of catalog: URL, in cache: any DataCaching) async throws {
        let keys = [CacheKey(snapshotOf: catalog), CacheKey(pagesOf: catalog), CacheKey(indexOf: .remote(catalog))]
        let entries = try await cache.checkedEntries(for: keys)
        guard let entry = entries[0] else { return nil }
        self.entry = entry
        (tableEntry, indexEntry) = (entries[1], entries[2])
        if let response = entry.response {
            pages = [Page(address: catalog.withHostName.address, byteRange: 0..<entry.byteCount, response: response)]
        } else if let table = entries[1] {
            pages = PageTable.pages(of: ContentIdentity(of: entry), in: try await cache.bytes(of: table)) ?? []
        } else {
            pages = []
        }
    }

    /// Notes that a catalog was too large for a cache that holds no snapshot of it: as a table of no pages.
    static func noteRefusal(of catalog: URL, byteCount: Int, in cache: any DataCaching) async throws {
        let table = PageTable.bytes(of: ContentIdentity(byteCount: byteCount, modifiedAt: 0), [])
        _ = try await cache.store(table, fileExtension: "pages", for: CacheKey(pagesOf: catalog))
    }

    /// The size of a catalog that was too large for a cache, or `nil` if that is not known.
    static func refusedByteCount(of catalog: URL, in cache: any DataCaching) async -> Int? {
        do {
            guard let entry = try await cache.checkedEntries(for: [CacheKey(pagesOf: catalog)])[0] else { return nil }
            return PageTable.refusedByteCount(in: try await cache.bytes(of: entry))
        } catch {
            return nil
        }
    }

    /// Removes it from its cache, with its index and the table of its pages, which are of no use without it.
    func remove(from cache: any DataCaching) async throws {
        try await cache.remove(entry)
        if let indexEntry { try await cache.remove(indexEntry) }
        if let tableEntry { try await cache.remove(tableEntry) }
    }

    /// Whether all pages were answered between two moments, and are what would be answered to such a request.
    ///
    /// - Parameter fields: the header fields that requests would have.
    func isAnswer(since start: Date, until end: Date, for fields: HeaderFields) -> Bool {
        !pages.isEmpty
            && pages.allSatisfy { page in
                page.response.receivedAt >= start && page.response.receivedAt <= end && page.response.answers(fields)
            }
    }

    /// Whether no page has to be asked about: each is within the lifetime that its server gave it.
    ///
    /// - Parameter fields: the header fields that requests would have.
    func isFresh(at now: Date, for fields: HeaderFields) -> Bool {
        !pages.isEmpty
            && pages.allSatisfy { page in
                page.response.answers(fields) && Freshness(of: page.response, assuming: .catalogs).isFresh(at: now)
            }
    }
}

/// The facts that tell one body of a catalog from another, without reading it.
struct ContentIdentity: Sendable, Equatable {
    /// The number of bytes.
    let byteCount: Int

    /// When it was stored or last written: microseconds since 1970 for a snapshot, nanoseconds for a file.
    let modifiedAt: Int64

    /// When the file's inode last changed, in nanoseconds since 1970; 0 for a snapshot.
    var changedAt: Int64 = 0

    /// The file's inode; 0 for a snapshot.
    var fileNumber: UInt64 = 0

}

extension ContentIdentity {
    init(of snapshot: CacheEntry) {
        self.init(byteCount: snapshot.byteCount, modifiedAt: snapshot.storedAt.microseconds)
    }

    /// The smallest file that an index is kept for: a smaller one is read as fast.
    private static let indexedByteCount = 1 << 18

    /// The identity of a user's file; `nil` if it is not a regular file, or too small to need an index.
    static func ofFile(at path: String) async -> ContentIdentity? {
        do {
            let status = try await BlockingThreads.files.run { () throws(FileError) in
                try FileSystem.status(of: path)
            }
            guard let status, status.kind == .regular, status.byteCount >= indexedByteCount else { return nil }
            return ContentIdentity(
                byteCount: status.byteCount, modifiedAt: status.modifiedNanoseconds,
                changedAt: status.changedNanoseconds, fileNumber: status.fileNumber)
        } catch {
            // Opening it says why.
            return nil
        }
    }

    /// Whether a file had not changed for some time.
    func isSettled(at now: Date, after time: Duration) -> Bool {
        let age = now.timeIntervalSince1970 - Double(max(changedAt, modifiedAt)) / 1_000_000_000
        return age > time / .seconds(1)
    }
}

/// The table of what a server said of each page of a snapshot: sealed, and bound to that snapshot.
enum PageTable {
    private static let version: UInt8 = 2

    /// The table in bytes.
    static func bytes(of identity: ContentIdentity, _ pages: [Snapshot.Page]) -> [UInt8] {
        var writer = ByteWriter(version: version)
        writer.append(Int64(identity.byteCount))
        writer.append(identity.modifiedAt)
        writer.append(count: UInt64(pages.count))
        for page in pages {
            writer.append(page.address)
            writer.append(Int64(page.byteRange.lowerBound))
            writer.append(Int64(page.byteRange.upperBound))
            page.response.append(to: &writer, url: page.address, since: 0)
        }
        return writer.sealed()
    }

    /// The size in a table of no pages; `nil` if the bytes are damaged, or it has pages.
    static func refusedByteCount(in bytes: [UInt8]) -> Int? {
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(bytes, version: version)
            let byteCount = try reader.number()
            guard (0...1 << 48).contains(byteCount), try reader.number() == 0, try reader.count() == 0 else {
                return nil
            }
            return Int(byteCount)
        } catch {
            return nil
        }
    }

    /// The pages; `nil` if the bytes are damaged, or the table belongs to another snapshot.
    static func pages(of identity: ContentIdentity, in bytes: [UInt8]) -> [Snapshot.Page]? {
        do throws(ByteReader.Damage) {
            var reader = try ByteReader(bytes, version: version)
            guard try reader.number() == Int64(identity.byteCount), try reader.number() == identity.modifiedAt else {
                return nil
            }
            var pages: [Snapshot.Page] = []
            var end = 0
            for _ in 0..<(try reader.count()) {
                let address = try reader.text()
                let (lower, upper) = (Int(try reader.number()), Int(try reader.number()))
                let response = try StoredResponse(from: &reader, url: address, since: 0)
                guard end <= lower, lower <= upper, upper <= identity.byteCount else { return nil }
                end = upper
                pages.append(Snapshot.Page(address: address, byteRange: lower..<upper, response: response))
            }
            return reader.isAtEnd && !pages.isEmpty ? pages : nil
        } catch {
            return nil
        }
    }
}
