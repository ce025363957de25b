/// One reading of a catalog, from its location or from its snapshot.
///
/// A catalog at a URL is read in one way: decide by the contents of the cache; claim the catalog; ask its server. If no
/// page has changed, the snapshot stands and is read. Otherwise the server's pages are read, and kept as the new
/// snapshot. If that fails before the reader has a supplier, the snapshot is read instead: so if a server's catalog has
/// become empty (`checkEmptiness` in `CatalogLoad+Pages.swift`). `Rooms.md` has a drawing.
struct CatalogLoad {
    /// A supplier that an index may find without the catalog being read.
    struct Lookup: Sendable {
        let id: Supplier.ID

        /// No other supplier is wanted if the index has none with this id.
        let isExclusive: Bool
    }

    let loader: SupplierLoader
    let startedAt = Date.now
    var delivery: CatalogDelivery
    let lookup: Lookup?

    /// The index that is written while the catalog is read.
    var indexDraft: RecordIndex.Draft?

    /// Reads the catalog to its end.
    mutating func run() async throws {
        defer { delivery.claim?.release() }
        do {
            if let url = loader.location.requestURL {
                try await readRemote(url)
            } else if case .file(let path) = loader.location {
                try await readFile(path)
            } else {
                try await readPage(FileChunks.standardInput())
            }
            try await delivery.finish()
        } catch {
            throw try loader.catalogError(error)
        }
    }

    // MARK: At a URL

    private mutating func readRemote(_ url: URL) async throws {
        let isOffline = loader.configuration.isOffline
        var held = try await snapshot(of: url)
        if !isOffline, !isCurrent(held, at: url), let cache = loader.cache {
            // Another reading is not waited for long: its server may be slow.
            let timeout = loader.configuration.catalogClaimTimeout
            let (claim, hasWaited) = await cache.claim(CacheKey(snapshotOf: url), waitingUpTo: timeout)
            delivery.claim = claim
            if hasWaited { held = try await snapshot(of: url) }
        }
        if let snapshot = held, isOffline || isCurrent(snapshot, at: url) {
            delivery.claim?.release()
            do {
                return try await readSnapshot(snapshot, as: .snapshot(storedAt: snapshot.entry.storedAt, reason: nil))
            } catch let error as CacheError {
                guard !isOffline, delivery.canStartOver else { throw error }
                held = nil
            }
        }
        guard !isOffline else { throw CatalogError.noSnapshot(url) }
        do {
            try await askServer(url, holding: &held)
        } catch {
            delivery.claim?.release()
            try await standIn(held, because: loader.catalogError(error))
        }
    }

    private func isCurrent(_ snapshot: Snapshot?, at url: URL) -> Bool {
        snapshot?.isCurrent(
            at: .now, for: loader.originFields(for: url), since: startedAt,
            isRefreshing: loader.configuration.isRefreshing) == true
    }

    /// The snapshot in the cache. A cache that cannot be read has none, unless nothing else may be read.
    private func snapshot(of url: URL) async throws(CacheError) -> Snapshot? {
        guard let cache = loader.cache else { return nil }
        do throws(CacheError) {
            return try await Snapshot(of: url, in: cache, lookingUp: lookup?.id)
        } catch {
            if loader.configuration.isOffline { throw error }
            return nil
        }
    }

    /// Reads the snapshot if the server says that no page has changed, and otherwise the server's pages.
    ///
    /// - Parameter held: the snapshot in the cache; set to `nil` if it cannot be read.
    private mutating func askServer(_ url: URL, holding held: inout Snapshot?) async throws {
        // In another shape the catalog may have more pages.
        let isOfThisShape = held?.index?.isOf(loader.configuration.shape) ?? true
        var pages = RemotePages(of: loader, at: url, holding: isOfThisShape ? held?.pages ?? [] : [])
        defer { pages.cancel() }
        if var snapshot = held, let unchanged = try await pages.unchangedPages() {
            // The server may count more now.
            snapshot.pages = unchanged
            do {
                try await readSnapshot(snapshot, as: .location)
                return await keep(snapshot)
            } catch let error as CacheError {
                held = nil
                guard delivery.canStartOver else { throw error }
                pages.startOver()
            }
        }
        try await readServer(&pages, of: url, holding: held)
    }

    /// Reads the snapshot in place of a catalog that failed.
    ///
    /// Nothing is taken from it to hide a bad record, or if the catalog is wanted as it is now. Nor is the reader given
    /// a second list after suppliers of the first one.
    private mutating func standIn(_ held: Snapshot?, because cause: CatalogError) async throws {
        // Another source would not change a bad record.
        if case .badRecord = cause { throw cause }
        guard let held else { throw cause }
        guard delivery.canStartOver else { throw CatalogError.brokenOff(cause, snapshotStoredAt: held.entry.storedAt) }
        guard loader.configuration.allowsStandIns else { throw cause }
        do {
            try await readSnapshot(held, as: .snapshot(storedAt: held.entry.storedAt, reason: cause))
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw cause
        }
    }
}

extension SupplierLoader {
    /// The error as ``SupplierStream`` throws it; rethrows an error that is not the catalog's.
    func catalogError(_ error: any Error) throws -> CatalogError {
        guard let error = error as? CacheError, let url = location.requestURL else { return try CatalogError(error) }
        if case .missing = error { return .damagedSnapshot(url) }
        return .unreadableSnapshot(url, error)
    }
}
