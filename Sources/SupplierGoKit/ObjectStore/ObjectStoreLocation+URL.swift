import FoundationEssentials

extension ObjectStoreLocation {
    /// What an object's name begins with in the bucket.
    var namePrefix: String { prefix.isEmpty ? "" : prefix + "/" }

    /// The URL of an object; `nil` for a name that no URL can have.
    func url(ofObjectNamed name: String) -> URL? {
        URL(
            string: endpoint.absoluteString + "/" + bucket + "/"
                + (namePrefix + name).percentEncoded(keepingSlashes: true))
    }
}
