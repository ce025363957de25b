extension String {
    /// The text of a URL without the parameters of its query that sign it, which change each time the catalog is read.
    ///
    /// These are the parameters of Amazon S3, Google Cloud Storage, CloudFront and Azure: a parameter that may mean
    /// something else counts only beside all the others of its kind. It is for comparing: messages hide secrets by
    /// ``asMessage``.
    var withoutSignature: String {
        guard let mark = utf8.firstIndex(of: UInt8(ascii: "?")) else { return self }
        let end = self[mark...].utf8.firstIndex(of: UInt8(ascii: "#")) ?? endIndex
        let parameters = self[index(after: mark)..<end].split(separator: "&", omittingEmptySubsequences: false)
        func name(_ parameter: Substring) -> Substring { parameter.prefix { $0 != "=" } }
        let names = Set(parameters.map(name))
        var signing = Self.signingParameters.filter(names.isSuperset).reduce(into: Set()) { $0.formUnion($1) }
        for prefix in ["X-Amz-", "X-Goog-"] where names.contains("\(prefix)Signature") {
            signing.formUnion(names.filter { $0.hasPrefix(prefix) })
        }
        guard !signing.isEmpty else { return self }
        let rest = parameters.filter { !signing.contains(name($0)) }.joined(separator: "&")
        return self[..<mark] + (rest.isEmpty ? "" : "?") + rest + self[end...]
    }

    /// The parameters that sign a URL together.
    private static let signingParameters: [Set<Substring>] = [
        ["Signature", "Expires", "Key-Pair-Id"], ["Signature", "Expires", "AWSAccessKeyId"], ["sig", "se", "sp", "sv"],
    ]
}
