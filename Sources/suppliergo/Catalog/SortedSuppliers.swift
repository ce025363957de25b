import SupplierGoKit

/// Collects suppliers while a catalog is read, and keeps no more than those that will be printed.
struct SortedSuppliers {
    let order: SupplierOrder
    let isReversed: Bool

    /// The number of suppliers that are wanted; `nil` for all.
    let limit: Int?
    let collation: SupplierOrder.Collation

    /// The suppliers that are kept, in the catalog's order.
    private(set) var table = SupplierTable()

    /// Adds suppliers that come later in the catalog, as a ``RowRenderer`` has rendered them.
    ///
    /// With a limit takes O(log limit) comparisons a supplier, and holds about twice the limit.
    mutating func add(_ rendered: RenderedSuppliers) {
        table.append(rendered.bytes[...])
        guard let limit, table.count > 2 * limit + 4096 else { return }
        var bytes: [UInt8] = []
        for row in rows.sorted() { bytes += table.bytes(of: Int(row)..<Int(row) + 1) }
        table = SupplierTable()
        table.append(bytes[...])
    }

    /// The rows of ``table`` in their order, up to the limit.
    var rows: [UInt32] {
        let rows = table.rows(by: order, reversed: isReversed, collation: collation) {}
        return limit.map { Array(rows.prefix($0)) } ?? rows
    }
}

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
