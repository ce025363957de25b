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

    /// Calls a function with the image once for each of several other values of each of its first 400 bytes.
    package func forEachChangedByte(_ body: ([UInt8]) -> Void) throws {
        var bytes = try bytes
        for index in 0..<min(bytes.count, 400) {
            let original = bytes[index]
            for byte: UInt8 in [0x00, 0x01, 0x7f, 0x80, 0xff, original ^ 0x01, original ^ 0x80] {
                bytes[index] = byte
                body(bytes)
            }
            bytes[index] = original
        }
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
