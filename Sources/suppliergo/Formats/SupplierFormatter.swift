import SupplierGoKit

/// Turns suppliers into bytes, one at a time, so that a list may be of any length.
protocol SupplierFormatter {
    /// Whether what the cache holds is printed: where it is not, nobody needs to look there.
    var readsCache: Bool { get }

    /// What renders each supplier by itself, the same wherever it stands; `nil` where the format needs the cache, or what
    /// came before.
    var renderer: (any SupplierRendering)? { get }

    /// Whether the avatars' bytes are printed: where they are not, nobody needs to read them.
    var embedsAvatars: Bool { get }

    /// Adds what stands before the first supplier.
    mutating func begin(into output: inout [UInt8])

    /// Adds the heading of a group, before its suppliers; nothing in a format that has no headings.
    mutating func append(_ group: SupplierGroup, into output: inout [UInt8])

    /// Adds a supplier.
    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8])

    /// Adds what stands after the last supplier.
    mutating func end(into output: inout [UInt8])
}

extension SupplierFormatter {
    var readsCache: Bool { false }

    var renderer: (any SupplierRendering)? { nil }

    var embedsAvatars: Bool { false }

    mutating func begin(into output: inout [UInt8]) {}

    mutating func append(_ group: SupplierGroup, into output: inout [UInt8]) {}

    mutating func end(into output: inout [UInt8]) {}
}
