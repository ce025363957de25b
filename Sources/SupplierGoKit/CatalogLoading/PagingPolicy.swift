import FoundationEssentials

/// Decides which page of a catalog comes next, from the `Link` fields of the last response.
struct PagingPolicy: Sendable {
    /// The maximum number of pages of one catalog.
    let limit: Int

    /// The next page's URL; `nil` after the last page.
    ///
    /// - Parameters:
    ///   - head: the last page's response.
    ///   - origin: the only origin that pages may come from.
    ///   - visited: the pages so far, as ``address(of:)`` writes them.
    func page(
        after head: ResponseHead, within origin: Origin?, visited: Set<String>
    ) throws(PagingError) -> URL? {
        guard let target = head.fields.nextPage else { return nil }
        guard let url = URL(string: target, relativeTo: head.url)?.absoluteURL else { throw .malformedLink(target) }
        guard let origin, Origin(url) == origin else { throw .elsewhere(url) }
        guard !visited.contains(Self.address(of: url)) else { throw .loop(url) }
        guard visited.count < limit else { throw .tooManyPages(limit: limit) }
        return url
    }

    /// A page's URL without its fragment, which no server sees (RFC 9110, section 4.2.5).
    static func address(of url: URL) -> String {
        PlainURL.withoutFragment(url.absoluteString)
    }
}
