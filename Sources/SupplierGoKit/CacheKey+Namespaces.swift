import FoundationEssentials

extension CacheKey.Namespace {
    /// Avatars' bytes, under their URLs; the extensions are those of all kinds of images.
    ///
    /// They are written out, because a list that is known when this is compiled has no count of its users, which the threads
    /// that make keys would contend for.
    static let avatars = CacheKey.Namespace(
        name: "avatars",
        fileExtensions: ["png", "jpg", "gif", "webp", "avif", "heic", "svg", "bmp", "ico", "tiff"])

    /// Catalogs' last good bodies, under the catalogs' URLs.
    static let catalogs = CacheKey.Namespace(name: "catalogs", fileExtensions: ["json"])

    /// What was said of the pages of a snapshot that has several, under the catalogs' URLs.
    static let pages = CacheKey.Namespace(name: "pages", fileExtensions: ["pages"])

    /// Where the records of a snapshot are, under the catalogs' URLs.
    static let indexes = CacheKey.Namespace(name: "indexes", fileExtensions: ["index"])
}

extension CacheKey {
    /// The key of an avatar's bytes.
    init(avatar url: URL) {
        self.init(avatarAt: PagingPolicy.address(of: url))
    }

    /// The key of an avatar's bytes, by the text of its URL without fragment.
    init(avatarAt address: String) {
        self.init(address, in: .avatars)
    }

    /// The key of a catalog's snapshot.
    init(snapshotOf catalog: URL) {
        self.init(PagingPolicy.address(of: catalog), in: .catalogs)
    }

    /// The key of the table of a snapshot's pages.
    init(pagesOf catalog: URL) {
        self.init(PagingPolicy.address(of: catalog), in: .pages)
    }

    /// The key of a snapshot's index.
    init(indexOf catalog: URL) {
        self.init(PagingPolicy.address(of: catalog), in: .indexes)
    }
}
