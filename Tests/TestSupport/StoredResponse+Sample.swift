import FoundationEssentials
public import SupplierGoKit

extension StoredResponse {
    /// A response with every part in use.
    public static func sample(etag: String = "\"1\"") throws -> StoredResponse {
        var fields = HeaderFields()
        for (name, value) in [("ETag", etag), ("cache-control", "max-age=60"), ("Vary", "Accept"), ("Server", "x")] {
            if let field = HeaderFields.Field(name: name, value: value) { fields.append(field) }
        }
        var requestFields = HeaderFields()
        if let field = HeaderFields.Field(name: "Accept", value: "image/*") { requestFields.append(field) }
        return StoredResponse(
            url: "https://x.test/ä.png", status: HTTPStatus(200), fields: fields, requestFields: requestFields,
            requestedAt: Date(timeIntervalSince1970: 1_700_000_000.123_456_7), receivedAt: Date.now)
    }
}
