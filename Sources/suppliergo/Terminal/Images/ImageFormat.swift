import SupplierGoKit

/// The kind and the size of an image, by its first bytes.
struct ImageFormat: Sendable, Hashable {
    let kind: ImageHeader.Kind

    /// The size of a PNG, JPEG, GIF or WebP; `nil` for another kind, or if the bytes end before it. The size of a JPEG
    /// may follow tens of kilobytes of other data, so all bytes are needed.
    let size: PixelSize?

    /// Reads an image, or returns `nil` if it is not of a known kind.
    init?(_ bytes: [UInt8]) {
        let bytes = bytes.span
        guard let kind = ImageHeader.kind(of: bytes) else { return nil }
        self.kind = kind
        size =
            switch kind {
            case .png: PixelSize(ofPNG: bytes)
            case .jpeg: PixelSize(ofJPEG: bytes)
            case .gif: PixelSize(ofGIF: bytes)
            case .webp: PixelSize(ofWebP: bytes)
            case .avif, .heic, .svg, .bmp, .ico, .tiff, .jxl, .jp2: nil
            }
    }
}
