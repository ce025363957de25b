import FoundationEssentials

/// A catalog's snapshot, and what its server said of each of its pages.
struct HeldCatalog: Sendable, Hashable {
    /// One page.
    struct Page: Sendable, Hashable {
        /// The URL that was asked, as ``PagingPolicy/address(of:)`` names it.
        let address: String

        /// Where its bytes are in the snapshot.
        let byteRange: Range<Int>

        /// What was said of it.
        let response: StoredResponse
    }

    /// The snapshot.
    let snapshot: CacheEntry

    /// Its pages in their order, at least one.
    let pages: [Page]

    /// What a cache holds; `nil` where there is no snapshot, or nothing is known of what its server said.
    ///
    /// A catalog of one page has that beside its snapshot; one of several has a table of them in an entry of its own, which
    /// says whose it is.
    init?(of catalog: URL, in cache: any DataCaching) async throws {
        let entries = try await cache.entries(for: [CacheKey(snapshotOf: catalog), CacheKey(pagesOf: catalog)])
        guard let snapshot = entries[0] else { return nil }
        if let response = snapshot.response {
            let address = PagingPolicy.address(of: catalog)
            self.init(
                snapshot: snapshot,
                pages: [Page(address: address, byteRange: 0..<snapshot.byteCount, response: response)])
        } else if let table = entries[1] {
            let pages = SnapshotPageTable.pages(of: SnapshotIdentity(snapshot), in: try await cache.bytes(of: table))
            guard let pages else { return nil }
            self.init(snapshot: snapshot, pages: pages)
        } else {
            return nil
        }
    }

    private init(snapshot: CacheEntry, pages: [Page]) {
        self.snapshot = snapshot
        self.pages = pages
    }

    /// Whether all pages were asked for since a moment, and are what would be answered now.
    ///
    /// - Parameter fields: the fields that requests would have.
    func isAnswer(since moment: Date, for fields: HTTPFields) -> Bool {
        pages.allSatisfy { $0.response.receivedAt >= moment && $0.response.answers(fields) }
    }

    /// Whether no page has to be asked for: each has a lifetime that its server gave, and not outlived it.
    ///
    /// - Parameter fields: the fields that requests would have.
    func isFresh(at now: Date, for fields: HTTPFields) -> Bool {
        pages.allSatisfy { page in
            page.response.answers(fields) && Freshness(of: page.response, assuming: .catalogs).isFresh(at: now)
        }
    }
}
