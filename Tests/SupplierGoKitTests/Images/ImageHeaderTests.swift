import SupplierGoKit
import TestSupport
import Testing

struct ImageHeaderTests {
    @Test(arguments: ImageSample.all)
    func tellsTheKind(_ sample: ImageSample) throws {
        #expect(ImageHeader.kind(of: try sample.bytes) == sample.kind)
    }

    @Test(arguments: ImageSample.all)
    func staysWithTheKindOrNoneOfAnyBeginning(_ sample: ImageSample) throws {
        let bytes = try sample.bytes
        for count in 0..<bytes.count {
            guard let kind = ImageHeader.kind(of: Array(bytes.prefix(count))) else { continue }
            #expect(kind == sample.kind, "\(count) bytes")
        }
    }

    @Test(arguments: ImageSample.all)
    func takesAnyByteInAnyPlace(_ sample: ImageSample) throws {
        try sample.forEachChangedByte { _ = ImageHeader.isCutShort($0) }
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
        #expect(ImageHeader.kind(of: Array(text.utf8)) == nil)
        #expect(!ImageHeader.isCutShort(Array(text.utf8)))
    }

    @Test(arguments: [
        "<svg width='12' height=\"7\"/>", "\u{feff} \n<svg>", "<x:svg data-note='>'>", "<svg width='4' height='5",
        "<?xml version='1.0'?><!-- > --><!DOCTYPE svg>\n<svg/>", "<!DOCTYPE svg [<!ENTITY a '>'>] >\t<a:svg/>",
    ])
    func knowsAnSVGByItsRootElement(_ text: String) {
        #expect(ImageHeader.kind(of: Array(text.utf8)) == .svg)
    }

    private static func boxes(_ signature: String) -> [UInt8] {
        [0, 0, 0, 12] + signature.utf8 + [0x0d, 0x0a, 0x87, 0x0a] + [0, 0, 0, 10] + "ftyp".utf8 + [1, 2]
    }

    @Test(
        arguments: [
            ([0xff, 0x0a, 0x7f], .jxl), (boxes("JXL "), .jxl), ([0xff, 0x4f, 0xff, 0x51, 0], .jp2),
            (boxes("jP  "), .jp2),
        ] as [([UInt8], ImageHeader.Kind)])
    func knowsJPEGXLAndJPEG2000WithAndWithoutBoxes(bytes: [UInt8], kind: ImageHeader.Kind) {
        #expect(ImageHeader.kind(of: bytes) == kind)
        #expect(!ImageHeader.isCutShort(bytes))
        #expect(ImageHeader.isCutShort(bytes.dropLast()) == (bytes.count > 12))
        #expect(ImageHeader.kind(of: [0, 0, 0, 13] + bytes.dropFirst(4)) == nil)
    }

    @Test func tellsAVIFFromHEICByAnyBrand() {
        func file(_ brands: String...) -> [UInt8] {
            let brands = brands.map { Array($0.utf8) }
            return [0, 0, 0, UInt8(12 + 4 * brands.count)] + "ftyp".utf8 + brands[0] + [0, 0, 0, 0]
                + brands[1...].joined()
        }
        #expect(ImageHeader.kind(of: file("mif1", "miaf", "avif")) == .avif)
        #expect(ImageHeader.kind(of: file("mif1", "miaf", "heic")) == .heic)
        #expect(ImageHeader.kind(of: file("msf1", "hevc")) == .heic)
        #expect(ImageHeader.kind(of: file("avis", "msf1")) == .avif)
        #expect(ImageHeader.kind(of: file("isom", "mp42", "avc1")) == nil)
    }
}
