extension String {
    /// The text with user and password taken out of every URL in it (RFC 3986, section 3.2.1).
    var withoutCredentials: String { replacingCredentials(with: "") }

    /// The text with something that can be seen in place of user and password in every URL in it.
    var hidingCredentials: String { replacingCredentials(with: CurrentSettings.hidden + "@") }

    /// The same for a proxy, which may be a URL without a scheme.
    var hidingProxyCredentials: String {
        guard !contains("://"), let at = lastIndex(of: "@") else { return hidingCredentials }
        return CurrentSettings.hidden + self[at...]
    }

    private func replacingCredentials(with replacement: String) -> String {
        guard contains("://"), contains("@") else { return self }
        var result = ""
        var rest = self[...]
        while let mark = rest.firstRange(of: "://") {
            result += rest[..<mark.upperBound]
            rest = rest[mark.upperBound...]
            let authority = rest.prefix { !"/?#\"'<> \t\r\n".contains($0) }
            guard let at = authority.lastIndex(of: "@") else { continue }
            result += replacement
            rest = rest[rest.index(after: at)...]
        }
        return result + rest
    }
}
