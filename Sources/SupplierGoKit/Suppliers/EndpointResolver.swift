import FoundationEssentials

/// Resolves the endpoints of one catalog's avatars to the text of their URLs, most of them without making a `URL`.
///
/// What a URL parser would leave as it is needs none: ``PlainURL``. Everything else goes the whole way
/// (``Avatar/resolved(against:)``), and both ways say the same.
struct EndpointResolver: Sendable {
    private let catalog: CatalogLocation

    /// What stands before a path from the root, and before one from the catalog's directory; `nil` where the catalog's own
    /// URL is not plain.
    private let bases: (origin: String, directory: String)?

    /// Creates a resolver.
    init(against catalog: CatalogLocation) {
        self.catalog = catalog
        if case .remote(let url) = catalog { bases = Self.bases(of: url.absoluteString) } else { bases = nil }
    }

    /// The text of an avatar's URL, without its fragment.
    ///
    /// - Throws: ``EndpointError``, as ``Avatar/resolved(against:)`` does.
    func address(of avatar: Avatar) throws(EndpointError) -> String {
        let endpoint = avatar.endpoint.utf8.span
        if PlainURL.pathStart(in: endpoint) != nil { return avatar.endpoint }
        if let bases, PlainURL.isPath(endpoint) {
            return (endpoint[0] == UInt8(ascii: "/") ? bases.origin : bases.directory) + avatar.endpoint
        }
        return PlainURL.withoutFragment(try avatar.resolved(against: catalog).absoluteString)
    }

    /// Merges as RFC 3986, section 5.2.3, does: behind the last slash of the path, which is one where there is no path.
    private static func bases(of catalog: String) -> (origin: String, directory: String)? {
        let text = catalog.utf8
        guard let pathStart = PlainURL.pathStart(in: text.span) else { return nil }
        let path = text.dropFirst(pathStart).prefix { $0 != UInt8(ascii: "?") }
        let origin = String(decoding: text.prefix(pathStart), as: UTF8.self)
        guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return (origin, origin + "/") }
        return (origin, String(decoding: text[...slash], as: UTF8.self))
    }
}
