extension String {
    /// The text of a URL without the parameters of its query that sign it, which change each time a catalog is read;
    /// `nil` if none does.
    ///
    /// These are the parameters of Amazon S3, Google Cloud Storage, CloudFront and Azure: a parameter that may mean
    /// something else counts only beside all the others of its kind. It is for comparing: messages hide the values of
    /// all parameters (``asShownURL``).
    package var withoutSignature: String? {
        guard utf8.span.holdsIgnoringCase("sig".utf8.span), !query.isEmpty else { return nil }
        let names = Set(parameterNames)
        var signing = Self.signingParameters.filter { names.isSuperset(of: $0.all) }
            .reduce(into: Set()) { $0.formUnion($1.all.union($1.others)) }
        for prefix in ["X-Amz-", "X-Goog-"] where names.contains("\(prefix)Signature") {
            signing.formUnion(names.filter { $0.hasPrefix(prefix) })
        }
        return signing.isEmpty ? nil : withoutParameters(named: signing)
    }

    /// The parameters that sign a URL together, and others that then belong to the signature.
    private static let signingParameters: [(all: Set<Substring>, others: Set<Substring>)] = [
        (["Signature", "Key-Pair-Id", "Expires"], []), (["Signature", "Key-Pair-Id", "Policy"], []),
        (["Signature", "Expires", "AWSAccessKeyId"], ["x-amz-security-token"]),
        (["Signature", "Expires", "GoogleAccessId"], []),
        (["sig", "se", "sp", "sv"], ["st", "skt", "ske", "skoid", "sktid", "sks", "skv"]),
    ]

    /// The names of the parameters in the query of a URL's text, in their order.
    package var parameterNames: [Substring] { query.parameters.map(\.parameterName) }

    /// The text of a URL without the parameters of its query that have one of some names.
    package func withoutParameters(named names: Set<Substring>) -> String {
        let rest = query.parameters.filter { !names.contains($0.parameterName) }.joined(separator: "&")
        return self[..<query.startIndex] + (rest.isEmpty ? "" : "?") + rest + self[query.endIndex...]
    }

    /// The query of a URL's text with its question mark; empty, at the end of the rest, if it has none.
    private var query: Substring {
        Substring(utf8.prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: "?") })
    }
}

extension Substring {
    fileprivate var parameters: [Substring] { dropFirst().split(separator: "&", omittingEmptySubsequences: false) }
    fileprivate var parameterName: Substring { prefix { $0 != "=" } }
}
