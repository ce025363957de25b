extension String {
    /// The text with user and password taken out of every URL in it (RFC 3986, section 3.2.1).
    var withoutCredentials: String {
        guard contains("://"), contains("@") else { return self }
        var result = ""
        var rest = self[...]
        while let mark = rest.firstRange(of: "://") {
            result += rest[..<mark.upperBound]
            rest = rest[mark.upperBound...]
            let authority = rest.prefix { !"/?#\"'<> \t\r\n".contains($0) }
            if let at = authority.lastIndex(of: "@") { rest = rest[rest.index(after: at)...] }
        }
        return result + rest
    }
}
