/// What became of one supplier's avatar.
public struct AvatarOutcome: Sendable {
    /// The supplier. Its avatar holds the image's bytes where ``AvatarDelivery/bytes`` was asked for and they are there.
    public let supplier: Supplier

    /// The supplier's index among all suppliers given, from 0.
    public let position: Int

    /// Whether the avatar is there, and if not, why.
    public let result: Result

    /// How long the download took, waiting for a connection included; zero where the cache answered.
    public let duration: Duration

    /// What the transfer took, also where it failed; `nil` where there was none.
    public let metrics: TransferMetrics?

    /// Why the store lacks what the avatar's server says; `nil` where it has that, and where there is no store.
    public let unstored: Unstored?

    /// How it ended.
    public enum Result: Sendable {
        /// The supplier has no avatar.
        case none

        /// The avatar is there.
        case loaded(LoadedAvatar)

        /// There is no avatar to show.
        case failed(AvatarFailure)
    }

    /// Why a store that a fleet shares lacks an avatar, or still has one that is gone.
    public enum Unstored: Sendable {
        /// The store failed.
        case failed(any Error)

        /// The server sent the avatar for this user only: it says `private`, or it was asked with
        /// ``SupplierLoader/Configuration/originFields`` and does not permit to share its answer.
        case personal
    }

    /// Creates an outcome. The supplier's avatar receives the bytes that were loaded.
    public init(
        supplier: Supplier, position: Int, result: Result, duration: Duration = .zero, metrics: TransferMetrics? = nil,
        unstored: Unstored? = nil
    ) {
        var supplier = supplier
        if case .loaded(let avatar) = result, let bytes = avatar.bytes { supplier.avatar?.bytes = bytes }
        self.supplier = supplier
        self.position = position
        self.result = result
        self.duration = duration
        self.metrics = metrics
        self.unstored = unstored
    }
}

/// An avatar that is there: where it came from, its size, and where it is kept.
public struct LoadedAvatar: Sendable, Hashable {
    /// Where an avatar can come from.
    public enum Source: Sendable, Hashable {
        /// The endpoint's server.
        case network

        /// The endpoint's file.
        case file

        /// The cache, without a request.
        case cache

        /// The store that a fleet shares, without a request to the endpoint's server.
        case store

        /// The cache or the store, after the server said that it is unchanged (status 304).
        case revalidated

        /// The cache or the store, possibly out of date: the server failed, was not to be asked, or is asked afterwards.
        case stale
    }

    /// Where the avatar came from.
    public let source: Source

    /// The server's status, 304 where it is unchanged; `nil` for a file, or where the cache answered.
    public let status: HTTPStatus?

    /// The image's size in bytes.
    public let byteCount: Int

    /// The image; `nil` where only its file was asked for (``AvatarDelivery/files``).
    public let bytes: [UInt8]?

    /// The absolute path of the cached file; `nil` where the image was not kept, or the cache has no files.
    public let file: String?

    /// Why the cache did not keep the image; `nil` where it did, and where there is no cache.
    public internal(set) var cacheError: CacheError?

    /// Why the server did not revalidate a stale avatar; `nil` where it was not to be asked first.
    public let staleReason: AvatarFailure?

    /// Creates a value.
    public init(
        source: Source, status: HTTPStatus?, byteCount: Int, bytes: [UInt8]? = nil, file: String?,
        cacheError: CacheError? = nil, staleReason: AvatarFailure? = nil
    ) {
        self.source = source
        self.status = status
        self.byteCount = byteCount
        self.bytes = bytes
        self.file = file
        self.cacheError = cacheError
        self.staleReason = staleReason
    }
}

/// What an ``AvatarOutcome`` carries.
public enum AvatarDelivery: Sendable, Hashable {
    /// The image's bytes, also of images that are in the cache already.
    case bytes

    /// The cached file's path only.
    case files
}
