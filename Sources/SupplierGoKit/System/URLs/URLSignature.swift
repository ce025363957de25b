extension String {
    /// The text of a URL without the parameters of its query that sign it, which change each time a catalog is read;
    /// `nil` if none does.
    ///
    /// These are the parameters of Amazon S3, Google Cloud Storage, CloudFront and Azure: a parameter that may mean
    /// something else counts only beside all the others of its kind. It is for comparing: messages hide the values of
    /// all parameters (``asShownURL``).
    package var withoutSignature: String? {
        guard let mark = utf8.span.firstIndex(of: UInt8(ascii: "?"), from: 0),
            utf8.span.extracting(mark...).holdsIgnoringCase("sig".utf8.span)
        else { return nil }
        let start = utf8.index(utf8.startIndex, offsetBy: mark)
        let end = self[start...].utf8.firstIndex(of: UInt8(ascii: "#")) ?? endIndex
        let parameters = self[start..<end].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
        func name(_ parameter: Substring) -> Substring { parameter.prefix { $0 != "=" } }
        let names = Set(parameters.map(name))
        var signing = Self.signingParameters.filter { names.isSuperset(of: $0.all) }
            .reduce(into: Set()) { $0.formUnion($1.all.union($1.others)) }
        for prefix in ["X-Amz-", "X-Goog-"] where names.contains("\(prefix)Signature") {
            signing.formUnion(names.filter { $0.hasPrefix(prefix) })
        }
        guard !signing.isEmpty else { return nil }
        let rest = parameters.filter { !signing.contains(name($0)) }.joined(separator: "&")
        return self[..<start] + (rest.isEmpty ? "" : "?") + rest + self[end...]
    }

    /// The parameters that sign a URL together, and others that then belong to the signature.
    private static let signingParameters: [(all: Set<Substring>, others: Set<Substring>)] = [
        (["Signature", "Key-Pair-Id", "Expires"], []), (["Signature", "Key-Pair-Id", "Policy"], []),
        (["Signature", "Expires", "AWSAccessKeyId"], ["x-amz-security-token"]),
        (["Signature", "Expires", "GoogleAccessId"], []),
        (["sig", "se", "sp", "sv"], ["st", "skt", "ske", "skoid", "sktid", "sks", "skv"]),
    ]
}
