extension URL {
    /// The URL's text without its user and password.
    var withoutCredentials: String {
        guard user != nil || password != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return absoluteString
        }
        (parts.user, parts.password) = (nil, nil)
        return parts.string ?? absoluteString
    }

    /// The URL as errors show it: without its user, its password, the values of its query and its fragment; a file's is its
    /// path.
    package var shown: String { isFileURL ? path(percentEncoded: false) : absoluteString.asShownURL }
}

extension String {
    /// The text of a URL or a reference to one as errors show it (`URL.shown`).
    package var asShownURL: String {
        let text = withoutCredentials.prefix { $0 != "#" }
        guard let mark = text.firstIndex(of: "?") else { return String(text) }
        return text[...mark] + Self.namesOnly(text[text.index(after: mark)...])
    }

    /// The text without user, password and the values of the query in any URL in it.
    var withoutSecrets: String {
        withoutCredentials.replacing(#/(:\/\/[^\s"'<>?#]*\?)([^\s"'<>#]*)/#) { $0.1 + Self.namesOnly($0.2) }
    }

    /// A query with an ellipsis for each value.
    private static func namesOnly(_ query: Substring) -> String {
        query.split(separator: "&", omittingEmptySubsequences: false).map { part in
            part.firstIndex(of: "=").map { part[...$0] + "…" } ?? "…"
        }.joined(separator: "&")
    }

    /// The text without user and password in any URL in it (RFC 3986, section 3.2.1), mistyped ones included.
    package var withoutCredentials: String { replacingCredentials(with: "") }

    /// The text with something else in place of user, password and `@` in any URL in it.
    ///
    /// A mistyped web address, such as `http:user:password@host`, has no part that is certainly its user: everything up to
    /// its last `@` is replaced.
    package func replacingCredentials(with replacement: String) -> String {
        guard contains("@") else { return self }
        var result = ""
        var rest = self[...]
        while let colon = rest.firstIndex(of: ":") {
            let isWeb = rest[..<colon].lowercased().hasSuffix("http") || rest[..<colon].lowercased().hasSuffix("https")
            result += rest[...colon]
            rest = rest[rest.index(after: colon)...]
            let slashes = rest.prefix { $0 == "/" || $0 == "\\" }
            guard isWeb || slashes == "//" else { continue }
            let text = rest[slashes.endIndex...].prefix { !"\"'<> \t\r\n".contains($0) }
            let authority = text.prefix { !"/?#".contains($0) }
            let isMistyped = slashes != "//" || !authority.contains("@") && !Self.hasValidPort(authority)
            guard let at = (isMistyped ? text : authority).lastIndex(of: "@") else { continue }
            result += slashes + replacement
            rest = rest[rest.index(after: at)...]
        }
        return result + rest
    }

    /// Whether only digits follow the last colon of a host and port; true without a port.
    private static func hasValidPort(_ authority: Substring) -> Bool {
        guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") else { return true }
        return authority[colon...].dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
    }
}
