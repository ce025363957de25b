package import SupplierGoKit
import Testing

/// An image of `TestData` with its kind.
package struct ImageSample: CustomTestStringConvertible {
    package let name: String
    package let kind: ImageHeader.Kind

    package var bytes: [UInt8] {
        get throws { try TestData.bytes("images/\(name)") }
    }

    package var testDescription: String { name }

    private init(_ name: String, _ kind: ImageHeader.Kind) {
        self.name = name
        self.kind = kind
    }

    package static let all = [
        ImageSample("palette-48x32.png", .png),
        ImageSample("rgb-41x7.png", .png),
        ImageSample("baseline-48x32.jpg", .jpeg),
        ImageSample("progressive-with-exif-48x32.jpg", .jpeg),
        ImageSample("still-48x32.gif", .gif),
        ImageSample("lossy-48x32.webp", .webp),
        ImageSample("lossless-48x32.webp", .webp),
        ImageSample("extended-48x32.webp", .webp),
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
