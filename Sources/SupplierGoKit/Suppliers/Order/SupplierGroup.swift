/// Suppliers of one company.
public struct SupplierGroup: Sendable, Hashable {
    /// The company, as its suppliers give it.
    public let company: String

    /// Its suppliers, at least one.
    public let suppliers: [Supplier]

    /// Creates a group.
    public init(company: String, suppliers: [Supplier]) {
        self.company = company
        self.suppliers = suppliers
    }

    /// Groups suppliers by company: the largest group first, and those of one size by the company's name.
    ///
    /// Suppliers stay in their order. Only companies that are written alike are one: what is another company is not for
    /// a program to guess.
    ///
    /// - Parameter collation: how names are compared; default ``Collation/folded``.
    public static func byCompany(_ suppliers: [Supplier], collation: Collation = .folded) -> [SupplierGroup] {
        var places: [String: Int] = [:]
        var members: [[Supplier]] = []
        for supplier in suppliers {
            if let place = places[supplier.company] {
                members[place].append(supplier)
            } else {
                places[supplier.company] = members.count
                members.append([supplier])
            }
        }
        var keys = SortKeys(capacity: members.count)
        for group in members { keys.append { collation.appendSortKey(of: group[0].company, to: &$0) } }
        let byName = keys.order(reversed: false).map { members[$0] }
        return byName.sorted { $0.count > $1.count }.map { Self(company: $0[0].company, suppliers: $0) }
    }
}
