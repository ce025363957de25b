/// A record that is not a supplier, without its position.
struct RecordError: Error, Hashable {
    /// The field at fault; empty for the record itself.
    let path: String

    /// The expected and the found value, as a clause.
    let reason: String

    /// The offset of the first byte that is not valid JSON, in a record that is not.
    private(set) var errorOffset: Int?

    init(path: String, expected: String, found: String) {
        self.path = path
        reason = "expected \(expected), found \(found)"
    }

    init(path: String, reason: String) {
        (self.path, self.reason) = (path, reason)
    }

    /// A record that is not valid JSON.
    init(_ error: CatalogSyntaxError) {
        let place = error.placeAndClause
        self.init(path: "", reason: place?.clause ?? "\(error)")
        errorOffset = place?.byteOffset
    }

    /// A record that is longer than one may be.
    static let tooLong = RecordError(
        path: "", expected: "a record of at most \(RecordPiece.recordByteLimit) bytes", found: "a longer one")

    init(path: String, encoding error: JSONText.EncodingError) {
        switch error {
        case .invalidUTF8:
            self.init(path: path, expected: "a string in UTF-8", found: "bytes that are not UTF-8")
        case .loneSurrogate:
            self.init(path: path, expected: "a string of whole characters", found: "half a surrogate pair")
        }
    }
}
