extension URL {
    /// Creates an absolute URL from text as people and servers write it, and browsers read it: without the blanks and
    /// line ends around it. Scheme and host are in lower case, escapes elsewhere stay as they are, and other characters
    /// that a URL may not hold are encoded as UTF-8.
    ///
    /// Foundation alone would encode a part as a whole, its escapes too, if one character of it may not be there. Only
    /// a host's name is left to it: without ICU it encodes one beyond ASCII, which ``hostName`` then converts.
    ///
    /// - Parameters:
    ///   - text: a URL, or a reference to one (RFC 3986, section 4.1). A host with escapes of ASCII is none.
    ///   - base: the URL that a reference is relative to. Default `nil`, for none.
    package init?(written text: String, relativeTo base: URL? = nil) {
        guard let encoded = Self.encoded(text.withoutBlanksAround),
            let url = URL(string: encoded, relativeTo: base)?.absoluteURL
        else { return nil }
        self = url
    }

    /// A URL's text with escapes for all that may not be there (RFC 3986, sections 2 and 3); `nil` if it has control
    /// characters, or a host with escapes of ASCII.
    private static func encoded(_ written: String) -> String? {
        let text = Array(written.utf8)
        guard !text.contains(where: { $0 < 0x20 || $0 == 0x7f }) else { return nil }
        let scheme = written.urlScheme.map { $0 + ":" } ?? ""
        var (output, rest) = (Array(scheme.utf8), text.dropFirst(scheme.utf8.count))
        if rest.starts(with: "//".utf8) {
            let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
            let userEnd = authority.lastIndex(of: UInt8(ascii: "@")) ?? authority.startIndex
            let host = normalized(host: authority[userEnd...])
            // The zone of an address of version 6 follows an escape (RFC 6874).
            let marks = host.contains(UInt8(ascii: "[")) ? ":@[]%" : ":@"
            guard host.allSatisfy({ $0 >= 0x80 || allows($0, marks) }) else { return nil }
            output += "//".utf8
            append(authority[..<userEnd], allowing: ":", to: &output)
            output += host
            rest = rest[authority.endIndex...]
        }
        let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        // A colon in the first segment would end a scheme (RFC 3986, section 4.2).
        let firstSegment = path.prefix { $0 != UInt8(ascii: "/") }
        if output.isEmpty, firstSegment.contains(UInt8(ascii: ":")) { output += "./".utf8 }
        append(path, allowing: ":@/", to: &output)
        let isFragment = rest[path.endIndex...].first == UInt8(ascii: "#")
        let query = rest[path.endIndex...].prefix { isFragment || $0 != UInt8(ascii: "#") }
        for part in [query, rest[query.endIndex...]] {
            output += part.prefix(1)
            append(part.dropFirst(), allowing: ":@/?", to: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// A host in lower case, without escapes of letters beyond ASCII. Those of ASCII would hide an address.
    private static func normalized(host: ArraySlice<UInt8>) -> [UInt8] {
        var (bytes, rest) = ([UInt8](), host)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte.lowercasedASCII)
                continue
            }
            let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            guard let escaped, escaped >= 0x80 else { return bytes + [byte] + rest }
            bytes.append(escaped)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    private static func append(_ part: ArraySlice<UInt8>, allowing marks: String, to output: inout [UInt8]) {
        for (index, byte) in zip(part.indices, part) {
            let isEscape =
                byte == UInt8(ascii: "%")
                && part[index...].dropFirst().prefix(2).count { $0.isHexadecimalDigit } == 2
            if isEscape || allows(byte, marks) {
                output.append(byte)
            } else {
                output += byte.percentEscape.utf8
            }
        }
    }

    private static func allows(_ byte: UInt8, _ marks: String) -> Bool {
        byte.isUnreserved || "!$&'()*+,;=".utf8.contains(byte) || marks.utf8.contains(byte)
    }
}

extension String {
    /// The scheme of a URL in lower case (RFC 3986, section 3.1), or `nil` for a relative reference.
    package var urlScheme: String? {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        guard let colon = utf8.span.firstIndex(of: UInt8(ascii: ":"), from: 0) else { return nil }
        let scheme = utf8.prefix(colon)
        guard let first = scheme.first, isLetter(first) else { return nil }
        let isScheme = scheme.allSatisfy { isLetter($0) || $0.decimalValue != nil || "+-.".utf8.contains($0) }
        return isScheme ? String(decoding: scheme, as: UTF8.self).lowercased() : nil
    }

    /// The path and the query of a URL, which mean the same at another host.
    var pathAndQuery: String {
        let text = withoutBlanksAround
        let rest = text.dropFirst(text.urlScheme.map { $0.utf8.count + 1 } ?? 0)
        guard rest.hasPrefix("//") else { return String(rest) }
        let path = rest.dropFirst(2).drop { !"/?#".contains($0) }
        return (path.hasPrefix("/") ? "" : "/") + path
    }

    /// The text without blanks and line ends around it, which are not part of a URL.
    var withoutBlanksAround: String {
        guard let range = utf8.span.withoutBlanksAround(0..<utf8.count) else { return "" }
        return range.count == utf8.count ? self : String(decoding: utf8.span.extracting(range))
    }
}

extension String {
    /// The text of a URL without the parameters of its query that sign it, which change each time a catalog is read;
    /// `nil` if none does.
    ///
    /// These are the parameters of Amazon S3, Google Cloud Storage, CloudFront and Azure: a parameter that may mean
    /// something else counts only beside all the others of its kind. It is for comparing: messages hide the values of
    /// all parameters (``asShownURL``).
    package var withoutSignature: String? {
        guard utf8.span.firstIndex(of: UInt8(ascii: "?"), from: 0) != nil,
            utf8.span.holdsIgnoringCase("sig".utf8.span), !query.isEmpty
        else { return nil }
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

    /// The name of a query's parameter, without escapes.
    var parameterName: Substring {
        let name = prefix { $0 != "=" }
        guard name.utf8.contains(UInt8(ascii: "%")) else { return name }
        return String(decoding: name.percentDecoded, as: UTF8.self)[...]
    }
}
