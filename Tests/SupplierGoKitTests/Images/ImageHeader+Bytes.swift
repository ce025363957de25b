import SupplierGoKit

extension ImageHeader {
    static func kind(of bytes: [UInt8]) -> Kind? { kind(of: bytes.span) }

    /// An image's end is missing; `false` for bytes that are not an image.
    static func isCutShort(_ bytes: [UInt8]) -> Bool {
        kind(of: bytes).map { isCutShort(bytes.span, as: $0) } ?? false
    }
}
