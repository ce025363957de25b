/// An order of suppliers.
///
/// Text is compared ignoring case, by its Unicode characters and not by a language's rules.
public enum SupplierOrder: String, Sendable, Hashable, CaseIterable {
    /// The catalog's own order.
    case feed

    /// By full name.
    case name

    /// By company.
    case company

    /// By the moment of ``Supplier/createdAt``, whatever its offset.
    case created

    /// By e-mail address.
    case email

    /// By id: integers by their value, then other text.
    case id

    /// Whether the left supplier must stand before the right one.
    public func areInIncreasingOrder(_ left: Supplier, _ right: Supplier) -> Bool {
        switch self {
        case .feed: false
        case .created: left.createdAt < right.createdAt
        case .name, .company, .email, .id: SortKey(left, self) < SortKey(right, self)
        }
    }

    /// The suppliers in this order, or in its reverse; those that are alike in it stay in the order they were given in.
    ///
    /// Takes O(n log n) comparisons; each supplier's text is folded once. The reverse of ``feed`` is the suppliers from
    /// the last to the first.
    public func sorted(_ suppliers: [Supplier], reversed: Bool = false) -> [Supplier] {
        switch self {
        case .feed:
            reversed ? suppliers.reversed() : suppliers
        case .created:
            suppliers.sorted { reversed ? $1.createdAt < $0.createdAt : $0.createdAt < $1.createdAt }
        case .name, .company, .email, .id:
            suppliers.map { (key: SortKey($0, self), supplier: $0) }
                .sorted { reversed ? $1.key < $0.key : $0.key < $1.key }
                .map(\.supplier)
        }
    }
}

/// What a supplier is compared by.
private enum SortKey: Comparable {
    case number(Int128)
    case text(String)

    init(_ supplier: Supplier, _ order: SupplierOrder) {
        switch order {
        case .company: self = .text(supplier.company.lowercased())
        case .email: self = .text(supplier.email.lowercased())
        case .id:
            let id = supplier.id.rawValue
            self = Int128(id).map(Self.number) ?? .text(id.lowercased())
        default: self = .text(supplier.fullname.lowercased())
        }
    }
}
