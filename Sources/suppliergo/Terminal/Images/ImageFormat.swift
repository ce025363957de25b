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

/// Width and height in pixels. Those of an image are as stored: an orientation in its metadata is not applied.
struct PixelSize: Sendable, Hashable {
    let width: Int
    let height: Int
}

/// The sizes of images, `nil` if the bytes end before.
extension PixelSize {
    /// Creates a size from an image's numbers, or returns `nil` if a side is missing or zero.
    private init?(_ width: Int?, _ height: Int?) {
        guard let width, let height, width > 0, height > 0 else { return nil }
        self.init(width: width, height: height)
    }
    /// The size in the first chunk (W3C, PNG Specification, third edition, section 11.2.1).
    init?(ofPNG bytes: Span<UInt8>) {
        guard bytes.holds("IHDR".utf8, at: 12) else { return nil }
        self.init(bytes.number(at: 16, width: 4), bytes.number(at: 20, width: 4))
    }

    /// The size in the frame header (ITU-T T.81, section B.2.2).
    init?(ofJPEG bytes: Span<UInt8>) {
        guard let frame = ImageHeader.JPEG.frame(in: bytes) else { return nil }
        self.init(bytes.number(at: frame + 3, width: 2), bytes.number(at: frame + 1, width: 2))
    }

    /// The size of the screen (GIF89a specification, section 18).
    init?(ofGIF bytes: Span<UInt8>) {
        self.init(bytes.number(at: 6, width: 2, .littleEndian), bytes.number(at: 8, width: 2, .littleEndian))
    }

    /// The size in the first chunk, in one of three forms (RFC 9649, sections 2.5 to 2.7).
    init?(ofWebP bytes: Span<UInt8>) {
        if bytes.holds("VP8 ".utf8, at: 12), bytes.holds([0x9d, 0x01, 0x2a], at: 23) {
            // The two upper bits of each are a scaling hint.
            let sides = [26, 28].map { bytes.number(at: $0, width: 2, .littleEndian).map { $0 & 0x3fff } }
            self.init(sides[0], sides[1])
        } else if bytes.holds("VP8L".utf8, at: 12), bytes.byte(at: 20) == 0x2f {
            guard let bits = bytes.number(at: 21, width: 4, .littleEndian) else { return nil }
            self.init(width: bits & 0x3fff + 1, height: bits >> 14 & 0x3fff + 1)
        } else if bytes.holds("VP8X".utf8, at: 12) {
            let sides = [24, 27].map { bytes.number(at: $0, width: 3, .littleEndian).map { $0 + 1 } }
            self.init(sides[0], sides[1])
        } else {
            return nil
        }
    }
}
