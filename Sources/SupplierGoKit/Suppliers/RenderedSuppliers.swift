/// What became of suppliers that were rendered.
public struct RenderedSuppliers: Sendable, Hashable {
    /// The bytes of all of them, one after the other.
    public var bytes: [UInt8] = []

    /// How many they are.
    public var count = 0

    /// Creates the bytes of none.
    public init() {}

    /// Adds a supplier by the places of its fields.
    mutating func append(_ places: SupplierPlaces, in text: Span<UInt8>, by renderer: any SupplierCopying) {
        if renderer.render(places, in: text, into: &bytes) { count += 1 }
    }

    /// Adds a supplier.
    mutating func append(_ supplier: Supplier, by renderer: any SupplierRendering) {
        if renderer.render(supplier, into: &bytes) { count += 1 }
    }
}
