import SupplierGoKit
import TestSupport
import Testing

struct CutShortImageTests {
    @Test(arguments: ImageSample.all)
    func takesWholeImagesForWhole(_ sample: ImageSample) throws {
        #expect(!ImageHeader.isCutShort(try sample.bytes))
    }

    @Test(arguments: ImageSample.all.filter { $0.kind != .bmp && $0.kind != .tiff && $0.kind != .svg })
    func noticesThatBytesAreMissingAtTheEnd(_ sample: ImageSample) throws {
        let bytes = try sample.bytes
        for count in 0..<bytes.count where ImageHeader.kind(of: Array(bytes.prefix(count))) != nil {
            // A GIF that lacks nothing but its trailer, and a HEIF that ends between two boxes, may be whole.
            if sample.kind == .gif, count == bytes.count - 1 { continue }
            if sample.kind == .avif || sample.kind == .heic, Self.boxEnds(in: bytes).contains(count) { continue }
            #expect(ImageHeader.isCutShort(Array(bytes.prefix(count))), "\(count) of \(bytes.count) bytes")
        }
    }

    @Test(arguments: ["<svg><path d='M1", "<svg", "<svg ><text>abc"])
    func noticesAnSVGThatEndsInTheMiddleOfAnything(_ text: String) {
        #expect(ImageHeader.isCutShort(Array(text.utf8)) || ImageHeader.kind(of: Array(text.utf8)) == nil)
    }

    @Test(arguments: ImageSample.all.filter { $0.kind != .svg })
    func takesNoOffenceAtBytesBehindTheEnd(_ sample: ImageSample) throws {
        let padding: [UInt8] =
            sample.kind == .avif || sample.kind == .heic ? Array("\0\0\0\u{8}free".utf8) : [0, 0, 10]
        #expect(!ImageHeader.isCutShort(try sample.bytes + padding))
    }

    @Test func searchesAJPEGsEndBehindItsScanOnly() throws {
        let bytes = try TestData.bytes("images/baseline-48x32.jpg")
        let comment: [UInt8] = [0xff, 0xfe, 0x00, 0x04, 0xff, 0xd9]
        let whole = Array(bytes[..<2]) + comment + bytes[2...]
        #expect(!ImageHeader.isCutShort(whole))
        #expect(ImageHeader.isCutShort(whole.dropLast(2)))
    }

    /// Where the outermost boxes of an AVIF or HEIC end.
    private static func boxEnds(in bytes: [UInt8]) -> Set<Int> {
        var ends: Set<Int> = []
        var offset = 0
        while offset + 8 <= bytes.count {
            offset += bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            ends.insert(offset)
        }
        return ends
    }
}
