extension HeaderFields: Redacted {
    /// The lines as text, with an ellipsis for each value that may be a secret.
    public var description: String { fields.map(\.description).joined(separator: "\n") }

    /// The lines, as ``description`` has them.
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: fields.map(\.description)) }
}

extension HeaderFields.Field: Redacted {
    private static let secretNames = [
        "auth", "cookie", "credential", "key", "pass", "secret", "session", "sign", "token",
    ]

    /// The line `NAME: VALUE`, with an ellipsis for a value that may be a secret, by the name; URLs in the value lose
    /// user, password and the values of their query.
    public var description: String {
        let name = name.lowercased()
        let isURL = ["location", "content-location", "referer", "link"].contains(name)
        let isSecret = Self.secretNames.contains(where: name.contains)
        return "\(self.name): \(isSecret ? "…" : isURL ? value.asShownURL : value.shownText())"
    }
}
