/// One reading of a catalog, from its location or from its snapshot.
///
/// A catalog at a URL is read in one way: decide by the contents of the cache; claim the catalog; ask its server. If no
/// page has changed, the snapshot stands and is read. Otherwise the server's pages are read, and kept as the new
/// snapshot. If that fails before the reader has a supplier, the snapshot is read instead: so if a server's catalog has
/// become empty (`checkEmptiness`). `Rooms.md` has a drawing.
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

    /// Set once a server forbids storing a page: a lookup then does not read on (``SupplierStream``).
    let isForbidden: Lock<Bool>

    /// Reads the catalog to its end.
    mutating func run() async throws {
        defer { delivery.claim?.release() }
        if let url = loader.location.requestURL {
            try await readRemote(url)
        } else if case .file(let path) = loader.location {
            try await readFile(path)
        } else {
            try await readPage(FileChunks.standardInput(), indexing: nil)
        }
        try await delivery.finish()
    }

    // MARK: At a URL

    private mutating func readRemote(_ url: URL) async throws {
        var held = try await snapshot(of: url)
        if decision(from: held, at: url) == .askServer, let cache = loader.cache {
            // Another reading is not waited for long: its server may be slow.
            let timeout = loader.configuration.catalogClaimTimeout
            let (claim, hasWaited) = await cache.claim(CacheKey(snapshotOf: url), waitingUpTo: timeout)
            delivery.claim = claim
            if hasWaited { held = try await snapshot(of: url) }
        }
        let decision = decision(from: held, at: url)
        if decision == .fail { throw CatalogError.noSnapshot(url) }
        do {
            if decision == .readSnapshot, let snapshot = held {
                delivery.claim?.release()
                return try await readSnapshot(snapshot, as: .snapshot(storedAt: snapshot.entry.storedAt, reason: nil))
            }
        } catch let error as Snapshot.Unreadable {
            guard !loader.configuration.isOffline, delivery.canStartOver else { throw error.error(of: url) }
            held = nil
        }
        do {
            try await askServer(url, holding: &held)
        } catch {
            delivery.claim?.release()
            try await standIn(held, because: CatalogError(error))
        }
    }

    private func decision(from snapshot: Snapshot?, at url: URL) -> Decision {
        Decision(
            from: snapshot, isOffline: loader.configuration.isOffline,
            isRefreshing: loader.configuration.isRefreshing, fields: loader.originFields(for: url), since: startedAt,
            at: .now)
    }

    /// The snapshot in the cache. A cache that cannot be read has none, unless nothing else may be read.
    private func snapshot(of url: URL) async throws -> Snapshot? {
        guard let cache = loader.cache else { return nil }
        do throws(CacheError) {
            return try await Snapshot(of: url, in: cache, lookingUp: lookup?.id)
        } catch {
            if loader.configuration.isOffline { throw CatalogError.unreadableSnapshot(url, error) }
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
                return await keep(unchanged, as: snapshot)
            } catch let error as Snapshot.Unreadable {
                held = nil
                guard delivery.canStartOver else { throw error.error(of: url) }
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
        guard let held, !cause.isBadRecord else { throw cause }
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

extension CatalogLoad {
    /// The beginning of a reading of a catalog at a URL: a pure decision from the contents of the cache.
    enum Decision: Sendable, Equatable {
        /// Read the snapshot, without asking the server.
        case readSnapshot

        /// Ask the server, under conditions if there is a snapshot.
        case askServer

        /// Fail: the network may not be used, and there is no snapshot.
        case fail

        /// Decides.
        ///
        /// - Parameters:
        ///   - snapshot: the one in the cache, or `nil` if there is none.
        ///   - isOffline: whether the network may not be used.
        ///   - isRefreshing: whether the server is asked even while the snapshot is fresh.
        ///   - fields: the header fields that a request would have.
        ///   - start: when this reading began. A response that another process received since then is as good as one's
        ///     own, whatever its lifetime.
        init(
            from snapshot: Snapshot?, isOffline: Bool, isRefreshing: Bool, fields: HeaderFields, since start: Date,
            at now: Date
        ) {
            guard let snapshot else {
                self = isOffline ? .fail : .askServer
                return
            }
            let isFresh = !isRefreshing && snapshot.isFresh(at: now, for: fields)
            let isNew = snapshot.isAnswer(since: start, until: now, for: fields)
            self = isOffline || isFresh || isNew ? .readSnapshot : .askServer
        }
    }
}
