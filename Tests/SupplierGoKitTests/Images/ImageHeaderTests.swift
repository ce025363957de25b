import SupplierGoKit
import TestSupport
import Testing

struct ImageHeaderTests {
    @Test(arguments: ImageSample.all)
    func tellsKindAndSize(_ sample: ImageSample) throws {
        let header = try #require(ImageHeader(try sample.bytes))
        #expect(header.kind == sample.kind)
        #expect(header.size == sample.size)
    }

    @Test(arguments: ImageSample.all)
    func staysWithTheKindOrNoneOfAnyBeginning(_ sample: ImageSample) throws {
        let bytes = try sample.bytes
        for count in 0..<bytes.count {
            guard let header = ImageHeader(Array(bytes.prefix(count))) else { continue }
            #expect(header.kind == sample.kind, "\(count) bytes")
            #expect(header.size == nil || header.size == sample.size, "\(count) bytes")
        }
    }

    @Test(arguments: ImageSample.all)
    func takesAnyByteInAnyPlace(_ sample: ImageSample) throws {
        var bytes = try sample.bytes
        for index in 0..<min(bytes.count, 400) {
            let original = bytes[index]
            for byte: UInt8 in [0x00, 0x01, 0x7f, 0x80, 0xff, original ^ 0x01, original ^ 0x80] {
                bytes[index] = byte
                if let size = ImageHeader(bytes)?.size { #expect(size.width > 0 && size.height > 0) }
                _ = ImageHeader.isCutShort(bytes)
            }
            bytes[index] = original
        }
    }

    @Test(arguments: [
        "", "B", "BM", "BMW and other makers of cars, a list", "GIF", "RIFF\u{24}\u{0}\u{0}\u{0}WAVEfmt ",
        "\u{0}\u{0}\u{1}\u{0}", "%PDF-1.7", "II", "{}", "[]", "null", "<", "<s", "<svg", "<svgx>", "<notsvg/>",
        "<html><body><svg width=\"1\" height=\"1\"/></body></html>", "<p><svg/></p>",
        "<!DOCTYPE html>\n<svg width=\"1\" height=\"1\"></svg>", "<!doctype html><html></html>",
        "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><svg/></html>", "text before <svg/>",
        "<!-- <svg/> -->", "<!-- never closed <svg/>", "<?xml <svg/>", "<!DOCTYPE svg [ <svg/>",
    ])
    func takesNothingElseForAnImage(_ text: String) {
        #expect(ImageHeader(Array(text.utf8)) == nil)
        #expect(!ImageHeader.isCutShort(Array(text.utf8)))
    }

    @Test(arguments: [
        "<svg width='12' height=\"7\"/>", "\u{feff} \n<svg>", "<x:svg data-note='>'>", "<svg width='4' height='5",
        "<?xml version='1.0'?><!-- > --><!DOCTYPE svg>\n<svg/>", "<!DOCTYPE svg [<!ENTITY a '>'>] >\t<a:svg/>",
    ])
    func knowsAnSVGByItsRootElement(_ text: String) throws {
        let header = try #require(ImageHeader(Array(text.utf8)))
        #expect(header.kind == .svg)
        #expect(header.size == nil)
    }

    private static func boxes(_ signature: String) -> [UInt8] {
        [0, 0, 0, 12] + signature.utf8 + [0x0d, 0x0a, 0x87, 0x0a] + [0, 0, 0, 10] + "ftyp".utf8 + [1, 2]
    }

    @Test(
        arguments: [
            ([0xff, 0x0a, 0x7f], .jxl), (boxes("JXL "), .jxl), ([0xff, 0x4f, 0xff, 0x51, 0], .jp2),
            (boxes("jP  "), .jp2),
        ] as [([UInt8], ImageHeader.Kind)])
    func knowsJPEGXLAndJPEG2000WithAndWithoutBoxes(bytes: [UInt8], kind: ImageHeader.Kind) throws {
        let header = try #require(ImageHeader(bytes))
        #expect(header.kind == kind)
        #expect(header.size == nil)
        #expect(!ImageHeader.isCutShort(bytes))
        #expect(ImageHeader.isCutShort(bytes.dropLast()) == (bytes.count > 12))
        #expect(ImageHeader([0, 0, 0, 13] + bytes.dropFirst(4)) == nil)
    }

    @Test func tellsAVIFFromHEICByAnyBrand() {
        func file(_ brands: String...) -> [UInt8] {
            let brands = brands.map { Array($0.utf8) }
            return [0, 0, 0, UInt8(12 + 4 * brands.count)] + "ftyp".utf8 + brands[0] + [0, 0, 0, 0]
                + brands[1...].joined()
        }
        #expect(ImageHeader(file("mif1", "miaf", "avif"))?.kind == .avif)
        #expect(ImageHeader(file("mif1", "miaf", "heic"))?.kind == .heic)
        #expect(ImageHeader(file("msf1", "hevc"))?.kind == .heic)
        #expect(ImageHeader(file("avis", "msf1"))?.kind == .avif)
        #expect(ImageHeader(file("isom", "mp42", "avc1")) == nil)
    }

    @Test func findsAJPEGsFrameBehindTablesFillBytesAndStrayOnes() throws {
        let bytes = try TestData.bytes("images/baseline-48x32.jpg")
        let table: [UInt8] = [0xff, 0xff, 0xc4, 0x00, 0x08, 0x08, 0x00, 0x01, 0x00, 0x01, 0x11]
        let stray: [UInt8] = [0x00, 0x17, 0xff, 0x00]
        #expect(
            ImageHeader(bytes[..<2] + table + stray + bytes[2...])?.size == ImageHeader.PixelSize(width: 48, height: 32)
        )
    }
}
