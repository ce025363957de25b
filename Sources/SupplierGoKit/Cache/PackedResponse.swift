/// What a server said of an entry's bytes, as a cache keeps it: in bytes, of which only what freshness needs is read.
///
/// Most lookups ask for nothing else, and the rest takes ten times as long to read.
struct PackedResponse: Sendable, Hashable {
    /// What it says of how long it may be used.
    let terms: FreshnessTerms

    /// What ``StoredResponse/append(to:)`` has written.
    let bytes: [UInt8]

    /// Takes what was packed before.
    init(terms: FreshnessTerms, bytes: [UInt8]) {
        self.terms = terms
        self.bytes = bytes
    }

    /// Packs a response.
    init(_ response: StoredResponse) {
        var values = PackedValues()
        response.append(to: &values)
        self.init(terms: FreshnessTerms(of: response), bytes: values.bytes)
    }

    /// The response, read anew each time; `nil` where the bytes are none.
    var response: StoredResponse? {
        var reader = PackedValueReader(bytes)
        let response = StoredResponse(from: &reader)
        return reader.isAtEnd ? response : nil
    }
}
