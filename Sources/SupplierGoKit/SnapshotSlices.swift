/// Reads parts of a snapshot, in the order in which they lie there: what is between them is passed over.
actor SnapshotSlices {
    private let chunks: ByteChunks
    private var rest: ArraySlice<UInt8> = []

    /// The offset in the snapshot of the first byte of ``rest``.
    private var offset = 0

    init(_ chunks: ByteChunks) {
        self.chunks = chunks
    }

    /// A part's bytes, to be read to their end before those of the next part.
    nonisolated func chunks(in range: Range<Int>) -> ByteChunks {
        ByteChunks { try await self.nextChunk(in: range) }
    }

    private func nextChunk(in range: Range<Int>) async throws -> [UInt8]? {
        while offset < range.upperBound {
            if rest.isEmpty {
                var iterator = chunks.makeAsyncIterator()
                guard let chunk = try await iterator.next() else { return nil }
                rest = chunk[...]
            }
            skip(rest.prefix(max(0, range.lowerBound - offset)).count)
            let chunk = rest.prefix(range.upperBound - offset)
            skip(chunk.count)
            if !chunk.isEmpty { return Array(chunk) }
        }
        return nil
    }

    private func skip(_ count: Int) {
        rest = rest.dropFirst(count)
        offset += count
    }
}
