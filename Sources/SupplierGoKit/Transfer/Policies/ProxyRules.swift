/// Decides which requests go through a proxy, as libcurl would; a pure function over values.
///
/// libcurl does not tell its decision, but ``HostPolicy`` must know whether an address is the proxy's.
package struct ProxyRules: Sendable {
    private let proxies: [String: String]
    private let exceptions: [String]

    /// Reads the environment as libcurl does (`CURLOPT_PROXY`, `CURLOPT_NOPROXY`).
    ///
    /// - Parameters:
    ///   - proxy: the proxy for everything, which takes precedence; `nil` for the environment's.
    ///   - environment: `http_proxy` counts in lower case only, since a web server's environment may hold
    ///     `HTTP_PROXY` out of a request's field `Proxy`.
    init(proxy: String?, environment: [String: String]) {
        func variable(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0]?.withoutBlanksAround }.first { !$0.isEmpty }
        }
        let proxy = proxy?.withoutBlanksAround
        var proxies: [String: String] = [:]
        let general = proxy ?? variable("all_proxy", "ALL_PROXY")
        proxies["http"] = proxy ?? variable("http_proxy") ?? general
        proxies["https"] = proxy ?? variable("https_proxy", "HTTPS_PROXY") ?? general
        self.proxies = proxies.filter { !$0.value.isEmpty }
        exceptions = (variable("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map {
            String($0.lowercased().drop { $0 == "." })
        }
    }

    /// The proxy for requests to an origin, or `nil` for none.
    func proxy(for origin: Origin) -> String? {
        guard let proxy = proxies[origin.scheme] else { return nil }
        let host = String(origin.host.hasSuffix(".") ? origin.host.dropLast() : origin.host[...])
        return exceptions.contains { Self.covers($0, host) } ? nil : proxy
    }

    /// A proxy's URL: one without a scheme is `http` (`CURLOPT_PROXY`).
    static func url(of proxy: String) -> String { proxy.contains("://") ? proxy : "http://" + proxy }

    /// The text is a proxy of a known scheme with a host, or empty for none.
    package static func isUsable(_ proxy: String) -> Bool {
        let text = proxy.withoutBlanksAround
        let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        let host = rest.prefix { $0 != "/" }
        return proxy.isEmpty || hasKnownScheme(text) && !host.isEmpty && !host.contains(where: \.isWhitespace)
    }

    /// libcurl knows the proxy's scheme.
    static func hasKnownScheme(_ proxy: String) -> Bool {
        guard let scheme = scheme(of: proxy) else { return true }
        return ["http", "https", "socks", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme)
    }

    /// TLS is spoken to the proxy itself.
    static func isSecure(_ proxy: String?) -> Bool { proxy.flatMap(scheme) == "https" }

    /// The addresses of which a proxy is told one in place of the host's name, which is then resolved here: of version
    /// 4 only, or of any; `nil` for a proxy that is told the name.
    static func toldAddresses(_ proxy: String) -> IPAddress.Versions? {
        switch scheme(of: proxy) {
        case "socks", "socks4": .v4
        case "socks5": .any
        default: nil
        }
    }

    private static func scheme(of proxy: String) -> String? {
        proxy.firstRange(of: "://").map { proxy[..<$0.lowerBound].lowercased() }
    }

    private static func covers(_ exception: String, _ host: String) -> Bool {
        if exception == "*" || exception == host { return true }
        guard let address = IPAddress(host) else { return host.hasSuffix("." + exception) }
        let parts = exception.split(separator: "/")
        guard let network = parts.first.flatMap({ IPAddress(String($0)) }) else { return false }
        guard parts.count == 2, let length = Int(parts[1]) else { return network == address }
        switch (network, address) {
        case (.v4(let network), .v4(let address)):
            return (0...32).contains(length) && (network ^ address) >> (32 - length) == 0
        case (.v6(let network), .v6(let address)):
            return (0...128).contains(length) && (network ^ address) >> (128 - length) == 0
        default: return false
        }
    }
}
