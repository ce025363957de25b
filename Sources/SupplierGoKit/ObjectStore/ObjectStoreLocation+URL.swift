import FoundationEssentials

extension ObjectStoreLocation {
    /// What an object's name begins with in the bucket.
    var namePrefix: String { prefix.isEmpty ? "" : prefix + "/" }

    /// The URL of an object; `nil` for a name that no URL can have.
    func url(ofObjectNamed name: String) -> URL? {
        URL(string: bucketURL + "/" + (namePrefix + name).percentEncoded(keepingSlashes: true))
    }

    /// The URL of a question about the bucket.
    ///
    /// libcurl 7.88 signs the query as it is. Signatures are made of one whose parameters are sorted by name, each with an
    /// equals sign, and encoded as names are.
    func url(query: [String: String]) -> URL? {
        let parameters = query.sorted { $0.key < $1.key }.map { name, value in
            name.percentEncoded() + "=" + value.percentEncoded()
        }
        return URL(string: bucketURL + "?" + parameters.joined(separator: "&"))
    }

    private var bucketURL: String { endpoint.absoluteString + "/" + bucket }
}

extension String {
    /// The text with `%XX` for each byte but letters, digits and `-._~`: both sides of a signature must encode alike.
    fileprivate func percentEncoded(keepingSlashes keepsSlashes: Bool = false) -> String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            if byte.isUnreserved || keepsSlashes && byte == UInt8(ascii: "/") {
                bytes.append(byte)
            } else {
                bytes += "%\(String(hexadecimal: [byte]).uppercased())".utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether a URL holds the byte as it is: a letter, a digit or one of `-._~` (RFC 3986, section 2.3).
    var isUnreserved: Bool {
        (self | 0x20) &- UInt8(ascii: "a") < 26 || decimalValue != nil || [0x2d, 0x2e, 0x5f, 0x7e].contains(self)
    }
}
