import SupplierGoKit

/// Suppliers of one company, as values or as the rows of a table.
struct SupplierGroup<Element> {
    /// The company, as its suppliers give it.
    let company: String

    /// Its suppliers, at least one.
    private(set) var elements: [Element]

    /// Groups suppliers by company: the largest group first, groups of one size by the company's name.
    ///
    /// Suppliers stay in their order. Only companies that are written alike are one: a program cannot know more.
    ///
    /// - Parameters:
    ///   - collation: the rule by which names are compared; default ``SupplierOrder/Collation/folded``.
    ///   - company: returns a supplier's company.
    static func byCompany(
        _ elements: [Element], collation: SupplierOrder.Collation = .folded, _ company: (Element) throws -> String
    ) rethrows -> [Self] {
        var indices: [String: Int] = [:]
        var groups: [Self] = []
        for element in elements {
            let company = try company(element)
            if let index = indices[company] {
                groups[index].elements.append(element)
            } else {
                indices[company] = groups.count
                groups.append(Self(company: company, elements: [element]))
            }
        }
        var keys = SortKeys(capacity: groups.count)
        for group in groups { keys.append { collation.appendSortKey(of: group.company, to: &$0) } }
        let byName = keys.order().map { groups[$0] }
        return byName.sorted { $0.elements.count > $1.elements.count }
    }
}

extension SupplierGroup: Sendable where Element: Sendable {}
