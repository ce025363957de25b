import SupplierGoKit
import TestSupport
import Testing

/// An image of `TestData` and what is to be said of it.
struct ImageSample: CustomTestStringConvertible {
    let name: String
    let kind: ImageKind
    let size: PixelSize

    var bytes: [UInt8] {
        get throws { try TestData.bytes("images/\(name)") }
    }

    var testDescription: String { name }

    private init(_ name: String, _ kind: ImageKind, _ width: Int, _ height: Int) {
        self.name = name
        self.kind = kind
        size = PixelSize(width: width, height: height)
    }

    static let all = [
        ImageSample("palette-48x32.png", .png, 48, 32),
        ImageSample("rgb-41x7.png", .png, 41, 7),
        ImageSample("baseline-48x32.jpg", .jpeg, 48, 32),
        ImageSample("progressive-with-exif-48x32.jpg", .jpeg, 48, 32),
        ImageSample("still-48x32.gif", .gif, 48, 32),
        ImageSample("lossy-48x32.webp", .webp, 48, 32),
        ImageSample("lossless-48x32.webp", .webp, 48, 32),
        ImageSample("extended-48x32.webp", .webp, 48, 32),
        ImageSample("lossy-48x32.avif", .avif, 48, 32),
        ImageSample("alpha-48x32.avif", .avif, 48, 32),
        ImageSample("lossy-48x32.heic", .heic, 48, 32),
        ImageSample("plain-48x32.svg", .svg, 48, 32),
        ImageSample("after-a-prolog-120x90.svg", .svg, 120, 90),
        ImageSample("rgb-16x10.bmp", .bmp, 16, 10),
        ImageSample("two-pictures-32x32.ico", .ico, 32, 32),
        ImageSample("little-endian-16x10.tiff", .tiff, 16, 10),
        ImageSample("big-endian-16x10.tiff", .tiff, 16, 10),
    ]
}
