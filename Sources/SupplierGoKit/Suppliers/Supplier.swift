/// A supplier of a catalog.
///
/// The record gives the avatar's endpoint only. Its bytes are loaded separately, by a
/// ``SupplierLoader``.
public struct Supplier: Sendable, Hashable, Identifiable {
    /// The catalog's own name for the supplier. A catalog may use one id twice.
    public let id: ID

    /// When the supplier joined the directory; `nil` if that is unknown.
    public let createdAt: Timestamp?

    /// The fields that a local edit has changed; none if it is as in the catalog.
    public package(set) var editedFields: Supplier.EditedFields = []

    /// The record's other members.
    public package(set) var otherFields = Supplier.OtherFields()

    /// The person's full name, as given.
    public let fullname: String

    /// The phone number, as given.
    public let phone: String

    /// The company's name, as given.
    public let company: String

    /// The e-mail address, as given; it is not validated.
    public let email: String

    /// The picture; `nil` if the record's `avatar` is absent, null or empty.
    public var avatar: Avatar?

    /// A supplier's id: text that is not empty.
    ///
    /// Catalogs write it as a JSON string or as an integer; `7` and `"7"` are the same id. Ids are compared by their
    /// bytes: texts that differ only in their Unicode normal form are two ids.
    public struct ID: Sendable, Hashable, CustomStringConvertible {
        /// The id's text, never empty.
        public let rawValue: String

        /// Creates an id, or `nil` if the text is empty.
        public init?(_ rawValue: String) {
            guard !rawValue.isEmpty else { return nil }
            self.rawValue = rawValue
        }

        /// Creates an id from an integer, in decimal.
        public init(_ number: some BinaryInteger) {
            rawValue = String(number)
        }

        /// The id's text.
        public var description: String { rawValue }

        /// Compares two ids byte by byte, unlike their texts.
        public static func == (left: ID, right: ID) -> Bool {
            left.rawValue == right.rawValue && left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
        }

        /// The ids look the same: they differ in their Unicode normal form, if at all.
        package func looksLike(_ other: ID) -> Bool { rawValue == other.rawValue }
    }
}

// A written-out memberwise initializer would build the structure and then copy it, with all its reference counts. The
// compiler's own does not, so this one is in an extension and calls that one.
extension Supplier {
    /// Creates a supplier from its parts.
    public init(
        id: ID, createdAt: Timestamp?, fullname: String, avatar: Avatar?, phone: String, company: String, email: String
    ) {
        self.init(
            id: id, createdAt: createdAt, fullname: fullname, phone: phone, company: company, email: email,
            avatar: avatar)
    }
}

extension Supplier: Decodable {
    /// Decodes a record. All fields except `avatar` are required, and a `createdAt` of null is unknown; other fields
    /// are ignored.
    ///
    /// Catalogs are not read by this, but by a reader that is faster and says more of a bad record.
    ///
    /// - Throws: `DecodingError`, with the path of the field at fault.
    public init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Field.self)
        self.init(
            id: try record.decode(ID.self, forKey: .id),
            createdAt: try record.decode(Timestamp?.self, forKey: .createdAt),
            fullname: try record.decode(String.self, forKey: .fullname),
            phone: try record.decode(String.self, forKey: .phone),
            company: try record.decode(String.self, forKey: .company),
            email: try record.decode(String.self, forKey: .email),
            avatar: try record.decodeIfPresent(String.self, forKey: .avatar).flatMap { Avatar(endpoint: $0) })
    }
}

extension Supplier: Encodable {
    /// Encodes the record as catalogs have it: the id is a string, `createdAt` has its offset and its fraction digits,
    /// and `avatar` is the endpoint, or left out. A loaded image and ``editedFields`` are not encoded.
    public func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Field.self)
        for field in Field.allCases where field != .avatar || avatar != nil {
            try record.encode(field == .createdAt ? createdAt?.description : self[field], forKey: field)
        }
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
            do {
                text = String(try value.decode(Int128.self))
            } catch {
                let expected = "expected a string or an integer"
                throw DecodingError.typeMismatch(
                    Self.self,
                    .init(codingPath: value.codingPath, debugDescription: expected, underlyingError: error))
            }
        }
        guard let id = Self(text) else {
            let reason = "expected a string that is not empty, or an integer, found \"\""
            throw DecodingError.dataCorruptedError(in: value, debugDescription: reason)
        }
        self = id
    }
}

extension Supplier {
    /// A field of a supplier; the raw value is its name in catalogs.
    public enum Field: String, CodingKey, Sendable, Hashable, CaseIterable {
        case id, createdAt, fullname, avatar, phone, company, email

        /// The fields that a ``SupplierQuery`` looks in.
        public static let searchable: [Field] = [.fullname, .company, .email, .phone, .id]

        /// The fields that a ``SupplierEdits/Edit`` can change, in the order in which people are shown them.
        public static let editable: [Field] = [.fullname, .company, .phone, .email, .avatar]

        /// The field that a query means by a name, ignoring case: a searchable one or the creation date, by its own
        /// name or that in lists.
        package static func searchable(named name: some StringProtocol) -> Field? {
            let name = name.lowercased()
            return (searchable + [.createdAt]).first { $0.listName == name || $0.rawValue.lowercased() == name }
        }

        /// The field with a name in catalogs, or with the name in lists.
        package init?(name: String) {
            guard let field = Field.allCases.first(where: { $0.listName == name || $0.rawValue == name }) else {
                return nil
            }
            self = field
        }

        /// The name in lists and options: `name` and `created` are shorter than in catalogs.
        package var listName: String {
            switch self {
            case .fullname: "name"
            case .createdAt: "created"
            default: rawValue
            }
        }

        /// The editable field with a name in catalogs.
        package static func editable(named name: String) -> Field? { editable.first { $0.rawValue == name } }
    }

    /// A field's text; that of an avatar is its endpoint, or empty; an unknown date is empty.
    public subscript(field: Field) -> String {
        switch field {
        case .id: id.rawValue
        case .createdAt: createdAt?.description ?? ""
        case .fullname: fullname
        case .avatar: avatar?.endpoint ?? ""
        case .phone: phone
        case .company: company
        case .email: email
        }
    }
}

extension Supplier {
    /// The supplier with other values in some fields.
    package func replacing(_ values: [Field: String]) -> Supplier {
        func text(_ field: Field) -> String { values[field] ?? self[field] }
        var copy = Supplier(
            id: id, createdAt: values[.createdAt].flatMap { Timestamp($0) } ?? createdAt, fullname: text(.fullname),
            avatar: values[.avatar].map { Avatar(endpoint: $0) } ?? avatar, phone: text(.phone),
            company: text(.company), email: text(.email))
        (copy.otherFields, copy.editedFields) = (otherFields, editedFields)
        return copy
    }

    /// The fields of a supplier that are a user's own and not the catalog's.
    public struct EditedFields: Sendable, Hashable, ExpressibleByArrayLiteral {
        /// A bit for each field, and the highest one for a conflict.
        package private(set) var rawValue: UInt8

        /// Creates a set from its bits.
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Creates a set; ``Supplier/Field/id`` stands for a supplier that was added to the catalog.
        public init(_ fields: some Sequence<Supplier.Field>) {
            rawValue = fields.reduce(0) { $0 | $1.bit }
        }

        /// Creates a set of some fields.
        public init(arrayLiteral fields: Supplier.Field...) {
            self.init(fields)
        }

        /// The set has no field.
        public var isEmpty: Bool { rawValue == 0 }

        /// The catalog has changed one of the fields by itself since it was edited.
        public package(set) var hasConflict: Bool {
            get { rawValue & 128 != 0 }
            set { rawValue = newValue ? rawValue | 128 : rawValue & 127 }
        }

        /// The field is in the set.
        public func contains(_ field: Supplier.Field) -> Bool { rawValue & field.bit != 0 }

        /// The fields' names in catalogs, `id` first.
        public var names: [String] { ([.id] + Supplier.Field.editable).filter(contains).map(\.rawValue) }
    }
}

extension Supplier.Field {
    fileprivate var bit: UInt8 { Self.allCases.firstIndex(of: self).map { 1 << UInt8($0) } ?? 0 }
}
