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
        countRead(by: renderer)
        if renderer.render(fields, in: text, into: &bytes) { count += 1 }
    }

    /// Adds a supplier.
    package mutating func append(_ supplier: Supplier, by renderer: some SupplierRendering) {
        countRead(by: renderer)
        if renderer.render(supplier, into: &bytes) { count += 1 }
    }

    private mutating func countRead(by renderer: some SupplierRendering) {
        if readCount == 0 { self.renderer = renderer }
        readCount += 1
    }
}

extension RenderedSuppliers: Equatable {
    /// Both have the same bytes and counts, whatever has rendered them.
    package static func == (left: Self, right: Self) -> Bool {
        left.bytes == right.bytes && left.count == right.count && left.readCount == right.readCount
    }
}
