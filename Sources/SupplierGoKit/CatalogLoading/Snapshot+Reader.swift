extension Snapshot {
    /// Reads the pages of a snapshot, one after the other.
    actor Reader {
        private let chunks: ByteChunks

        /// The header fields with the server's counts, of the pages that are still to be read.
        private var countFields: ArraySlice<HeaderFields>

        /// There may be separators. The response of a single page says that there are none.
        private let hasSeparators: Bool

        /// The bytes that were read and not handed on, and their offset in the snapshot.
        private var rest: ArraySlice<UInt8> = []
        private var byteOffset = 0

        private var isAtPageEnd = true
        private var isAtEnd = false

        /// Opens a snapshot. It is read twice: once to check it as a whole, then page by page.
        ///
        /// - Throws: ``Snapshot/Unreadable``; so do the pages.
        init(of snapshot: Snapshot) async throws {
            hasSeparators = snapshot.pages.count != 1
            countFields = snapshot.pages.map(\.response.countFields)[...]
            chunks = try await Snapshot.Unreadable.wrapping {
                var byteCount = 0
                for try await chunk in try await snapshot.cache.chunks(of: snapshot.entry) { byteCount += chunk.count }
                guard byteCount == snapshot.entry.byteCount else { throw Snapshot.Unreadable() }
                return try await snapshot.cache.chunks(of: snapshot.entry)
            }
        }

        /// The next page, once the one before was read to its end; `nil` after the last one.
        func next() -> CatalogLoad.Page? {
            guard !isAtEnd else { return nil }
            isAtPageEnd = false
            return CatalogLoad.Page(
                chunks: ByteChunks { try await self.chunk() }, byteOffset: byteOffset,
                countFields: countFields.popFirst() ?? HeaderFields())
        }

        /// The next bytes of the page; `nil` at its end.
        private func chunk() async throws -> [UInt8]? {
            guard !isAtPageEnd else { return nil }
            if rest.isEmpty {
                var iterator = chunks.makeAsyncIterator()
                guard let chunk = try await Snapshot.Unreadable.wrapping({ try await iterator.next() }) else {
                    (isAtPageEnd, isAtEnd) = (true, true)
                    return nil
                }
                rest = chunk[...]
            }
            let end = hasSeparators ? rest.firstIndex(of: Snapshot.separator) : nil
            let bytes = Array(rest[..<(end ?? rest.endIndex)])
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
            isAtPageEnd = end != nil
            byteOffset += bytes.count + (isAtPageEnd ? 1 : 0)
            return bytes.isEmpty ? nil : bytes
        }
    }
}
