/// Reads a catalog's suppliers from its bytes, in batches, as the bytes arrive.
///
/// What was good is delivered before an error is thrown: ``CatalogFault``, or what the byte stream throws.
struct CatalogReader: AsyncSequence, Sendable {
    typealias Element = CatalogBatch

    private let chunks: ByteChunks
    private let isStrict: Bool

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - chunks: the catalog's bytes.
    ///   - isStrict: whether one bad record ends the catalog with ``CatalogFault/badRecord(_:)``.
    init(chunks: ByteChunks, isStrict: Bool) {
        self.chunks = chunks
        self.isStrict = isStrict
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(chunks: chunks.makeAsyncIterator(), isStrict: isStrict)
    }

    /// Pulls the batches one by one.
    struct Iterator: AsyncIteratorProtocol {
        private var chunks: ByteChunks.Iterator
        private let isStrict: Bool
        private var scanner = RecordScanner()
        private var portions: [RecordPortion] = []
        private var failure: (any Error)?
        private var isAtEnd = false

        init(chunks: ByteChunks.Iterator, isStrict: Bool) {
            self.chunks = chunks
            self.isStrict = isStrict
        }

        /// The next batch, or `nil` at the end.
        mutating func next() async throws -> CatalogBatch? {
            while true {
                try Task.checkCancellation()
                if !portions.isEmpty { return try decode(portions.removeFirst()) }
                if let failure { throw failure }
                if isAtEnd { return nil }
                await pull()
            }
        }

        private mutating func pull() async {
            do {
                if let chunk = try await chunks.next() {
                    try scanner.scan(chunk)
                } else {
                    isAtEnd = true
                    try scanner.finish()
                }
            } catch {
                failure = error
            }
            portions = scanner.takeReady()
        }

        private mutating func decode(_ portion: RecordPortion) throws -> CatalogBatch {
            var batch = CatalogBatch(decoding: portion)
            if isStrict, let issue = batch.issues.first {
                batch.suppliers.removeSubrange((issue.record - portion.firstRecord)...)
                batch.issues = []
                portions = []
                failure = CatalogFault.badRecord(issue)
                guard !batch.suppliers.isEmpty else { throw CatalogFault.badRecord(issue) }
            }
            return batch
        }
    }
}

extension CatalogBatch {
    /// Decodes a portion's records.
    init(decoding portion: RecordPortion) {
        self.init()
        suppliers.reserveCapacity(portion.roots.count)
        let source = RecordSource(portion)
        for (record, root) in portion.roots.enumerated() {
            do {
                suppliers.append(try Supplier(from: RecordDecoder(source: source, index: root)))
            } catch {
                issues.append(
                    CatalogIssue(
                        record: portion.firstRecord + record, byteOffset: portion.byteOffset(of: record), cause: error))
            }
        }
    }
}
