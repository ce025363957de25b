extension Supplier {
    /// A field of a supplier; the raw value is its name in catalogs.
    public enum Field: String, CodingKey, Sendable, Hashable, CaseIterable {
        case id, createdAt, fullname, avatar, phone, company, email

        /// The fields that a ``SupplierQuery`` looks in.
        public static let searchable: [Field] = [.fullname, .company, .email, .phone, .id]

        /// The fields that a ``SupplierEdit`` can change, in the order in which people are shown them.
        public static let editable: [Field] = [.fullname, .company, .phone, .email, .avatar]

        /// The searchable field with a name, ignoring case: its own, or `name` for the full name.
        package static func searchable(named name: some StringProtocol) -> Field? {
            let name = name.lowercased()
            return name == "name" ? .fullname : searchable.first { $0.rawValue == name }
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

    /// Whether the set has no field.
    public var isEmpty: Bool { rawValue == 0 }

    /// Whether the catalog has changed one of the fields by itself since it was edited.
    public package(set) var hasConflict: Bool {
        get { rawValue & 128 != 0 }
        set { rawValue = newValue ? rawValue | 128 : rawValue & 127 }
    }

    /// Whether a field is in the set.
    public func contains(_ field: Supplier.Field) -> Bool { rawValue & field.bit != 0 }

    /// The fields' names in catalogs, `id` first.
    public var names: [String] { ([.id] + Supplier.Field.editable).filter(contains).map(\.rawValue) }
}

extension Supplier.Field {
    fileprivate var bit: UInt8 { Self.allCases.firstIndex(of: self).map { 1 << UInt8($0) } ?? 0 }
}
