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
        self = try Self.read(from: DecodedMembers(container: record)) {
            (id, createdAt, fullname, avatar, phone, company, email) in
            Supplier(
                id: id, createdAt: createdAt, fullname: fullname, phone: phone, company: company, email: email,
                avatar: avatar.flatMap { Avatar(endpoint: $0) })
        }
    }

    /// Reads a record's members, and puts them together: this says what a supplier is.
    @inline(__always)
    static func read<Members: SupplierReading, Whole>(
        from members: Members,
        _ make: (
            _ id: Members.ID, _ createdAt: Members.Time, _ fullname: Members.Text, _ avatar: Members.Text?,
            _ phone: Members.Text, _ company: Members.Text, _ email: Members.Text
        ) -> Whole
    ) throws(Members.Failure) -> Whole {
        make(
            try members.id(.id), try members.time(.createdAt), try members.text(.fullname),
            try members.textIfPresent(.avatar), try members.text(.phone), try members.text(.company),
            try members.text(.email))
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
