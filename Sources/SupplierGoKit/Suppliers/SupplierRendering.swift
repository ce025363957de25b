/// Turns suppliers into bytes on the tasks that decode them, several at once.
///
/// Most records write their fields in the form in which a list prints them. Such a record is rendered from a copy of
/// its bytes: making a ``Supplier`` of it would cost more than all the rest.
package protocol SupplierRendering: Sendable {
    /// Adds a supplier's bytes, or none if it is to be left out.
    ///
    /// - Parameters:
    ///   - fields: the ranges of the fields in `text`.
    ///   - text: UTF-8 with the fields in it, among other bytes.
    /// - Returns: whether the supplier was added.
    func render(_ fields: FieldRanges, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool
}

/// Returns the renderer of a batch that is about to be decoded; `nil` to deliver the batch's suppliers themselves.
package typealias BatchRenderer = @Sendable () -> (any SupplierRendering)?

extension SupplierRendering {
    /// Adds a supplier's bytes, or none if it is to be left out.
    ///
    /// - Returns: whether the supplier was added.
    package func render(_ supplier: Supplier, into output: inout [UInt8]) -> Bool {
        supplier.withFields { render($0, in: $1, into: &output) }
    }
}

/// The bytes of rendered suppliers.
package struct RenderedSuppliers: Sendable {
    /// The suppliers' bytes, one after the other.
    package var bytes: [UInt8] = []

    /// The number of suppliers that the renderer took.
    package var count = 0

    /// The number of suppliers that it was given.
    package var readCount = 0

    /// The renderer of the first supplier: of all of them, since a batch has one. It may have kept values of its own.
    package private(set) var renderer: (any SupplierRendering)?

    /// Creates it without any.
    package init() {}

    /// Adds a supplier by the ranges of its fields.
    package mutating func append(_ fields: FieldRanges, in text: Span<UInt8>, by renderer: some SupplierRendering) {
        if readCount == 0 { self.renderer = renderer }
        readCount += 1
        if renderer.render(fields, in: text, into: &bytes) { count += 1 }
    }

    /// Adds a supplier.
    package mutating func append(_ supplier: Supplier, by renderer: some SupplierRendering) {
        supplier.withFields { append($0, in: $1, by: renderer) }
    }
}
