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

    /// Looks for the other fields that the order is by.
    private let others = OtherColumns()

    /// A sentence for each field of the order that no supplier had.
    var warnings: [String] { SupplierPrinter.warnings(of: order.otherPaths, unlessIn: others) }

    /// Adds suppliers that come later in the catalog, as a ``RowRenderer`` has rendered them.
    ///
    /// With a limit takes O(log limit) comparisons a supplier, and holds about twice the limit.
    mutating func add(_ rendered: RenderedSuppliers) {
        table.append(rendered.bytes[...])
        rendered.look(for: order.otherPaths, by: others)
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
}

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
