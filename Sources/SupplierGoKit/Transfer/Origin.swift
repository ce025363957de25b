/// A URL's scheme, host and port (RFC 6454, section 4).
package struct Origin: Sendable, Hashable {
    /// The scheme in lower case.
    let scheme: String

    /// The host in lower case, without the brackets of an IPv6 address.
    let host: String

    /// The port, the scheme's own if the URL names none.
    let port: Int

    /// The hash of all of it, made once: a request looks several things up by its origin.
    private let hash: Int

    /// The origin of an `http` or `https` URL; `nil` for every other one.
    package init?(_ url: URL) {
        guard let parts = Self.plainParts(of: url.absoluteString.utf8.span) ?? Self.parts(of: url) else { return nil }
        (scheme, host) = (parts.scheme, parts.host)
        port = parts.port ?? (scheme == "https" ? 443 : 80)
        var hasher = Hasher()
        hasher.combine(scheme)
        hasher.combine(host)
        hasher.combine(port)
        hash = hasher.finalize()
    }

    private typealias Parts = (scheme: String, host: String, port: Int?)

    private static func parts(of url: URL) -> Parts? {
        guard let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.host()?.lowercased(), !host.isEmpty
        else { return nil }
        return (scheme, host, url.port)
    }

    /// The parts of a URL that is written as most are; `nil` for others. A request needs them three times.
    private static func plainParts(of text: Span<UInt8>) -> Parts? {
        guard let authority = PlainURL.Authority(in: text),
            authority.end == text.count || "/?#".utf8.contains(text[authority.end]),
            let host = String(copyingASCII: text.extracting(authority.host))
        else { return nil }
        return (authority.isEncrypted ? "https" : "http", host, authority.port)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
    }
}

extension Origin: CustomStringConvertible {
    /// The origin as a URL without a path (RFC 6454, section 6.2).
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (scheme == "https" ? 443 : 80) ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }
}
