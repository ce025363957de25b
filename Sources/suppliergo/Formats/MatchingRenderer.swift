import SupplierGoKit

/// Renders the suppliers that match a query.
struct MatchingRenderer: SupplierRendering {
    /// What they match.
    let query: SupplierQuery

    /// What renders them.
    let renderer: any SupplierRendering

    func render(_ supplier: Supplier, into output: inout [UInt8]) -> Bool {
        query.matches(supplier) && renderer.render(supplier, into: &output)
    }
}
