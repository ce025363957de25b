import SupplierGoKit
import TestSupport
import Testing

/// An image of `TestData` with its kind and size.
struct ImageSample: CustomTestStringConvertible {
    let name: String
    let kind: ImageHeader.Kind

    /// The size as it is told; `nil` if images of this kind do not tell it.
    let size: ImageHeader.PixelSize?

    var bytes: [UInt8] {
        get throws { try TestData.bytes("images/\(name)") }
    }

    var testDescription: String { name }

    private init(_ name: String, _ kind: ImageHeader.Kind, _ size: ImageHeader.PixelSize? = nil) {
        self.name = name
        self.kind = kind
        self.size = size
    }

    static let all = [
        ImageSample("palette-48x32.png", .png, ImageHeader.PixelSize(width: 48, height: 32)),
        ImageSample("rgb-41x7.png", .png, ImageHeader.PixelSize(width: 41, height: 7)),
        ImageSample("baseline-48x32.jpg", .jpeg, ImageHeader.PixelSize(width: 48, height: 32)),
        ImageSample("progressive-with-exif-48x32.jpg", .jpeg, ImageHeader.PixelSize(width: 48, height: 32)),
        ImageSample("still-48x32.gif", .gif, ImageHeader.PixelSize(width: 48, height: 32)),
        ImageSample("lossy-48x32.webp", .webp, ImageHeader.PixelSize(width: 48, height: 32)),
        ImageSample("lossless-48x32.webp", .webp, ImageHeader.PixelSize(width: 48, height: 32)),
        ImageSample("extended-48x32.webp", .webp, ImageHeader.PixelSize(width: 48, height: 32)),
        ImageSample("lossy-48x32.avif", .avif),
        ImageSample("alpha-48x32.avif", .avif),
        ImageSample("lossy-48x32.heic", .heic),
        ImageSample("plain-48x32.svg", .svg),
        ImageSample("after-a-prolog-120x90.svg", .svg),
        ImageSample("rgb-16x10.bmp", .bmp),
        ImageSample("two-pictures-32x32.ico", .ico),
        ImageSample("little-endian-16x10.tiff", .tiff),
        ImageSample("big-endian-16x10.tiff", .tiff),
    ]
}
