import FoundationEssentials
import SupplierGoKit

/// Turns suppliers into bytes, one at a time, so that a list may be of any length.
protocol SupplierFormatter: Sendable {
    /// Renders a supplier that has no avatar in the cache, wherever in the list it stands; `nil` if a supplier's bytes
    /// depend on those before it. It returns `nil` for a batch that is decoded before columns are laid out.
    var renderer: BatchRenderer? { get }

    /// The values of its columns that are none of a supplier's own fields; `nil` if it has no columns.
    var others: OtherColumns? { get }

    /// Adds the text before the first supplier.
    ///
    /// - Parameter date: when the catalog was as it is printed; `nil` if that is unknown.
    mutating func begin(asOf date: Date?, into output: inout [UInt8])

    /// Lays columns out by the first suppliers and their avatars' files, and adds the columns' names. Only the first
    /// call has an effect.
    mutating func layOut(for first: [(supplier: Supplier, file: String?)], into output: inout [UInt8])

    /// Adds the heading of a group of `count` suppliers, before those; nothing in a format without headings.
    mutating func appendHeading(of company: String, count: Int, into output: inout [UInt8])

    /// Adds a supplier, whose fields are ranges in a text.
    mutating func append(
        _ fields: FieldRanges, in text: Span<UInt8>, _ avatar: ListedAvatar, into output: inout [UInt8])

    /// Returns the bytes to print for suppliers that the renderer has rendered.
    mutating func joining(_ rendered: [UInt8]) -> [UInt8]

    /// Adds the text after the last supplier.
    mutating func end(into output: inout [UInt8])
}

extension SupplierFormatter {
    var renderer: BatchRenderer? { nil }

    var others: OtherColumns? { nil }

    mutating func begin(asOf date: Date?, into output: inout [UInt8]) {}

    mutating func layOut(for first: [(supplier: Supplier, file: String?)], into output: inout [UInt8]) {}

    mutating func appendHeading(of company: String, count: Int, into output: inout [UInt8]) {}

    mutating func joining(_ rendered: [UInt8]) -> [UInt8] { rendered }

    mutating func end(into output: inout [UInt8]) {}
}

/// The cached avatar of a supplier that is printed.
struct ListedAvatar: Sendable {
    /// The cache's entry, or `nil` if there is none, or the cache was not read.
    var entry: CacheEntry?

    /// True if the avatar would be revalidated before it is used.
    var isStale = false

    /// The avatar's bytes, for formats that embed them, or `nil` if they were not read.
    var image: [UInt8]?
}
