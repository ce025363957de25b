import SupplierGoKit

extension OutputSpan<UInt8> {
    /// Adds text in UTF-8; there must be room for it.
    mutating func append(_ text: String) {
        append(copying: text.utf8.span)
    }
}
