public import FoundationEssentials

/// A URL's scheme, host and port: where a request goes (RFC 6454, section 4).
public struct Origin: Sendable, Hashable {
    /// The scheme in lower case.
    public let scheme: String

    /// The host in lower case, without the brackets of an IPv6 address.
    public let host: String

    /// The port, the scheme's own where the URL names none.
    public let port: Int

    /// The origin of an `http` or `https` URL; `nil` for every other one.
    public init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host()?.lowercased(), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        port = url.port ?? (scheme == "https" ? 443 : 80)
    }
}
