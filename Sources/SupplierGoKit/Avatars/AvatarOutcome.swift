/// The outcome of loading one supplier's avatar.
public struct AvatarOutcome: Sendable {
    /// The supplier. Its avatar holds the image's bytes if they were requested (``Delivery/bytes``) and loaded.
    public let supplier: Supplier

    /// The supplier's index among all suppliers given, from 0.
    public let position: Int

    /// The avatar, or why it is not there.
    public let result: Result

    /// The duration of the download, waiting for a connection included; zero if the cache had it.
    public let duration: Duration

    /// The metrics, also of a transfer that failed, or `nil` if nothing was transferred.
    public let metrics: DataLoader.Metrics?

    /// The result of loading.
    public enum Result: Sendable {
        /// The supplier has no avatar.
        case none

        /// The avatar is there.
        indirect case loaded(AvatarOutcome.Loaded)

        /// There is no avatar to show.
        case failed(AvatarOutcome.Error)
    }

    /// Creates an outcome. The supplier's avatar receives the bytes that were loaded.
    public init(
        supplier: consuming Supplier, position: Int, result: Result, duration: Duration = .zero,
        metrics: DataLoader.Metrics? = nil
    ) {
        if case .loaded(let avatar) = result, let bytes = avatar.bytes { supplier.avatar?.bytes = bytes }
        (self.supplier, self.position, self.result) = (supplier, position, result)
        (self.duration, self.metrics) = (duration, metrics)
    }
}

extension AvatarOutcome {
    /// An avatar that was loaded: its source, its size, and its file.
    public struct Loaded: Sendable, Hashable {
        /// Where an avatar can come from.
        public enum Source: Sendable, Hashable {
            /// The endpoint's server.
            case network

            /// The endpoint's file, or the catalog itself.
            case file

            /// The cache, without a request.
            case cache

            /// The store that a fleet shares, without a request to the endpoint's server.
            case store

            /// The cache or the store, after the server said that it is unchanged (status 304).
            case revalidated

            /// The cache or the store, possibly out of date: the server failed, was not to be asked, or is asked
            /// afterwards.
            case stale
        }

        /// Where the avatar came from.
        public let source: Source

        /// The status of the server's response that counts, 304 if the avatar is unchanged; `nil` for a file, and if
        /// the cache answered without its server or in the place of an error.
        public let status: HTTPStatus?

        /// The image's size in bytes.
        public let byteCount: Int

        /// The image; `nil` if only its file was asked for (``AvatarOutcome/Delivery/files``) and the cache keeps it.
        public let bytes: [UInt8]?

        /// The absolute path of the cached file; `nil` if the image was not stored, or the cache has no files.
        public let file: String?

        /// The error because of which the cache did not store the image; `nil` if it did, or there is no cache.
        public internal(set) var cacheError: CacheError?

        /// The reason why the server did not revalidate a stale avatar; `nil` if it was not asked first.
        public let staleReason: AvatarOutcome.Error?

        /// When the server sent the bytes of the cache, or said that they are unchanged; `nil` if they came just now.
        package internal(set) var receivedAt: Date?

        /// Details came from a public address, or else from a private one; `nil` if that is unknown, and for avatars.
        var isFromPublicAddress: Bool?

        /// The cache answered, without its server and without an error.
        package var isOfCache: Bool { source == .cache && status == nil && cacheError == nil && staleReason == nil }

        /// Creates a value.
        public init(
            source: Source, status: HTTPStatus?, byteCount: Int, bytes: [UInt8]? = nil, file: String?,
            cacheError: CacheError? = nil, staleReason: AvatarOutcome.Error? = nil
        ) {
            (self.source, self.status, self.byteCount, self.bytes) = (source, status, byteCount, bytes)
            (self.file, self.cacheError, self.staleReason) = (file, cacheError, staleReason)
        }
    }
}

extension AvatarOutcome {
    /// The content of an ``AvatarOutcome``.
    public enum Delivery: Sendable, Hashable {
        /// The image's bytes, also of images that are in the cache already.
        case bytes

        /// The cached file's path only, unless the cache does not keep the image.
        case files
    }
}
