extension Supplier: Decodable {
    enum CodingKeys: String, CodingKey {
        case id, createdAt, fullname, avatar, phone, company, email
    }

    /// Decodes a record: all fields but `avatar` are required; others than these are ignored.
    ///
    /// - Throws: `DecodingError`, with the path of the field at fault.
    public init(from decoder: any Decoder) throws {
        try self.init(record: decoder.container(keyedBy: CodingKeys.self))
    }

    /// Decodes a record's members, from a container of any type, so that the compiler can make one whole of this and
    /// of a container that it knows.
    init<Record: KeyedDecodingContainerProtocol>(record: Record) throws where Record.Key == CodingKeys {
        let id = try record.decode(ID.self, forKey: .id)
        let createdAt = try record.decode(Timestamp.self, forKey: .createdAt)
        let fullname = try record.decode(String.self, forKey: .fullname)
        let avatar = try record.decodeIfPresent(String.self, forKey: .avatar).flatMap { Avatar(endpoint: $0) }
        let phone = try record.decode(String.self, forKey: .phone)
        let company = try record.decode(String.self, forKey: .company)
        let email = try record.decode(String.self, forKey: .email)
        self.init(
            id: id, createdAt: createdAt, fullname: fullname, phone: phone, company: company, email: email,
            avatar: avatar)
    }
}

extension Supplier.ID: Decodable, ExpectationStating {
    static let expectation = "a string or an integer"

    /// Decodes a string that is not empty, or an integer of at most 38 digits.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text: String
        do {
            text = try value.decode(String.self)
        } catch DecodingError.typeMismatch {
            self.init(try Self.stating { try value.decode(Int128.self) })
            return
        } catch {
            throw Self.stated(error)
        }
        guard let id = Self(text) else {
            let reason = "expected a string that is not empty, or an integer, found \"\""
            throw DecodingError.dataCorruptedError(in: value, debugDescription: reason)
        }
        self = id
    }
}

extension Timestamp: Decodable, ExpectationStating {
    static let expectation = "an RFC 3339 date-time"

    /// Decodes an RFC 3339 date-time.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let text = try Self.stating { try value.decode(String.self) }
        guard let timestamp = Self(text) else {
            let found = text.count > 40 ? text.prefix(40) + "…" : text
            let reason = "expected \(Self.expectation), found \"\(found)\""
            throw DecodingError.dataCorruptedError(in: value, debugDescription: reason)
        }
        self = timestamp
    }
}
