/// The bytes of rendered suppliers.
package struct RenderedSuppliers: Sendable, Hashable {
    /// The suppliers' bytes, one after the other.
    package var bytes: [UInt8] = []

    /// The number of suppliers that the renderer took.
    package var count = 0

    /// The number of suppliers that it was given.
    package var readCount = 0

    /// Creates it without any.
    package init() {}

    /// Adds a supplier by the ranges of its fields.
    package mutating func append(_ fields: FieldRanges, in text: Span<UInt8>, by renderer: some SupplierRendering) {
        readCount += 1
        if renderer.render(fields, in: text, into: &bytes) { count += 1 }
    }

    /// Adds a supplier.
    package mutating func append(_ supplier: Supplier, by renderer: some SupplierRendering) {
        readCount += 1
        if renderer.render(supplier, into: &bytes) { count += 1 }
    }
}
