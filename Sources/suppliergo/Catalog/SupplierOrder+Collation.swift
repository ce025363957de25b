import SupplierGoKit

extension SupplierOrder.Collation {
    /// The rule of the user's locale: of the first of `LC_ALL`, `LC_COLLATE` and `LANG` that is set.
    ///
    /// If none is set, as in containers, or the locale is not installed here, it is ``folded``: that is nearer to what
    /// people expect than the numbers of the characters, which only `C` and `POSIX` ask for.
    init(_ environment: Environment) {
        let variables: [EnvironmentVariable] = ["LC_ALL", "LC_COLLATE", "LANG"]
        self = variables.lazy.compactMap { environment[$0] }.first.flatMap { Self(localeNamed: $0) } ?? .folded
    }

    /// Groups suppliers by company: the largest group first, groups of one size by the company's name.
    ///
    /// Suppliers stay in their order. Only companies that are written alike are one: a program cannot know more.
    ///
    /// - Parameters:
    ///   - suppliers: values, or the rows of a table.
    ///   - company: returns a supplier's company.
    func groups<Element>(
        of suppliers: [Element], by company: (Element) throws -> String
    ) rethrows -> [(company: String, suppliers: [Element])] {
        let groups = try suppliers.grouped(by: company)
        var keys = SortKeys(capacity: groups.count)
        for group in groups { keys.append { appendSortKey(of: group.key, to: &$0) } }
        let byName = keys.order().map { (company: groups[$0].key, suppliers: groups[$0].elements) }
        return byName.sorted { $0.suppliers.count > $1.suppliers.count }
    }
}
