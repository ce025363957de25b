import FoundationEssentials

/// What a server said of an entry's bytes, as a cache keeps it: in bytes, of which only what freshness needs is read.
///
/// Most lookups ask for nothing else, and the rest takes ten times as long to read. There are few bytes: see
/// ``EntryRecord/attribute``.
struct PackedResponse: Sendable, Hashable {
    /// What the first byte says.
    private enum Mark {
        static let hasURL: UInt8 = 1
        static let hasStatus: UInt8 = 2
        static let hasRequestFields: UInt8 = 4
    }

    /// What it says of how long it may be used.
    let terms: FreshnessTerms

    /// Everything else but for what is as usual: that the key's URL answered, with status 200, and varies by nothing.
    let bytes: [UInt8]

    private static let usualStatus = HTTPStatus(200)

    /// Takes what was packed before.
    init(terms: FreshnessTerms, bytes: [UInt8]) {
        self.terms = terms
        self.bytes = bytes
    }

    /// Packs a response.
    init(_ response: StoredResponse, for key: CacheKey) {
        terms = FreshnessTerms(of: response)
        let (url, requestFields) = (response.url, response.requestFields)
        // Text that is equal may still have other bytes.
        let hasURL = !url.utf8.span.isEqual(to: key.text.utf8.span)
        let hasStatus = response.status != Self.usualStatus
        let marks =
            (hasURL ? Mark.hasURL : 0) | (hasStatus ? Mark.hasStatus : 0)
            | (requestFields.isEmpty ? 0 : Mark.hasRequestFields)
        let room = url.utf8.count + requestFields.bytes.count + PackedFields.room(for: response.fields) + 64
        var bytes: [UInt8] = []
        bytes.append(addingCapacity: room) { [terms] bytes in
            bytes.append(marks)
            bytes.append(compact: terms.receivedAt &- response.requestedAt.microseconds)
            if hasURL { bytes.append(counted: url.utf8.span) }
            if hasStatus { bytes.append(compact: Int64(response.status.code)) }
            if !requestFields.isEmpty {
                bytes.append(compact: UInt64(requestFields.count))
                for line in requestFields.lines {
                    bytes.append(counted: requestFields.bytes.span.extracting(line.name))
                    bytes.append(counted: requestFields.bytes.span.extracting(line.value))
                }
            }
            bytes.append(packing: response.fields, receivedAt: terms.receivedAt)
        }
        self.bytes = bytes
    }

    /// The response of a key's server, read anew each time; `nil` where the bytes are none.
    func response(for key: CacheKey) -> StoredResponse? {
        let bytes = bytes.span
        guard let marks = bytes.isEmpty ? nil : bytes[0] else { return nil }
        var index = 1
        guard let delay = bytes.compactSignedNumber(at: &index) else { return nil }
        var (url, code, requestFields) = (key.text, Int64(Self.usualStatus.code), HTTPFields())
        if marks & Mark.hasURL != 0 {
            guard let range = bytes.countedBytes(at: &index) else { return nil }
            url = String(decoding: self.bytes[range], as: UTF8.self)
        }
        if marks & Mark.hasStatus != 0 {
            guard let number = bytes.compactSignedNumber(at: &index) else { return nil }
            code = number
        }
        if marks & Mark.hasRequestFields != 0 {
            guard let count = bytes.compactNumber(at: &index) else { return nil }
            for _ in 0..<count {
                guard let name = bytes.countedBytes(at: &index), let value = bytes.countedBytes(at: &index),
                    requestFields.append(name: bytes.extracting(name), value: bytes.extracting(value))
                else { return nil }
            }
        }
        guard let fields = PackedFields.fields(in: bytes, from: index, receivedAt: terms.receivedAt) else { return nil }
        return StoredResponse(
            url: url, status: HTTPStatus(Int(code)), fields: fields, requestFields: requestFields,
            requestedAt: Date(microseconds: terms.receivedAt &- delay),
            receivedAt: Date(microseconds: terms.receivedAt))
    }
}
