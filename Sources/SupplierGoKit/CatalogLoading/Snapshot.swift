/// A catalog's last valid body in the cache, and its server's response for each of its pages.
///
/// ``CatalogLoad`` decides when it is read in place of the catalog, `CatalogLoad+Pages.swift` for a catalog that has
/// become empty (`checkEmptiness`).
///
/// Its pages lie one after the other, with a record separator between them (U+001E), which neither JSON nor our CSV can
/// hold.
struct Snapshot: Sendable {
    /// One page.
    struct Page: Sendable, Hashable {
        /// The URL that was requested, without its fragment.
        let address: String

        /// The server's response.
        var response: StoredResponse
    }

    /// The catalog's bytes.
    let entry: CacheEntry

    /// Its pages in their order; none if its server's responses are not known.
    var pages: [Page]

    /// The index of its records, of whatever shape.
    let index: RecordIndex?
    let cache: any DataCaching

    /// Its index and the table of its pages, which are of no use without it.
    private let companions: [CacheEntry]

    /// The identity that its index is bound to.
    var identity: ContentIdentity { ContentIdentity(of: entry) }

    /// The snapshot of a catalog in a cache, or `nil` if there is none.
    ///
    /// The response for a catalog of one page is kept with its bytes; those for several pages, in a table of their own.
    ///
    /// - Parameter id: the supplier that its index is asked for.
    init?(of catalog: URL, in cache: any DataCaching, lookingUp id: Supplier.ID? = nil) async throws(CacheError) {
        let key = CacheKey(snapshotOf: catalog)
        let keys = [key, CacheKey(key, in: .pages), CacheKey(key, in: .indexes)]
        let entries = try await cache.checkedEntries(for: keys)
        guard let entry = entries[0] else { return nil }
        (self.entry, self.cache) = (entry, cache)
        companions = entries.dropFirst().compactMap(\.self)
        if let response = entry.response {
            pages = [Page(address: catalog.withHostName.address, response: response)]
        } else if let table = entries[1] {
            pages = Snapshot.PageTable.pages(of: ContentIdentity(of: entry), in: try await cache.bytes(of: table)) ?? []
        } else {
            pages = []
        }
        index = await RecordIndex(entries[2], of: ContentIdentity(of: entry), lookingUp: id, in: cache)
    }

    /// Keeps what the server says of its pages now. Does nothing if another process has replaced the snapshot.
    func refresh() async throws(CacheError) {
        do throws(CacheError) {
            if pages.count == 1 {
                _ = try await cache.refresh(entry, with: pages[0].response)
                    .checked(for: entry.key, byteCount: entry.byteCount)
            } else {
                try await Snapshot.PageTable.store(pages, of: entry, in: cache)
            }
        } catch {
            guard case .missing = error else { throw error }
        }
    }

    /// Removes it from its cache, with what is of no use without it.
    func remove() async throws(CacheError) {
        for entry in [entry] + companions { try await cache.remove(entry) }
    }

    /// No page has to be asked about: each is what a request would be answered with, and is fresh, or was received
    /// since the reading began. What another process received since then is as good as one's own response, whatever its
    /// lifetime.
    ///
    /// - Parameters:
    ///   - fields: the header fields that requests would have.
    ///   - start: when this reading began.
    ///   - isRefreshing: whether servers are asked even about what is fresh.
    func isCurrent(at now: Date, for fields: HeaderFields, since start: Date, isRefreshing: Bool) -> Bool {
        !pages.isEmpty
            && pages.map(\.response).allSatisfy { response in
                let isNew = response.receivedAt >= start && response.receivedAt <= now
                let isFresh = !isRefreshing && Freshness(of: response, assuming: .catalogs).isFresh(at: now)
                return response.answers(fields) && (isNew || isFresh)
            }
    }
}

extension Snapshot {
    /// A draft of a snapshot, which is written while the catalog is read.
    struct Draft {
        private let cache: any DataCaching
        private let entry: EntryDraft
        private var pages: [Page] = []

        /// Begins a draft of a catalog's snapshot.
        init(of catalog: URL, in cache: any DataCaching) {
            (self.cache, entry) = (cache, EntryDraft(for: CacheKey(snapshotOf: catalog), in: cache))
        }

        /// Begins a page, after the one before was read to its end.
        ///
        /// - Returns: the page, whose bytes are kept as they are read: each chunk is passed on while it is written.
        mutating func begin(_ body: CatalogLoad.Body) async -> CatalogLoad.Body {
            if !pages.isEmpty { await entry.write([.recordSeparator]) }
            if let page = body.page { pages.append(page) }
            let passedOn = ByteChunks { [entry] in
                guard let chunk = try await body.chunks.pull() else { return nil }
                await entry.write(chunk)
                return chunk
            }
            return CatalogLoad.Body(chunks: passedOn, page: body.page, byteOffset: await entry.byteCount)
        }

        /// Keeps no validators, since unchanged pages would not tell that there is another one now.
        mutating func dropValidators() {
            for index in pages.indices { pages[index].response.dropValidators() }
        }

        /// Publishes the snapshot of a catalog that was read to its end; `nil` if that has no bytes.
        ///
        /// ``CatalogLoad`` calls this after the last page, if nothing forbids a snapshot.
        func commit() async throws(CacheError) -> CacheEntry? {
            let stored = try await entry.commit(response: pages.count == 1 ? pages[0].response : nil)
            if pages.count > 1, let stored { try await PageTable.store(pages, of: stored, in: cache) }
            return stored
        }
    }
}

extension Snapshot {
    /// The table of what a server said of each page of a snapshot that has several: sealed, and bound to that snapshot.
    enum PageTable {
        private static let version: UInt8 = 3

        /// Stores the table of a snapshot's pages.
        static func store(
            _ pages: [Snapshot.Page], of snapshot: CacheEntry, in cache: any DataCaching
        ) async throws(CacheError) {
            let key = CacheKey(snapshot.key, in: .pages)
            _ = try await cache.store(bytes(of: ContentIdentity(of: snapshot), pages), for: key)
        }

        /// The table in bytes.
        static func bytes(of identity: ContentIdentity, _ pages: [Snapshot.Page]) -> [UInt8] {
            var writer = ByteWriter(version: version)
            writer.append(Int64(identity.byteCount))
            writer.append(identity.modifiedAt)
            writer.append(count: UInt64(pages.count))
            for page in pages {
                writer.append(page.address)
                page.response.append(to: &writer, url: page.address, since: 0)
            }
            return writer.sealed()
        }

        /// The pages; `nil` if the bytes are damaged, or the table belongs to another snapshot.
        static func pages(of identity: ContentIdentity, in bytes: [UInt8]) -> [Snapshot.Page]? {
            do throws(ByteReader.Damage) {
                var reader = try ByteReader(bytes, version: version)
                guard try reader.number() == Int64(identity.byteCount), try reader.number() == identity.modifiedAt
                else { return nil }
                var pages: [Snapshot.Page] = []
                for _ in 0..<(try reader.count()) {
                    let address = try reader.text()
                    let response = try StoredResponse(from: &reader, url: address, since: 0)
                    pages.append(Snapshot.Page(address: address, response: response))
                }
                return reader.isAtEnd && !pages.isEmpty ? pages : nil
            } catch {
                return nil
            }
        }
    }
}

extension Snapshot {
    /// Reads the pages of a snapshot, one after the other.
    actor Reader {
        private let chunks: ByteChunks

        /// The pages that are still to be read.
        private var pages: ArraySlice<Page>

        /// There may be separators. The response of a single page says that there are none.
        private let hasSeparators: Bool

        /// The bytes that were read and not handed on, and their offset in the snapshot.
        private var rest: ArraySlice<UInt8> = []
        private var byteOffset = 0

        private var isAtPageEnd = true
        private var isAtEnd = false

        /// Opens a snapshot. It is read twice: once to check it as a whole, then page by page.
        ///
        /// - Throws: ``CacheError``, ``CacheError/missing(path:)`` if its bytes are not those that were kept; so do the
        ///   pages.
        init(of snapshot: Snapshot) async throws {
            hasSeparators = snapshot.pages.count != 1
            pages = snapshot.pages[...]
            var byteCount = 0
            for try await chunk in try await Self.chunks(of: snapshot) { byteCount += chunk.count }
            guard byteCount == snapshot.entry.byteCount else { throw CacheError.missing(path: snapshot.entry.key.text) }
            chunks = try await Self.chunks(of: snapshot)
        }

        /// The snapshot's bytes. Chunks of another program's cache may end with any error.
        private static func chunks(of snapshot: Snapshot) async throws(CacheError) -> ByteChunks {
            let chunks = try await snapshot.cache.chunks(of: snapshot.entry)
            return ByteChunks {
                do {
                    return try await chunks.pull()
                } catch {
                    try Task.checkCancellation()
                    throw error as? CacheError ?? .refused(path: "", reason: String(describing: error))
                }
            }
        }

        /// The next page, once the one before was read to its end; `nil` after the last one.
        func next() -> CatalogLoad.Body? {
            guard !isAtEnd else { return nil }
            isAtPageEnd = false
            let chunks = ByteChunks { try await self.chunk() }
            return CatalogLoad.Body(chunks: chunks, page: pages.popFirst(), byteOffset: byteOffset)
        }

        /// The next bytes of the page; `nil` at its end.
        private func chunk() async throws -> [UInt8]? {
            guard !isAtPageEnd else { return nil }
            if rest.isEmpty {
                guard let chunk = try await chunks.pull() else {
                    (isAtPageEnd, isAtEnd) = (true, true)
                    return nil
                }
                rest = chunk[...]
            }
            let end = hasSeparators ? rest.firstIndex(of: .recordSeparator) : nil
            let bytes = Array(rest[..<(end ?? rest.endIndex)])
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
            isAtPageEnd = end != nil
            byteOffset += bytes.count + (isAtPageEnd ? 1 : 0)
            return bytes.isEmpty ? nil : bytes
        }
    }
}
