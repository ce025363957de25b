/// Turns suppliers into bytes that it can copy right out of a catalog.
///
/// Most records write their fields as they are read. Of such a one no ``Supplier`` is made, which would cost more than all
/// the rest.
public protocol SupplierCopying: SupplierRendering {
    /// Adds the bytes that ``SupplierRendering/render(_:into:)`` adds for a supplier with these fields.
    ///
    /// - Returns: whether the supplier was added.
    func render(_ places: SupplierPlaces, in text: Span<UInt8>, into output: inout [UInt8]) -> Bool
}
