import FoundationEssentials

/// Remembers where a catalog's pages came from: one page from a public address is enough to distrust the catalog.
final class CatalogProvenance: Sendable {
    private let hasPublicPage = Lock<Bool?>(nil)

    /// Notes a page's head.
    func note(_ head: ResponseHead) {
        let isPublic = head.remoteAddress.flatMap { IPAddress($0) }.map(HostPolicy.isPublic) ?? !Self.isInner(head.url)
        hasPublicPage.withLock { $0 = $0 == true || isPublic }
    }

    /// Whether the catalog came from addresses that are not public. Before any page has come, for example from a snapshot,
    /// its URL's text decides.
    func isInner(at url: URL) -> Bool {
        hasPublicPage.withLock { $0 }.map { !$0 } ?? Self.isInner(url)
    }

    private static func isInner(_ url: URL) -> Bool {
        url.host().map { HostPolicy.isInner(host: $0) } ?? false
    }
}
