extension RecordIndex {
    /// A draft of a catalog's ``RecordIndex``, which is written while the catalog is read.
    ///
    /// An index is a shortcut only: a failure costs the index, never the catalog. A draft that is dropped keeps
    /// nothing.
    actor Draft {
        private let key: CacheKey
        private let shape: CatalogShape
        private let cache: any DataCaching
        private var writer: (any CacheWriting)?
        private var isDiscarded = false
        private var entryCount = 0
        private var badRecordCount = 0

        /// The offset of the last record.
        private var lastOffset = 0

        /// Begins a draft of a catalog's index.
        init(of catalog: CatalogLocation, _ shape: CatalogShape, in cache: any DataCaching) {
            self.shape = shape
            self.cache = cache
            key = CacheKey(indexOf: catalog.address)
        }

        /// Adds a batch's records, whose page begins at an offset in the body.
        func add(_ batch: DecodedBatch, pageOffset: Int) async {
            guard !isDiscarded else { return }
            var words: [UInt32] = []
            words.reserveCapacity(batch.idHashes.count)
            for (hash, byteOffset) in zip(batch.idHashes, batch.byteOffsets) {
                let offset = pageOffset + byteOffset
                // A record that begins further away makes the catalog one without an index.
                guard let distance = UInt32(exactly: offset - lastOffset) else { return discard() }
                words += RecordIndex.words(ofHash: hash, distance: distance)
                lastOffset = offset
            }
            entryCount += batch.idHashes.count
            badRecordCount += batch.badRecords.count
            if !words.isEmpty { await write(words.bytes) }
        }

        /// Keeps the index of a body that was read to its end, unless the draft was discarded.
        func commit(of identity: ContentIdentity) async {
            let footer = RecordIndex.Footer(
                identity: identity, shape: shape.identity, entryCount: entryCount, badRecordCount: badRecordCount)
            await write(footer.words.bytes)
            do {
                _ = try await writer?.commit()
            } catch {
                discard()
            }
        }

        /// Keeps nothing.
        func discard() { (writer, isDiscarded) = (nil, true) }

        private func write(_ bytes: [UInt8]) async {
            guard !isDiscarded else { return }
            do {
                if writer == nil { writer = try await cache.makeWriter(for: key) }
                try await writer?.write(bytes)
            } catch {
                discard()
            }
        }
    }
}
