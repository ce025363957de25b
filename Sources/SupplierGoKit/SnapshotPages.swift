/// A snapshot's pages.
///
/// The snapshot of a catalog with pages is a JSON text sequence (RFC 7464): before each page stands a record separator,
/// which no JSON text can hold. That of a catalog without pages is the catalog.
actor SnapshotPages: PageSource {
    /// U+001E, which stands before each page.
    static let separator: UInt8 = 0x1e

    private let chunks: ByteChunks
    private var rest: ArraySlice<UInt8> = []
    private var hasBegun = false

    /// The offset in the snapshot of the first byte of ``rest``.
    private var offset = 0

    /// The offset of the current page's first byte in the snapshot.
    private(set) var pageOffset = 0

    init(_ chunks: ByteChunks) {
        self.chunks = chunks
    }

    func nextPage() async throws -> ByteChunks? {
        if !hasBegun {
            hasBegun = true
            try await fill()
            skipSeparator()
            return page
        }
        while try await nextChunk() != nil {}
        guard rest.first == Self.separator else { return nil }
        skipSeparator()
        return page
    }

    private func skipSeparator() {
        if rest.first == Self.separator {
            rest.removeFirst()
            offset += 1
        }
        pageOffset = offset
    }

    private var page: ByteChunks {
        ByteChunks { try await self.nextChunk() }
    }

    /// The next bytes of the page, `nil` at its end.
    private func nextChunk() async throws -> [UInt8]? {
        if rest.isEmpty { try await fill() }
        let chunk = rest.firstIndex(of: Self.separator).map { rest[..<$0] } ?? rest
        rest = rest[chunk.endIndex...]
        offset += chunk.count
        return chunk.isEmpty ? nil : Array(chunk)
    }

    private func fill() async throws {
        var iterator = chunks.makeAsyncIterator()
        rest = try await iterator.next().map { $0[...] } ?? []
    }
}
