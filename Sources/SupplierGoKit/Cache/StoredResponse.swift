public import FoundationEssentials

/// What a server said of the bytes that are kept (RFC 9111, section 3): all that it takes to tell whether they are fresh,
/// and to ask whether they are still right.
public struct StoredResponse: Sendable, Hashable {
    /// The names of the response's fields that are kept; all others say nothing about keeping. Stored records hold their
    /// places in this list, which has at most 16.
    public static let fieldNames = [
        "Cache-Control", "Expires", "Date", "Age", "ETag", "Last-Modified", "Vary", "Content-Type",
    ]

    /// The URL that answered.
    public let url: String

    /// The response's status.
    public let status: HTTPStatus

    /// The response's fields, those in ``fieldNames`` only, with names as they are there.
    public let fields: HTTPFields

    /// The request's fields that the response's `Vary` names (RFC 9111, section 4.1).
    public let requestFields: HTTPFields

    /// When the request was sent, to the microsecond.
    public let requestedAt: Date

    /// When the response's head was received, to the microsecond.
    public let receivedAt: Date

    /// What its `Cache-Control` says, read once.
    let cacheControl: CacheControl

    /// Creates a value; fields whose names are not in ``fieldNames`` are left out.
    public init(
        url: String, status: HTTPStatus, fields: HTTPFields, requestFields: HTTPFields = HTTPFields(),
        requestedAt: Date, receivedAt: Date
    ) {
        self.url = url
        self.status = status
        self.fields = Self.kept(fields)
        cacheControl = CacheControl(self.fields)
        self.requestFields = requestFields
        self.requestedAt = requestedAt.roundedToMicroseconds
        self.receivedAt = receivedAt.roundedToMicroseconds
    }

    private static func kept(_ fields: HTTPFields) -> HTTPFields {
        var kept = HTTPFields()
        kept.reserveCapacity(fields.bytes.count)
        let bytes = fields.bytes.span
        for line in fields.lines {
            guard let number = number(ofField: bytes.extracting(line.name)) else { continue }
            fieldWords.append(number, bytes.extracting(line.value), to: &kept)
        }
        return kept
    }

    /// The index of a name in ``fieldNames``; `nil` where it is none of them.
    static func number(ofField name: Span<UInt8>) -> Int? {
        fieldWords.number(of: name, by: HTTPFields.isSameName)
    }

    /// The index of a name that is in ``fieldNames`` as it stands, as those of kept fields are.
    static func number(ofKeptField name: Span<UInt8>) -> Int? { fieldWords.number(of: name) }

    private static let fieldWords = WordList(fieldNames)
}

extension StoredResponse {
    /// Reads what ``append(to:)`` has written; `nil` where it is damaged.
    init?(from reader: inout PackedValueReader) {
        guard let url = reader.text(), let code = reader.integer(UInt16.self), let fields = reader.fields(),
            let requestFields = reader.fields(), let requestedAt = reader.date(), let receivedAt = reader.date()
        else { return nil }
        self.init(
            url: url, status: HTTPStatus(Int(code)), fields: fields, requestFields: requestFields,
            requestedAt: requestedAt, receivedAt: receivedAt)
    }

    func append(to values: inout PackedValues) {
        values.append(url)
        values.append(UInt16(truncatingIfNeeded: status.code))
        values.append(fields)
        values.append(requestFields)
        values.append(requestedAt)
        values.append(receivedAt)
    }
}
