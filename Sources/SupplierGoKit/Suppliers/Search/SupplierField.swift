/// A supplier's field that words are looked for in.
public enum SupplierField: String, Sendable, Hashable, CaseIterable {
    case fullname, company, email, phone, id

    /// The field that people call by a name, ignoring case: its own, or `name` for the full name; `nil` for any other.
    public init?(named name: some StringProtocol) {
        let name = name.lowercased()
        guard let field = name == "name" ? .fullname : Self(rawValue: name) else { return nil }
        self = field
    }

    /// A supplier's text in this field.
    public func text(of supplier: Supplier) -> String {
        switch self {
        case .fullname: supplier.fullname
        case .company: supplier.company
        case .email: supplier.email
        case .phone: supplier.phone
        case .id: supplier.id.rawValue
        }
    }
}
