extension SupplierLoader {
    /// The number of bytes of a catalog that a beginning has: 4 MiB.
    private static let beginningByteLimit = 1 << 22

    /// The beginning of the catalog's first page, whatever its shape.
    ///
    /// Nothing is kept in the cache. Without the network the catalog's snapshot is read.
    ///
    /// - Throws: ``CatalogError`` or `CancellationError`.
    package func beginning() async throws -> CatalogBeginning {
        do {
            let (body, linksNextPage) = try await firstPage()
            var (bytes, isWhole): ([UInt8], Bool) = ([], true)
            for try await chunk in body.chunks {
                bytes += chunk
                guard bytes.count <= Self.beginningByteLimit else {
                    isWhole = false
                    break
                }
            }
            var beginning = try CatalogBeginning(bytes, isWhole: isWhole)
            (beginning.countFields, beginning.linksNextPage) = (body.countFields, linksNextPage)
            return beginning
        } catch {
            throw try catalogError(error)
        }
    }

    private func firstPage() async throws -> (body: CatalogLoad.Body, linksNextPage: Bool) {
        guard let url = location.requestURL else {
            guard case .file(let path) = location else { return (.init(chunks: FileChunks.standardInput()), false) }
            let request = DataRequest(url: URL(filePath: path, directoryHint: .notDirectory))
            return (.init(chunks: try await dataLoader.stream(for: request).chunks), false)
        }
        if configuration.isOffline {
            guard let cache, let snapshot = try await Snapshot(of: url, in: cache),
                let body = try await Snapshot.Reader(of: snapshot).next()
            else { throw CatalogError.noSnapshot(url) }
            return (body, snapshot.pages.count > 1)
        }
        var pages = RemotePages(of: self, at: url, holding: [])
        defer { pages.cancel() }
        guard let body = try await pages.next(after: CatalogEnvelope()) else {
            preconditionFailure("a catalog has a first page")
        }
        return (body, pages.hasNext)
    }
}
