import FoundationEssentials

extension CacheKey.Namespace {
    /// Avatars' bytes, under their URLs.
    static let avatars = CacheKey.Namespace(name: "avatars", fileExtensions: ImageKind.allCases.map(\.fileExtension))

    /// Catalogs' last good bodies, under the catalogs' URLs.
    static let catalogs = CacheKey.Namespace(name: "catalogs", fileExtensions: ["json"])

    /// Where the records of a snapshot are, under the catalogs' URLs.
    static let indexes = CacheKey.Namespace(name: "indexes", fileExtensions: ["index"])
}

extension CacheKey {
    /// The key of an avatar's bytes.
    init(avatar url: URL) {
        self.init(PagingPolicy.address(of: url), in: .avatars)
    }

    /// The key of a catalog's snapshot.
    init(snapshotOf catalog: URL) {
        self.init(PagingPolicy.address(of: catalog), in: .catalogs)
    }

    /// The key of a snapshot's index.
    init(indexOf catalog: URL) {
        self.init(PagingPolicy.address(of: catalog), in: .indexes)
    }
}
