/// Remembers where a catalog came from, which decides whether its avatars may be on private hosts
/// (``SupplierLoader/avatarReach``): one page from a public address is enough to distrust the catalog.
///
/// A snapshot's pages came from where their stored responses say. A server that says that they are unchanged (304) may
/// make them public, never private: their name may have another address by then.
final class CatalogProvenance: Sendable {
    /// A page came from a public address; `nil` before the first page.
    private let hasPublicPage = Lock<Bool?>(nil)

    /// The URLs of avatars that details from public addresses name.
    private let confined = Lock<Set<String>>([])

    /// A response came from a public address. If that is unknown, as behind a proxy, its URL's text decides.
    static func isPublic(_ known: Bool?, at url: String) -> Bool {
        known ?? (URL(string: url)?.hasPrivateHost != true)
    }

    /// Adds the response for a page.
    func add(_ response: StoredResponse) {
        let isPublic = Self.isPublic(response.isFromPublicAddress, at: response.url)
        hasPublicPage.withLock { $0 = $0 == true || isPublic }
    }

    /// Remembers the URL of an avatar that only details from a public address name.
    func confine(_ avatar: String) { confined.withLock { _ = $0.insert(avatar) } }

    /// Only details from a public address name the avatar at a URL.
    func isConfined(_ url: URL) -> Bool { confinesAvatars && confined.withLock { $0.contains(url.absoluteString) } }

    /// Some avatars are confined.
    var confinesAvatars: Bool { confined.withLock { !$0.isEmpty } }

    /// Adds a snapshot that is read. If its responses are lost, the text of the catalog's URL decides.
    func add(_ snapshot: Snapshot, at url: URL) {
        for page in snapshot.pages { add(page.response) }
        if snapshot.pages.isEmpty { hasPublicPage.withLock { $0 = $0 == true || !url.hasPrivateHost } }
    }

    /// The catalog came from private addresses only. Before any page has come, its URL's text decides.
    func isPrivate(at url: URL) -> Bool {
        hasPublicPage.withLock { $0 }.map { !$0 } ?? url.hasPrivateHost
    }
}

extension SupplierLoader {
    /// The addresses that avatars may be loaded from. A catalog that is local, or was read from addresses that are not
    /// public, may name avatars anywhere.
    package var avatarReach: DataRequest.Reach {
        if let reach = configuration.avatarReach { return reach }
        guard !configuration.allowsPrivateHosts, case .remote(let url) = location else { return .anywhere }
        return provenance.isPrivate(at: url) ? .anywhere : .publicOnly
    }

    /// The addresses that one avatar may be loaded from: public ones if only details name it that came from one.
    func avatarReach(at url: URL) -> DataRequest.Reach { provenance.isConfined(url) ? .publicOnly : avatarReach }

    /// The addresses that every avatar may be loaded from.
    package var commonAvatarReach: DataRequest.Reach { provenance.confinesAvatars ? .publicOnly : avatarReach }
}
