/// Suppliers of one company.
package struct SupplierGroup: Sendable, Hashable {
    /// The company, as its suppliers give it.
    package let company: String

    /// Its suppliers, at least one.
    package let suppliers: [Supplier]

    /// Creates a group.
    package init(company: String, suppliers: [Supplier]) {
        self.company = company
        self.suppliers = suppliers
    }

    /// Groups suppliers by company: the largest group first, groups of one size by the company's name.
    ///
    /// Suppliers stay in their order. Only companies that are written alike are one: a program cannot know more.
    ///
    /// - Parameter collation: how names are compared; default ``Collation/folded``.
    package static func byCompany(_ suppliers: [Supplier], collation: Collation = .folded) -> [SupplierGroup] {
        var indices: [String: Int] = [:]
        var groups: [[Supplier]] = []
        for supplier in suppliers {
            if let index = indices[supplier.company] {
                groups[index].append(supplier)
            } else {
                indices[supplier.company] = groups.count
                groups.append([supplier])
            }
        }
        var keys = SortKeys(capacity: groups.count)
        for group in groups { keys.append { collation.appendSortKey(of: group[0].company, to: &$0) } }
        let byName = keys.order(reversed: false).map { groups[$0] }
        return byName.sorted { $0.count > $1.count }.map { Self(company: $0[0].company, suppliers: $0) }
    }
}
