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
        byCompany(suppliers, collation: collation, \.company).map { Self(company: $0, suppliers: $1) }
    }

    /// Groups whatever has a company in the same way.
    package static func byCompany<Element>(
        _ elements: [Element], collation: Collation, _ company: (Element) throws -> String
    ) rethrows -> [(company: String, elements: [Element])] {
        var indices: [String: Int] = [:]
        var groups: [(company: String, elements: [Element])] = []
        for element in elements {
            let company = try company(element)
            if let index = indices[company] {
                groups[index].elements.append(element)
            } else {
                indices[company] = groups.count
                groups.append((company, [element]))
            }
        }
        var keys = SortKeys(capacity: groups.count)
        for group in groups { keys.append { collation.appendSortKey(of: group.company, to: &$0) } }
        let byName = keys.order(reversed: false).map { groups[$0] }
        return byName.sorted { $0.elements.count > $1.elements.count }
    }
}
