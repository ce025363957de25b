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
