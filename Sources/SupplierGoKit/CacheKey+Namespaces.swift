import FoundationEssentials

extension CacheKey.Namespace {
    /// Avatars' bytes, under their URLs.
    static let avatars = CacheKey.Namespace(name: "avatars", fileExtensions: ImageKind.allCases.map(\.fileExtension))

    /// Catalogs' last good bodies, under the catalogs' URLs.
    static let catalogs = CacheKey.Namespace(name: "catalogs", fileExtensions: ["json"])
}

extension CacheKey {
    /// The key of an avatar's bytes.
    init(avatar url: URL) {
        self.init(Self.text(of: url), in: .avatars)
    }

    /// The key of a catalog's snapshot.
    init(snapshotOf catalog: URL) {
        self.init(Self.text(of: catalog), in: .catalogs)
    }

    /// The URL without its fragment, which no server sees (RFC 9110, section 4.2.5).
    private static func text(of url: URL) -> String {
        let text = url.absoluteString
        return text.firstIndex(of: "#").map { String(text[..<$0]) } ?? text
    }
}
