extension Snapshot {
    /// A draft of a snapshot, which is written while the catalog is read.
    ///
    /// A cache that fails costs the snapshot, never the catalog.
    actor Draft {
        private let catalog: URL
        private let cache: any DataCaching
        private var writer: (any CacheWriting)?
        private var pages: [Snapshot.Page] = []
        private var byteCount = 0

        /// The write in progress, of the last chunk.
        private var writing: Task<Void, Never>?

        /// Nothing is written any more, and the reason if that is an error.
        private var isDiscarded = false
        private var error: CacheError?

        /// Begins a draft of a catalog's snapshot.
        init(of catalog: URL, in cache: any DataCaching) {
            (self.catalog, self.cache) = (catalog, cache)
        }

        /// Begins a page, after the one before was read to its end.
        ///
        /// - Returns: the page, whose bytes are kept as they are read.
        func begin(_ page: Snapshot.Page, _ chunks: ByteChunks) async -> CatalogLoad.Body {
            if !pages.isEmpty { await write([.recordSeparator]) }
            pages.append(page)
            // Each chunk is passed on while it is being written, which the next one waits for: the disk and the reader
            // work at the same time, and no more than one chunk is kept for it.
            let passedOn = ByteChunks {
                var iterator = chunks.makeAsyncIterator()
                guard let chunk = try await iterator.next() else { return nil }
                await self.write(chunk)
                return chunk
            }
            return CatalogLoad.Body(chunks: passedOn, byteOffset: byteCount, countFields: page.response.countFields)
        }

        /// Keeps no validators, since unchanged pages would not tell that there is another one now.
        func dropValidators() {
            for index in pages.indices { pages[index].response.dropValidators() }
        }

        /// Publishes the snapshot of a catalog that was read to its end; `nil` if the draft was discarded.
        ///
        /// ``CatalogLoad`` calls this after the last page, if nothing forbids a snapshot.
        func commit() async throws(CacheError) -> CacheEntry? {
            await writing?.value
            if let error { throw error }
            guard !isDiscarded, let writer else { return nil }
            do throws(CacheError) {
                let entry = try await writer.commit(response: pages.count == 1 ? pages[0].response : nil)
                    .checked(for: CacheKey(snapshotOf: catalog), byteCount: byteCount)
                if pages.count > 1 { try await Snapshot.PageTable.store(pages, of: entry, in: cache) }
                return entry
            } catch {
                await discard()
                throw error
            }
        }

        /// Drops what was written: the catalog is broken, was not read to its end, or may not be stored.
        func discard() async {
            isDiscarded = true
            await writing?.value
            await writer?.discard()
            writer = nil
        }

        private func write(_ chunk: [UInt8]) async {
            byteCount += chunk.count
            await writing?.value
            writing = isDiscarded ? nil : Task { await store(chunk) }
        }

        private func store(_ chunk: [UInt8]) async {
            do throws(CacheError) {
                if writer == nil { writer = try await cache.makeWriter(for: CacheKey(snapshotOf: catalog)) }
                try await writer?.write(chunk)
            } catch {
                (self.error, isDiscarded) = (error, true)
                await writer?.discard()
                writer = nil
            }
        }
    }
}
