import SupplierGoKit

/// Finds the one supplier that `show` is asked for: that with the id or, where none has it, the only one that matches.
struct ShowMatches {
    /// How many matches are kept to be named.
    static let limit = 10

    private struct Found {
        var first: [Supplier] = []
        var count = 0

        mutating func add(_ supplier: Supplier) {
            count += 1
            if first.count < ShowMatches.limit { first.append(supplier) }
        }
    }

    private let text: String
    private let query: SupplierQuery
    private var withID = Found()
    private var matching = Found()

    /// Looks for an id, or for words.
    init(_ text: String) {
        self.text = text
        query = SupplierQuery(text)
    }

    /// Looks through more of the catalog.
    mutating func take(_ suppliers: [Supplier]) {
        for supplier in suppliers {
            if supplier.id.rawValue == text { withID.add(supplier) }
            if query.matches(supplier) { matching.add(supplier) }
        }
    }

    /// The supplier; `nil` where there is none, or more than one.
    var only: Supplier? { count == 1 ? first.first : nil }

    /// How many there are.
    var count: Int { withID.count > 0 ? withID.count : matching.count }

    /// The first of them, no more than ``limit``.
    var first: [Supplier] { withID.count > 0 ? withID.first : matching.first }
}
