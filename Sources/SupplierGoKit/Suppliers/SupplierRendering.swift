/// Turns suppliers into bytes on the tasks that decode them, several at once.
///
/// Most records write their fields in the form in which a list prints them. Such a record is rendered from the
/// catalog's own bytes: making a ``Supplier`` of it would cost more than all the rest.
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
        var text: [UInt8] = []
        let fields = FieldRanges(of: supplier, writtenTo: &text)
        return render(fields, in: text.span, into: &output)
    }
}
