extension CatalogLoad {
    /// Decides whether to read the snapshot or to ask the server, and falls back to the other.
    ///
    /// - Returns: why the catalog could not be kept.
    mutating func readRemote(_ url: URL) async throws -> (any Error)? {
        var snapshot = try await snapshot(of: url)
        var decision = decision(from: snapshot, at: url)
        var claim: CacheClaim?
        defer { claim?.release() }
        if decision == .askServer {
            var hasWaited = false
            if let cache = loader.cache {
                // Another reading is not waited for long: its server may be slow. A cache that cannot be claimed is not waited for.
                let timeout = loader.configuration.catalogClaimTimeout
                (claim, hasWaited) = await cache.claim(CacheKey(snapshotOf: url), waitingUpTo: timeout)
            }
            delivery.claim = claim
            if hasWaited {
                snapshot = try await self.snapshot(of: url)
                decision = self.decision(from: snapshot, at: url)
            }
        }
        if decision == .fail { throw await missingSnapshot(of: url) }
        if decision == .readSnapshot, let held = snapshot {
            claim?.release()
            if try await readUnasked(held, of: url) { return nil }
            snapshot = nil
        }
        do {
            return try await askServer(url, holding: &snapshot)
        } catch {
            claim?.release()
            try await fallBack(to: snapshot, of: url, because: CatalogError(error))
            return nil
        }
    }

    /// The error if the network may not be used and there is no snapshot.
    private func missingSnapshot(of url: URL) async -> CatalogError {
        guard let cache = loader.cache, let byteCount = await Snapshot.refusedByteCount(of: url, in: cache) else {
            return .noSnapshot(url)
        }
        return .snapshotTooLarge(url, byteCount: byteCount)
    }

    private func decision(from snapshot: Snapshot?, at url: URL) -> Decision {
        Decision(
            from: snapshot, isOffline: loader.configuration.isOffline,
            isRefreshing: loader.configuration.isRefreshing, fields: loader.originFields(for: url), since: startedAt,
            at: .now)
    }

    /// Reads a snapshot without asking the server.
    ///
    /// - Returns: whether it could be read. If not, the server may be asked.
    private mutating func readUnasked(_ snapshot: Snapshot, of url: URL) async throws -> Bool {
        do {
            try await deliver(snapshot, because: nil)
            return true
        } catch is CancellationError {
            throw CancellationError()
        } catch let error as CatalogError where error.isBadRecord {
            throw error
        } catch {
            let unreadable = error as? Snapshot.Unreadable
            await drop(snapshot, ifDamaged: error)
            guard !loader.configuration.isOffline, delivery.canContinue else {
                throw unreadable?.error(of: url) ?? error
            }
            return false
        }
    }

    /// Reads the catalog from its server; once more without conditions if the snapshot that they are about cannot be
    /// read.
    ///
    /// - Parameter snapshot: what the cache holds; `nil` once it is known to be unreadable.
    private mutating func askServer(_ url: URL, holding snapshot: inout Snapshot?) async throws -> (any Error)? {
        do {
            return try await deliverPages(of: url, holding: snapshot)
        } catch let error as Snapshot.Unreadable {
            if let snapshot { await drop(snapshot, ifDamaged: error) }
            snapshot = nil
            guard delivery.canContinue else { throw error.error(of: url) }
            return try await deliverPages(of: url, holding: nil)
        }
    }

    /// Reads the snapshot after the server has failed. Nothing is taken from it to hide a bad record, or if the catalog
    /// is wanted as it is now.
    private mutating func fallBack(to snapshot: Snapshot?, of url: URL, because cause: CatalogError) async throws {
        guard loader.configuration.allowsStandIns, !cause.isBadRecord, let snapshot, delivery.canContinue else {
            throw cause
        }
        do {
            try await deliver(snapshot, because: cause)
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            await drop(snapshot, ifDamaged: error)
            throw cause
        }
    }

    /// The snapshot in the cache. A cache that cannot be read has none, unless nothing else may be read.
    private func snapshot(of url: URL) async throws -> Snapshot? {
        guard let cache = loader.cache else { return nil }
        do {
            return try await Snapshot(of: url, in: cache)
        } catch let error as CacheError {
            if loader.configuration.isOffline { throw CatalogError.unreadableSnapshot(url, error) }
            return nil
        }
    }

    /// Removes a snapshot whose bytes are damaged. Where that fails it is found to be damaged again.
    private func drop(_ snapshot: Snapshot, ifDamaged error: any Error) async {
        guard let cache = loader.cache, let error = error as? Snapshot.Unreadable, error.cause == nil else { return }
        do {
            try await snapshot.remove(from: cache)
        } catch {
            return
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
        ///   - start: when this reading began. An answer that another process received since then is as good as one's own,
        ///     whatever its lifetime.
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
