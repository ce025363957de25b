import FoundationEssentials

/// Keeps a catalog that is being read, page by page: as the snapshot that there is, where nothing of it has changed, or as
/// a new one, into which the pages that have not changed are copied.
///
/// A cache that fails costs the snapshot, never the catalog.
actor SnapshotKeeping {
    /// A page of the catalog as it is now.
    private struct Page {
        let address: String
        let response: StoredResponse
        let isMarked: Bool

        /// Where it is in the snapshot that is held, where it is there.
        let held: Range<Int>?
        var byteRange: Range<Int>
    }

    /// What is held.
    let held: HeldCatalog?

    private let catalog: URL
    private let cache: any DataCaching
    private let recording: SnapshotRecording
    private var pages: [Page] = []

    /// Where pages are among those that are held.
    private let places: [String: Int]

    /// What reads the held pages, and how far it has come.
    private var slices: (reader: SnapshotSlices, offset: Int)?

    /// Whether all pages so far are as they are held: none of them is written.
    private var isUnchanged = true

    /// Whether the server lets all of it be written.
    private var isStorable = true

    init(of catalog: URL, held: HeldCatalog?, in cache: any DataCaching) {
        self.catalog = catalog
        self.held = held
        self.cache = cache
        recording = SnapshotRecording(of: catalog, in: cache)
        let addresses = (held?.pages ?? []).enumerated().map { ($0.element.address, $0.offset) }
        places = Dictionary(addresses) { first, _ in first }
    }

    /// The offset of the current page's first byte in the snapshot.
    var pageOffset: Int { pages.last?.byteRange.lowerBound ?? 0 }

    /// What is held of a page.
    func heldPage(_ url: URL) -> HeldCatalog.Page? {
        places[PagingPolicy.address(of: url)].flatMap { held?.pages[$0] }
    }

    /// Where the page behind a held one was, as the text of a URL.
    func address(behind page: HeldCatalog.Page) -> String? {
        guard let held, let place = places[page.address], place + 1 < held.pages.count else { return nil }
        return held.pages[place + 1].address
    }

    /// Makes sure that a held page can be read, before it is taken for read.
    ///
    /// - Throws: ``CacheError``, where its bytes are gone.
    func open(_ page: HeldCatalog.Page) async throws {
        _ = try await slices(before: page)
    }

    /// The bytes of a page that has not changed.
    ///
    /// - Throws: ``CacheError``, where they are gone.
    func chunks(of page: HeldCatalog.Page, now response: StoredResponse, isMarked: Bool) async throws -> ByteChunks {
        let chunks = try await slices(before: page).chunks(in: page.byteRange)
        slices?.offset = page.byteRange.upperBound
        await endPage()
        await heed(response)
        if places[page.address] != pages.count { await beginWriting() }
        return await begin(page.address, response, isMarked: isMarked, held: page.byteRange, chunks)
    }

    /// The bytes of a page as its server sends them.
    func chunks(of url: URL, _ response: StoredResponse, isMarked: Bool, _ chunks: ByteChunks) async -> ByteChunks {
        await endPage()
        await heed(response)
        await beginWriting()
        return await begin(PagingPolicy.address(of: url), response, isMarked: isMarked, held: nil, chunks)
    }

    /// Ends the writing where the server does not let it be.
    private func heed(_ response: StoredResponse) async {
        guard response.forbidsStoring else { return }
        isStorable = false
        await recording.discard()
    }

    private func begin(
        _ address: String, _ response: StoredResponse, isMarked: Bool, held: Range<Int>?, _ chunks: ByteChunks
    ) async -> ByteChunks {
        let start = (pages.last?.byteRange.upperBound ?? 0) + (isMarked ? 1 : 0)
        pages.append(
            Page(
                address: address, response: response, isMarked: isMarked, held: held,
                byteRange: start..<start + (held?.count ?? 0)))
        guard isStorable, !isUnchanged else { return chunks }
        await recording.beginPage(isMarked: isMarked)
        return recording.passingOn(chunks)
    }

    /// Notes how long the page was that was read to its end.
    private func endPage() async {
        guard isStorable, !isUnchanged, let last = pages.indices.last else { return }
        let start = pages[last].byteRange.lowerBound
        pages[last].byteRange = await start..<start + recording.pageByteCount
    }

    /// Begins a new snapshot with the pages so far.
    private func beginWriting() async {
        guard isUnchanged, isStorable else { return }
        isUnchanged = false
        guard let held, !pages.isEmpty else { return }
        do {
            let copies = SnapshotSlices(try await cache.chunks(of: held.snapshot))
            for page in pages {
                await recording.beginPage(isMarked: page.isMarked)
                for try await _ in recording.passingOn(copies.chunks(in: page.held ?? 0..<0)) {}
            }
        } catch {
            await recording.fail(error)
        }
    }

    /// What reads a held page; pages that are linked in another order than before are looked for from the beginning.
    private func slices(before page: HeldCatalog.Page) async throws -> SnapshotSlices {
        guard let held else { throw CacheError.missing(path: page.address) }
        let isBehind = slices.map { $0.offset <= page.byteRange.lowerBound } ?? false
        let reader =
            if let slices, isBehind { slices.reader } else {
                SnapshotSlices(try await cache.chunks(of: held.snapshot))
            }
        slices = (reader, page.byteRange.lowerBound)
        return reader
    }

    /// Drops what was written: the catalog is broken, or was not read to its end.
    func discard() async {
        await recording.discard()
    }

    /// Publishes the snapshot: the catalog was read to its end.
    ///
    /// - Returns: the snapshot, or why there is none; `nil` for both where none may be kept.
    func finish() async -> (entry: CacheEntry?, error: CacheError?) {
        await endPage()
        if isUnchanged, pages.count != held?.pages.count { await beginWriting() }
        do {
            guard isStorable else {
                await recording.discard()
                if let held { try await cache.remove(held.snapshot) }
                return (nil, nil)
            }
            guard isUnchanged, let held else { return try await publish() }
            return (try await refresh(held), nil)
        } catch CacheError.missing {
            // Somebody else has written another one by now.
            return (nil, nil)
        } catch {
            return (nil, error as? CacheError)
        }
    }

    private func publish() async throws -> (CacheEntry?, CacheError?) {
        let (entry, error) = await recording.finish(pages.count == 1 ? pages[0].response : nil)
        guard let entry, pages.count > 1 else { return (entry, error) }
        try await storeTable(for: entry)
        return (entry, nil)
    }

    /// Keeps what the server said now of what has not changed.
    private func refresh(_ held: HeldCatalog) async throws -> CacheEntry {
        if pages.count == 1 { return try await cache.refresh(held.snapshot, with: pages[0].response) }
        try await storeTable(for: held.snapshot)
        return held.snapshot
    }

    private func storeTable(for snapshot: CacheEntry) async throws {
        let pages = pages.map { HeldCatalog.Page(address: $0.address, byteRange: $0.byteRange, response: $0.response) }
        let bytes = SnapshotPageTable.bytes(of: SnapshotIdentity(snapshot), pages)
        _ = try await cache.store(bytes, fileExtension: "pages", for: CacheKey(pagesOf: catalog))
    }
}
