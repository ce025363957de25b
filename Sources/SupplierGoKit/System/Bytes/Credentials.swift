extension URL {
    /// The URL's text without its user and password.
    var withoutCredentials: String {
        guard user != nil || password != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return absoluteString
        }
        (parts.user, parts.password) = (nil, nil)
        return parts.string ?? absoluteString
    }
}

extension String {
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
