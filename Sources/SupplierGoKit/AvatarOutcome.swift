/// What became of one supplier's avatar.
public struct AvatarOutcome: Sendable {
    /// The supplier; its avatar holds the bytes where they were asked for and came.
    public let supplier: Supplier

    /// Whether there is an avatar now, and if not, why.
    public let result: Result

    /// How long it took: the transfer, with its wait for a connection, or the look into the cache.
    public let duration: Duration

    /// What the transfer took, also where it failed; `nil` where there was none.
    public let metrics: TransferMetrics?

    /// The ways it can end.
    public enum Result: Sendable {
        /// The supplier has no avatar.
        case none

        /// The avatar is there.
        case loaded(LoadedAvatar)

        /// The avatar could not be had.
        indirect case failed(AvatarFailure)
    }

    /// Creates an outcome.
    public init(supplier: Supplier, result: Result, duration: Duration, metrics: TransferMetrics? = nil) {
        self.supplier = supplier
        self.result = result
        self.duration = duration
        self.metrics = metrics
    }
}

/// Where an avatar's bytes came from, how many there are, and where they are kept.
public struct LoadedAvatar: Sendable, Hashable {
    /// Where bytes can come from.
    public enum Source: Sendable, Hashable {
        /// The endpoint's server.
        case network

        /// The endpoint's file.
        case file

        /// The cache; nothing was asked for.
        case cache

        /// The cache, whose bytes the server says are still right (status 304).
        case revalidated

        /// The cache, whose bytes may be out of date: the server failed, or was not to be asked, or is asked after that.
        case stale
    }

    /// Where the bytes came from.
    public let source: Source

    /// The server's status, 304 for what it says is still right; `nil` for what came from a file, or from the cache alone.
    public let status: HTTPStatus?

    /// How many bytes the image has.
    public let byteCount: Int

    /// The absolute path of the cached file; `nil` where the cache keeps no files, or there is no cache.
    public var file: String? { place?.path }

    /// Why the cache did not keep the bytes; `nil` where it did, or where there is no cache.
    public var cacheError: CacheError? { if case .troubled(let error, _) = trouble { error } else { nil } }

    /// Why the server did not say whether stale bytes are still right; `nil` where it was not to be asked first.
    public var staleReason: AvatarFailure? { if case .troubled(_, let reason) = trouble { reason } else { nil } }

    /// Whether a cache keeps a file of the bytes.
    public var isKept: Bool { place != nil }

    private let place: EntryPlace?
    fileprivate let trouble: Trouble?

    /// What went wrong. It is rare, and so it stands apart: most avatars are copied without it.
    fileprivate indirect enum Trouble: Sendable, Hashable {
        case troubled(CacheError?, stale: AvatarFailure?)
    }

    /// Creates a value.
    public init(
        source: Source, status: HTTPStatus?, byteCount: Int, file: String?, cacheError: CacheError? = nil,
        staleReason: AvatarFailure? = nil
    ) {
        self.init(
            source: source, status: status, byteCount: byteCount, at: file.map { .path($0) }, cacheError: cacheError,
            staleReason: staleReason)
    }

    init(
        source: Source, status: HTTPStatus?, byteCount: Int, at place: EntryPlace?, cacheError: CacheError? = nil,
        staleReason: AvatarFailure? = nil
    ) {
        self.source = source
        self.status = status
        self.byteCount = byteCount
        self.place = place
        let isTroubled = cacheError != nil || staleReason != nil
        trouble = isTroubled ? .troubled(cacheError, stale: staleReason) : nil
    }
}

extension AvatarOutcome.Result {
    /// Whether there is something to be said of it.
    var isTroubled: Bool {
        switch self {
        case .none: false
        case .loaded(let avatar): avatar.trouble != nil
        case .failed: true
        }
    }
}

/// What an ``AvatarOutcome`` carries.
public enum AvatarDelivery: Sendable, Hashable {
    /// The image's bytes, also those that are in the cache already.
    case bytes

    /// The cached file's path; no bytes stay in memory.
    case files
}
