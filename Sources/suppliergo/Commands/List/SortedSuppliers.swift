import SupplierGoKit

/// Sorts suppliers while a catalog is read, and keeps no more than those that will be printed.
struct SortedSuppliers {
    private let order: SupplierOrder
    private let isReversed: Bool
    private let limit: Int?
    private let collation: Collation
    private var kept: [Supplier] = []

    /// Creates an empty list.
    ///
    /// - Parameter limit: how many suppliers are wanted; `nil` for all.
    init(by order: SupplierOrder, reversed isReversed: Bool, limit: Int?, collation: Collation) {
        self.order = order
        self.isReversed = isReversed
        self.limit = limit
        self.collation = collation
    }

    /// Adds suppliers that come later in the catalog.
    ///
    /// With a limit takes O(log limit) comparisons a supplier, and holds about twice the limit.
    mutating func add(_ suppliers: [Supplier]) {
        kept += suppliers
        guard let limit, kept.count > 2 * limit + 4096 else { return }
        switch order {
        case .feed: kept = Array(isReversed ? kept.suffix(limit) : kept.prefix(limit))
        default: kept = sorted
        }
    }

    /// The suppliers in their order, up to the limit; of equal ones those that come first in the catalog are first.
    var sorted: [Supplier] {
        let sorted = order.sorted(kept, reversed: isReversed, collation: collation)
        return limit.map { Array(sorted.prefix($0)) } ?? sorted
    }
}

extension Collation {
    /// The rule of the user's locale: of the first of `LC_ALL`, `LC_COLLATE` and `LANG` that is set.
    ///
    /// Where none is set, as in containers, or the locale is not installed here, it is ``folded``: that is nearer to what
    /// people expect than the numbers of the characters, which only `C` and `POSIX` ask for.
    init(_ environment: Environment) {
        let variables: [EnvironmentVariable] = [.everyLocale, .collationLocale, .locale]
        self = variables.lazy.compactMap { environment[$0] }.first.flatMap { Self(localeNamed: $0) } ?? .folded
    }
}
