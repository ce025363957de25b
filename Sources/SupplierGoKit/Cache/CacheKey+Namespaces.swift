extension CacheKey.Namespace {
    /// Avatars' bytes, under their URLs.
    static let avatars = CacheKey.Namespace(name: "avatars")

    /// Suppliers' details, under their URLs.
    static let details = CacheKey.Namespace(name: "details")

    /// Snapshots: catalogs' last valid bodies, under the catalogs' URLs. One takes at most half of the cache's limit,
    /// so that a large catalog does not drive all avatars out; its page table and index are small beside it.
    static let catalogs = CacheKey.Namespace(name: "catalogs", limitShare: 0.5)

    /// The servers' responses for the pages of snapshots that have several, under the catalogs' URLs.
    static let pages = CacheKey.Namespace(name: "pages", limitShare: 0.5)

    /// Why avatars could not be loaded, under their URLs, and when hosts may be asked again. `cache info` does not
    /// count them.
    package static let failures = CacheKey.Namespace(name: "failures")

    /// Where the records of a catalog are, under the catalogs' URLs and paths.
    static let indexes = CacheKey.Namespace(name: "indexes", limitShare: 0.5)
}

extension CacheKey {
    /// The key of an avatar's bytes. A supplier's is ``EndpointResolver/key(of:)``.
    package init(avatar url: URL) {
        self.init(avatarAt: url.address)
    }

    /// The key of an avatar's bytes, by the text of its URL without fragment.
    package init(avatarAt address: String) {
        self.init(address, keptUnder: address.withoutSignature, in: .avatars)
    }

    /// The key is that of an avatar in the catalog itself (``Avatar/inlineAddress``).
    var isInline: Bool { address.hasPrefix("data:") && namespace == .avatars }

    /// The key is that of an avatar in a file or in the catalog itself, which may be read offline too.
    package var isLocalAvatar: Bool { address.hasPrefix("file:") || isInline }

    /// The URL that is requested; of an avatar in the catalog itself the beginning, for messages.
    package var url: URL? {
        guard isInline else { return URL(string: address) }
        return URL(string: String(address.prefix(64).prefix { $0 != "," }) + ",...")
    }

    /// The key of a catalog's snapshot.
    package init(snapshotOf catalog: URL) {
        self.init(catalog.address, in: .catalogs)
    }

    /// The key of the last failure to load an avatar. It tells nothing once the avatar was stored after it.
    package init(failureOf avatar: CacheKey) {
        self.init(avatar, in: .failures)
    }

    /// The key of a host's wait, by the text of its origin, which no avatar's URL looks like. `PatientLoader` leaves
    /// the host alone until it ends (``StoredResponse/Failure/waitEnd(at:)``).
    package init(waitOf origin: String) {
        self.init("wait " + origin, in: .failures)
    }

    /// The key of the index of a snapshot or a file, by the catalog's URL without fragment, or its path.
    init(indexOf address: String) {
        self.init(address, in: .indexes)
    }
}
