import SupplierGoKit
import TestSupport
import Testing

@testable import suppliergo

struct ImageFormatTests {
    /// The sizes of the samples that tell them.
    private static let sizes = [
        "palette-48x32.png": (48, 32), "rgb-41x7.png": (41, 7), "baseline-48x32.jpg": (48, 32),
        "progressive-with-exif-48x32.jpg": (48, 32), "still-48x32.gif": (48, 32), "lossy-48x32.webp": (48, 32),
        "lossless-48x32.webp": (48, 32), "extended-48x32.webp": (48, 32),
    ].mapValues { PixelSize(width: $0, height: $1) }

    @Test(arguments: ImageSample.all)
    func tellsKindAndSize(_ sample: ImageSample) throws {
        let format = try #require(ImageFormat(try sample.bytes))
        #expect(format.kind == sample.kind)
        #expect(format.size == Self.sizes[sample.name])
    }

    @Test(arguments: ImageSample.all)
    func tellsTheSizeOfAnyBeginningOrNone(_ sample: ImageSample) throws {
        let bytes = try sample.bytes
        for count in 0..<bytes.count {
            guard let size = ImageFormat(Array(bytes.prefix(count)))?.size else { continue }
            #expect(size == Self.sizes[sample.name], "\(count) bytes")
        }
    }

    @Test(arguments: ImageSample.all)
    func takesAnyByteInAnyPlace(_ sample: ImageSample) throws {
        try sample.forEachChangedByte { bytes in
            if let size = ImageFormat(bytes)?.size { #expect(size.width > 0 && size.height > 0) }
        }
    }

    @Test func findsAJPEGsFrameBehindTablesFillBytesAndStrayOnes() throws {
        let bytes = try TestData.bytes("images/baseline-48x32.jpg")
        let table: [UInt8] = [0xff, 0xff, 0xc4, 0x00, 0x08, 0x08, 0x00, 0x01, 0x00, 0x01, 0x11]
        let stray: [UInt8] = [0x00, 0x17, 0xff, 0x00]
        #expect(ImageFormat(bytes[..<2] + table + stray + bytes[2...])?.size == PixelSize(width: 48, height: 32))
    }
}
