import FoundationEssentials
import SupplierGoKit

/// Turns suppliers into bytes, one at a time, so that a list may be of any length.
protocol SupplierFormatter: Sendable {
    /// Renders a supplier that has no avatar in the cache, wherever in the list it stands; `nil` if a supplier's bytes
    /// depend on those before it.
    var renderer: BatchRenderer? { get }

    /// The values of its columns that are none of a supplier's own fields; `nil` if it has no columns.
    var others: OtherColumns? { get }

    /// Adds the text before the first supplier.
    ///
    /// - Parameter date: when the catalog was as it is printed; `nil` if that is unknown.
    mutating func begin(asOf date: Date?, into output: inout [UInt8])

    /// Lays columns out by the first suppliers, and adds the columns' names. Only the first call has an effect.
    mutating func layOut(for first: ArraySlice<ListedSupplier>, into output: inout [UInt8])

    /// Adds the heading of a group of `count` suppliers, before those; nothing in a format without headings.
    mutating func appendHeading(of company: String, count: Int, into output: inout [UInt8])

    /// Adds a supplier.
    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8])

    /// Returns the bytes to print for suppliers that the renderer has rendered.
    mutating func joining(_ rendered: [UInt8]) -> [UInt8]

    /// Adds the text after the last supplier.
    mutating func end(into output: inout [UInt8])
}

extension SupplierFormatter {
    var renderer: BatchRenderer? { nil }

    var others: OtherColumns? { nil }

    mutating func begin(asOf date: Date?, into output: inout [UInt8]) {}

    mutating func layOut(for first: ArraySlice<ListedSupplier>, into output: inout [UInt8]) {}

    mutating func appendHeading(of company: String, count: Int, into output: inout [UInt8]) {}

    mutating func joining(_ rendered: [UInt8]) -> [UInt8] { rendered }

    mutating func end(into output: inout [UInt8]) {}
}

/// A supplier and its cached avatar.
struct ListedSupplier: Sendable, Hashable {
    /// The supplier.
    let supplier: Supplier

    /// The cached avatar; `nil` if there is none, or the cache was not read.
    var avatar: CacheEntry?

    /// True if the avatar would be revalidated before it is used.
    var isStale = false

    /// The avatar's bytes, for formats that embed them; `nil` if there are none, or they were not read.
    var image: [UInt8]?

    /// The state of the avatar in the cache.
    var avatarState: AvatarState {
        guard supplier.avatar != nil else { return .none }
        return avatar.map { .loaded(file: $0.file, isStale: isStale) } ?? .missing
    }
}

/// Renders the suppliers that match a query.
struct MatchingRenderer: SupplierRendering {
    /// The query that they match.
    let query: SupplierQuery

    /// Renders those that match.
    let renderer: any SupplierRendering

    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool {
        query.matches(fields, in: text) && renderer.render(fields, in: text, into: &output)
    }
}
