/// A URL's scheme, host and port (RFC 6454, section 4).
///
/// A request's own header fields are sent to its origin only: ``Transfer/fieldsToSend`` leaves them out after a
/// redirect to another, and ``SupplierLoader/originFields(for:)`` gives a catalog's only to requests to its origin.
package struct Origin: Sendable, Hashable {
    /// Its scheme is `https`, and not `http`.
    let isEncrypted: Bool

    /// The host in lower case, without the brackets of an IPv6 address.
    let host: String

    /// The port, the scheme's own if the URL names none.
    let port: Int

    /// The origin of an `http` or `https` URL; `nil` for every other one, and for one whose host is not a name
    /// (`URL.hostName`).
    package init?(_ url: URL) {
        if let plain = Origin(plain: url) {
            self = plain
        } else if let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = url.hostName?.lowercased(), !host.isEmpty
        {
            self.init(isEncrypted: scheme == "https", host, url.port)
        } else {
            return nil
        }
    }

    /// The origin of a URL that is written as most are, and needs no parser; `nil` for any other.
    init?(plain url: URL) {
        let text = url.absoluteString.utf8.span
        guard let authority = PlainURL.Authority(in: text),
            let host = String(copyingASCII: text.extracting(authority.host))
        else { return nil }
        self.init(isEncrypted: authority.isEncrypted, host, authority.port)
    }

    private init(isEncrypted: Bool, _ host: String, _ port: Int?) {
        (self.isEncrypted, self.host) = (isEncrypted, host)
        self.port = port ?? (isEncrypted ? 443 : 80)
    }

    /// The scheme in lower case.
    var scheme: String { isEncrypted ? "https" : "http" }
}

extension Origin: CustomStringConvertible {
    /// The origin as a URL without a path (RFC 6454, section 6.2).
    package var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isEncrypted ? 443 : 80) ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }
}

extension URL {
    /// The host as name servers and libcurl know it, without the brackets of an IPv6 address: a name beyond ASCII,
    /// which Foundation without ICU has percent-encoded, in Punycode; `nil` for a URL without a host.
    ///
    /// A host with an escape of an ASCII character is none: it would hide an address from those who judge it by its
    /// text.
    var hostName: String? {
        // `host()` gives a name in Punycode percent-encoded if there is ICU.
        guard let host = URLComponents(url: self, resolvingAgainstBaseURL: true)?.encodedHost else { return nil }
        // Of an IPv6 address the zone follows an escape.
        if host.hasPrefix("[") { return String(host.dropFirst().dropLast()) }
        guard host.utf8.contains(UInt8(ascii: "%")) else { return host }
        guard let name = self.host(percentEncoded: false) else { return nil }
        let encodedByteCount = name.utf8.reduce(0) { $0 + ($1 < 0x80 ? 1 : 3) }
        return host.utf8.count == encodedByteCount ? InternationalName.ascii(name) : nil
    }

    /// The URL with ``hostName`` in place of a name beyond ASCII; the same URL for any other name.
    var withHostName: URL {
        let text = absoluteString.utf8.span
        guard PlainURL.Authority(in: text) == nil, text.firstIndex(of: UInt8(ascii: "%"), from: 0) != nil,
            var parts = URLComponents(url: self, resolvingAgainstBaseURL: true), let host = parts.encodedHost,
            !host.hasPrefix("["), let name = hostName, name != host
        else { return self }
        parts.encodedHost = name
        return parts.url ?? self
    }
}
