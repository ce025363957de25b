/// Gives a catalog's pages, one after the other; a catalog without pages is one.
protocol PageSource: Sendable {
    /// The next page's bytes, once the page before was read to its end; `nil` behind the last one.
    func nextPage() async throws -> ByteChunks?

    /// The offset of the current page's first byte in the catalog's snapshot.
    var pageOffset: Int { get async }
}

/// A catalog that is one document.
actor SinglePage: PageSource {
    private var chunks: ByteChunks?
    let pageOffset = 0

    init(_ chunks: ByteChunks) {
        self.chunks = chunks
    }

    func nextPage() -> ByteChunks? {
        defer { chunks = nil }
        return chunks
    }
}
