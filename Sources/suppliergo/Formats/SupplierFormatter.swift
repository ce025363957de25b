/// Turns suppliers into bytes, one at a time, so that a list may be of any length.
protocol SupplierFormatter {
    /// Whether what the cache holds is printed: where it is not, nobody needs to look there.
    var readsCache: Bool { get }

    /// Adds what stands before the first supplier.
    mutating func begin(into output: inout [UInt8])

    /// Adds a supplier.
    mutating func append(_ listed: ListedSupplier, into output: inout [UInt8])

    /// Adds what stands after the last supplier.
    mutating func end(into output: inout [UInt8])
}

extension SupplierFormatter {
    var readsCache: Bool { false }

    mutating func begin(into output: inout [UInt8]) {}

    mutating func end(into output: inout [UInt8]) {}
}
