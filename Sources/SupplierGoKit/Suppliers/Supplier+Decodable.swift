extension Supplier: Decodable {
    private enum CodingKeys: String, CodingKey {
        case id, createdAt, fullname, avatar, phone, company, email
    }

    /// Decodes a record: all fields but `avatar` are required; others than these are ignored.
    ///
    /// - Throws: `DecodingError`, with the path of the field at fault.
    public init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: CodingKeys.self)
        id = try record.decode(ID.self, forKey: .id)
        createdAt = try record.decode(Timestamp.self, forKey: .createdAt)
        fullname = try record.decode(String.self, forKey: .fullname)
        avatar = try record.decodeIfPresent(String.self, forKey: .avatar).flatMap { Avatar(endpoint: $0) }
        phone = try record.decode(String.self, forKey: .phone)
        company = try record.decode(String.self, forKey: .company)
        email = try record.decode(String.self, forKey: .email)
    }
}

extension Supplier.ID: Decodable {
    /// Decodes a string that is not empty, or an integer of at most 38 digits.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text: String
        do {
            text = try value.decode(String.self)
        } catch DecodingError.typeMismatch {
            self.init(try Self.integer(in: value))
            return
        } catch DecodingError.valueNotFound(_, let context) {
            throw DecodingError.valueNotFound(Self.self, Self.mismatch(context))
        }
        guard let id = Self(text) else {
            let reason = "expected a string that is not empty, or an integer, found \"\""
            throw DecodingError.dataCorruptedError(in: value, debugDescription: reason)
        }
        self = id
    }

    private static func integer(in value: any SingleValueDecodingContainer) throws -> Int128 {
        do {
            return try value.decode(Int128.self)
        } catch DecodingError.typeMismatch(_, let context) {
            throw DecodingError.typeMismatch(Self.self, mismatch(context))
        }
    }

    /// The context of an error in words that name both kinds of values.
    private static func mismatch(_ context: DecodingError.Context) -> DecodingError.Context {
        let found = (context.underlyingError as? ValueMismatch).map { ", found \($0.found)" } ?? ""
        return DecodingError.Context(
            codingPath: context.codingPath, debugDescription: "expected a string or an integer\(found)",
            underlyingError: context.underlyingError)
    }
}

extension Timestamp: Decodable {
    /// Decodes an RFC 3339 date-time.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        guard let timestamp = Self(text) else {
            let reason = "expected an RFC 3339 date-time, found \"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
            throw DecodingError.dataCorruptedError(in: value, debugDescription: reason)
        }
        self = timestamp
    }
}
