/// Words that suppliers are looked for with.
public struct SupplierQuery: Sendable, Hashable {
    /// Creates a query.
    public init(_ text: String) {}
}
