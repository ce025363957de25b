/// Turns suppliers into bytes, one by one and on several tasks at once.
///
/// A list that renders suppliers where they are decoded keeps none of them: each is let go at once, by the thread that
/// made it.
public protocol SupplierRendering: Sendable {
    /// Adds a supplier's bytes, or none where it is to be left out.
    ///
    /// - Returns: whether it was added.
    func render(_ supplier: Supplier, into output: inout [UInt8]) -> Bool
}
