/// An image's kind, read from its first bytes, and whether its last bytes are missing.
///
/// No pixel is decoded, and no bytes make it fail: an image that is broken after its first bytes still has a kind. File
/// names and media types do not matter; an HTML page that shows an image is not an image.
package enum ImageHeader {
    /// The image certainly ends before its own structure does, so that a part of the picture is missing.
    ///
    /// `false` if that is uncertain: for BMP and TIFF. Bytes after an image's end do no harm. Only the outermost
    /// structure is followed; the end of a JPEG's scans is searched backwards.
    package static func isCutShort(_ bytes: Span<UInt8>, as kind: ImageHeader.Kind) -> Bool {
        switch kind {
        case .png: PNG.isCutShort(bytes)
        case .jpeg: JPEG.isCutShort(bytes)
        case .gif: GIF.isCutShort(bytes)
        case .webp: WebP.isCutShort(bytes)
        case .avif, .heic: HEIF.isCutShort(bytes)
        case .svg: SVG.isCutShort(bytes)
        case .ico: ICO.isCutShort(bytes)
        // A codestream by itself begins with another byte than one in the boxes of HEIF.
        case .jxl, .jp2: bytes.byte(at: 0) == 0 && HEIF.isCutShort(bytes)
        case .bmp, .tiff: false
        }
    }

    /// The first bytes of the kinds that these tell apart: of JPEG XL (ISO/IEC 18181-2) and JPEG 2000 (ISO/IEC 15444-1)
    /// as a codestream and in boxes, of TIFF (TIFF 6.0, section 2) in either byte order.
    private static let beginnings: [(kind: Kind, bytes: [UInt8])] = [
        (.png, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), (.jpeg, [0xff, 0xd8, 0xff]),
        (.gif, Array("GIF87a".utf8)), (.gif, Array("GIF89a".utf8)),
        (.jxl, [0xff, 0x0a]), (.jxl, [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0d, 0x0a, 0x87, 0x0a]),
        (.jp2, [0xff, 0x4f, 0xff, 0x51]), (.jp2, [0, 0, 0, 12] + Array("jP  ".utf8) + [0x0d, 0x0a, 0x87, 0x0a]),
        (.tiff, Array("II\u{2a}\0".utf8)), (.tiff, Array("MM\0\u{2a}".utf8)),
    ]

    /// The kind of image that the bytes begin as; `nil` if they are not an image of a known kind.
    package static func kind(of bytes: Span<UInt8>) -> ImageHeader.Kind? {
        if let known = beginnings.first(where: { bytes.holds($0.bytes, at: 0) }) { return known.kind }
        if WebP.matches(bytes) { return .webp }
        if let kind = HEIF.kind(of: bytes) { return kind }
        if BMP.matches(bytes) { return .bmp }
        if ICO.matches(bytes) { return .ico }
        return SVG.matches(bytes) ? .svg : nil
    }
}

/// Numbers and text at any offset, `nil` if the bytes end before: the bytes come from a server, and their offsets may
/// lead anywhere.
extension Span<UInt8> {
    /// The order of a number's bytes.
    package enum ByteOrder {
        case bigEndian, littleEndian
    }

    /// The byte at an offset.
    package func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? self[offset] : nil
    }

    /// The unsigned number of `width` bytes, 1 to 4, at an offset.
    package func number(at offset: Int, width: Int, _ order: ByteOrder = .bigEndian) -> Int? {
        guard offset >= 0, offset <= count - width else { return nil }
        var number = 0
        for index in 0..<width {
            number = number << 8 | Int(self[offset + (order == .bigEndian ? index : width - 1 - index)])
        }
        return number
    }

    /// The first offset of this ASCII text, from `start` on.
    func offset(of text: String, from start: Int) -> Int? {
        let bytes = Array(text.utf8)
        guard start >= 0, count - bytes.count >= start else { return nil }
        return (start...count - bytes.count).first { self[$0] == bytes[0] && holds(bytes, at: $0) }
    }
}

extension ImageHeader {
    /// A kind of image file.
    package enum Kind: String, Sendable, CaseIterable {
        case png, jpeg, gif, webp, avif, heic, svg, bmp, ico, tiff, jxl, jp2

        /// The file extension, without a dot, for copies and exports; files of the cache have that of their address.
        package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

        /// The media type registered with IANA.
        package var mediaType: String {
            switch self {
            case .svg: "image/svg+xml"
            case .ico: "image/vnd.microsoft.icon"
            case .png, .jpeg, .gif, .webp, .avif, .heic, .bmp, .tiff, .jxl, .jp2: "image/" + rawValue
            }
        }
    }
}
