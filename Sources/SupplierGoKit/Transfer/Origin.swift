public import FoundationEssentials

/// A URL's scheme, host and port: whom a request goes to (RFC 6454, section 4).
public struct Origin: Sendable, Hashable {
    /// What an origin consists of, in one place: it is handed on several times a transfer.
    private final class Parts: Sendable {
        let scheme: String
        let host: String
        let port: Int

        /// The three in one number: origins are looked up several times a transfer as well.
        let hash: Int

        init(_ scheme: String, _ host: String, _ port: Int) {
            (self.scheme, self.host, self.port) = (scheme, host, port)
            var hasher = Hasher()
            hasher.combine(scheme)
            hasher.combine(host)
            hasher.combine(port)
            hash = hasher.finalize()
        }
    }

    private let parts: Parts

    /// The scheme in lower case.
    public var scheme: String { parts.scheme }

    /// The host in lower case, without the brackets of an IPv6 address.
    public var host: String { parts.host }

    /// The port, the scheme's own where the URL names none.
    public var port: Int { parts.port }

    /// The origin of an `http` or `https` URL; `nil` for every other one.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host()?.lowercased(), !host.isEmpty
        else { return nil }
        parts = Parts(scheme, host, url.port ?? (scheme == "https" ? 443 : 80))
    }

    /// Whether scheme, host and port are the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.parts === right.parts
            || left.port == right.port && left.host == right.host && left.scheme == right.scheme
    }

    /// Hashes scheme, host and port.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(parts.hash)
    }
}
