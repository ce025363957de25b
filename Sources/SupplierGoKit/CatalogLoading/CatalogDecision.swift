import FoundationEssentials

/// How a reading of a catalog at a URL begins: a pure decision from what the cache holds.
enum CatalogDecision: Sendable, Equatable {
    /// Read the snapshot, without asking the server.
    case readSnapshot

    /// Ask the server, under conditions where there is a snapshot.
    case askServer

    /// Fail: the network may not be used, and there is no snapshot.
    case fail

    /// Decides.
    ///
    /// - Parameters:
    ///   - snapshot: what the cache holds.
    ///   - isOffline: whether the network may not be used.
    ///   - isRefreshing: whether the server is asked even while the snapshot is fresh.
    ///   - fields: the header fields that a request would have.
    ///   - start: when this reading began. An answer that another process received since then is as good as one's own,
    ///     whatever its lifetime.
    init(
        from snapshot: Snapshot?, isOffline: Bool, isRefreshing: Bool, fields: HTTPFields, since start: Date,
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
