extension Supplier {
    /// A field of a supplier; the raw value is its name in catalogs.
    public enum Field: String, CodingKey, Sendable, Hashable, CaseIterable {
        case id, createdAt, fullname, avatar, phone, company, email

        /// The fields that a ``SupplierQuery`` looks in.
        public static let searchable: [Field] = [.fullname, .company, .email, .phone, .id]

        /// The fields that a ``SupplierEdits/Edit`` can change, in the order in which people are shown them.
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
