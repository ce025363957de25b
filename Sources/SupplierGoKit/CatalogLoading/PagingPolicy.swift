/// Decides whether a page may follow another one of a catalog.
struct PagingPolicy: Sendable {
    /// The maximum number of pages of one catalog.
    let limit: Int

    /// The next page's URL.
    ///
    /// - Parameters:
    ///   - target: the link to it, a URL reference (RFC 3986, section 4.1).
    ///   - base: the URL of the page that has the link.
    ///   - origin: the only origin that pages may come from. A target that has `http` in place of its `https` is requested
    ///     by `https`: some servers do not know that a proxy before them speaks it.
    ///   - visited: the pages so far, as ``address(of:)`` writes them.
    func page(
        at target: String, from base: URL, within origin: Origin?, visited: Set<String>
    ) throws(CatalogError.Paging) -> URL {
        guard !target.isEmpty else { throw .loop(base) }
        guard let given = URL(string: target, relativeTo: base)?.absoluteURL else { throw .malformedLink(target) }
        let url = origin?.scheme == "https" ? given.secured : given
        guard let origin, Origin(url) == origin else { throw .elsewhere(given) }
        guard !visited.contains(Self.address(of: url)) else { throw .loop(url) }
        guard visited.count < limit else { throw .tooManyPages(limit: limit) }
        return url
    }

    /// A page's URL without its fragment, which no server sees (RFC 9110, section 4.2.5).
    static func address(of url: URL) -> String {
        PlainURL.withoutFragment(url.absoluteString)
    }
}

extension URL {
    /// The URL with `https` in place of `http`.
    fileprivate var secured: URL {
        guard scheme?.lowercased() == "http", var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return self
        }
        parts.scheme = "https"
        return parts.url ?? self
    }
}
