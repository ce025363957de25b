/// A catalog's pages, one after the other.
protocol CatalogPages {
    /// The next page, or `nil` after the last one.
    ///
    /// - Parameter envelope: the members beside the array of the page before.
    mutating func next(after envelope: CatalogEnvelope) async throws -> CatalogPage?
}

/// A page to be read.
struct CatalogPage: Sendable {
    let chunks: ByteChunks

    /// The offset of its first byte in the body that an index is of.
    var byteOffset = 0
}

/// A file or standard input: a catalog of one page.
struct SinglePage: CatalogPages {
    private var page: CatalogPage?

    init(_ chunks: ByteChunks) {
        page = CatalogPage(chunks: chunks)
    }

    mutating func next(after _: CatalogEnvelope) -> CatalogPage? {
        defer { page = nil }
        return page
    }
}

/// The pages of a snapshot.
struct SnapshotPages: CatalogPages {
    private let reader: SnapshotReader
    private var ranges: ArraySlice<Range<Int>>

    init(_ reader: SnapshotReader) {
        self.reader = reader
        ranges = reader.pageRanges[...]
    }

    mutating func next(after _: CatalogEnvelope) -> CatalogPage? {
        guard let range = ranges.popFirst() else { return nil }
        return CatalogPage(chunks: reader.chunks(in: range), byteOffset: range.lowerBound)
    }
}

/// The pages of a server, which are kept as they are read.
struct KeptPages: CatalogPages {
    private var pages: RemotePages
    private let writer: SnapshotWriter?

    /// Unchanged pages that the server has answered for and nothing has read yet, and perhaps a changed one after them.
    private var pulled: [RemotePages.Page] = []

    /// - Parameter writer: keeps the pages; `nil` to keep none.
    init(_ pages: RemotePages, keptBy writer: SnapshotWriter?) {
        self.pages = pages
        self.writer = writer
    }

    mutating func next(after envelope: CatalogEnvelope) async throws -> CatalogPage? {
        let page = pulled.isEmpty ? try await pages.next(after: envelope) : pulled.removeFirst()
        guard let page else { return nil }
        if let writer { return try await writer.begin(page) }
        guard case .sent(let chunks) = page.body else { throw Snapshot.Damaged() }
        return CatalogPage(chunks: chunks)
    }

    /// Whether the server says that all pages of a snapshot are as they were. None of them is read for that.
    mutating func areUnchanged(since snapshot: Snapshot) async throws -> Bool {
        while let page = try await pages.next(after: CatalogEnvelope()) {
            pulled.append(page)
            if page.unchangedIndex == nil { return false }
        }
        return pulled.map(\.unchangedIndex) == Array(snapshot.pages.indices)
    }

    /// Keeps the unchanged pages without reading them.
    mutating func keepUnread() async throws {
        for page in pulled { _ = try await writer?.begin(page) }
        pulled = []
    }

    func cancel() { pages.cancel() }
}
