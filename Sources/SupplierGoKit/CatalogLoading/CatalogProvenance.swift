/// Remembers where a catalog came from: one page from a public address is enough to distrust the catalog.
final class CatalogProvenance: Sendable {
    private struct State {
        /// A page that was requested came from a public address; `nil` if none has come since the last snapshot.
        var hasPublicPage: Bool?

        /// A page of the snapshot was answered by a URL that is, by its text, public; `nil` without a snapshot.
        var hasPublicURL: Bool?
    }

    private let state = Lock(State())

    /// Notes a page's head.
    func note(_ head: DataResponse.Head) {
        let isPublic = head.remoteAddress.flatMap { IPAddress($0) }.map(HostPolicy.isPublic) ?? !head.url.hasPrivateHost
        state.withLock { $0.hasPublicPage = $0.hasPublicPage == true || isPublic }
    }

    /// Notes the pages of a snapshot that is read, by the URLs that answered. A page from inside before it, which was
    /// not the catalog, says nothing of it: the name may have another address now.
    func note(_ snapshot: Snapshot) {
        let urls = snapshot.pages.compactMap { URL(string: $0.response.url) }
        state.withLock {
            if $0.hasPublicPage == false { $0.hasPublicPage = nil }
            if !urls.isEmpty { $0.hasPublicURL = !urls.allSatisfy(\.hasPrivateHost) }
        }
    }

    /// Tests if the catalog came from addresses that are not public. Before any page has come, and without a snapshot,
    /// its URL's text decides.
    func isPrivate(at url: URL) -> Bool {
        state.withLock { $0.hasPublicPage ?? $0.hasPublicURL }.map { !$0 } ?? url.hasPrivateHost
    }
}
