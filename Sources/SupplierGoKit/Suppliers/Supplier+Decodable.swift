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
    /// Decodes a string that is not empty, or an integer.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        do {
            guard let id = Self(try value.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "expected an id that is not empty")
            }
            self = id
        } catch DecodingError.typeMismatch {
            do {
                self.init(try value.decode(Int.self))
            } catch DecodingError.typeMismatch(_, let context) {
                let reason = "expected a string or an integer"
                throw DecodingError.typeMismatch(
                    Self.self, .init(codingPath: context.codingPath, debugDescription: reason))
            }
        }
    }
}

extension Timestamp: Decodable {
    /// Decodes an RFC 3339 date-time.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try value.decode(String.self)
        guard let timestamp = Self(text) else {
            let reason = "expected an RFC 3339 date-time, found \"\(text.prefix(40))\""
            throw DecodingError.dataCorruptedError(in: value, debugDescription: reason)
        }
        self = timestamp
    }
}
