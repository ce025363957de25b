/// An image's kind and size, read from its first bytes.
///
/// No pixel is decoded, and no bytes make it fail: an image that is broken after its first bytes still has a kind. The size
/// of a JPEG may follow tens of kilobytes of other data, so pass all bytes there are.
package struct ImageHeader: Sendable, Hashable {
    package let kind: ImageHeader.Kind

    /// Width and height in pixels, as stored, of a PNG, JPEG, GIF or WebP; `nil` for another kind, or if the bytes end
    /// before it. An orientation in the image's metadata is not applied.
    package let size: ImageHeader.PixelSize?

    /// Reads an image's first bytes, or returns `nil` if they are not an image of a known kind.
    ///
    /// File names and media types do not matter; an HTML page that shows an image is not an image.
    package init?(_ bytes: [UInt8]) {
        let bytes = bytes.span
        guard let kind = Self.kind(of: bytes) else { return nil }
        self.kind = kind
        size =
            switch kind {
            case .png: PNG.size(of: bytes)
            case .jpeg: JPEG.size(of: bytes)
            case .gif: GIF.size(of: bytes)
            case .webp: WebP.size(of: bytes)
            case .avif, .heic, .svg, .bmp, .ico, .tiff, .jxl, .jp2: nil
            }
    }

    /// Whether an image certainly ends before its own structure does, so that a part of the picture is missing.
    ///
    /// `false` if that is uncertain: for BMP and TIFF, and for bytes that are not an image of a known kind. Bytes after
    /// an image's end do no harm. Only the outermost structure is followed; the end of a JPEG's scans is searched backwards.
    package static func isCutShort(_ bytes: [UInt8]) -> Bool {
        isCutShort(bytes.span, as: kind(of: bytes.span))
    }

    /// Whether an image of this kind certainly ends before its own structure does.
    static func isCutShort(_ bytes: Span<UInt8>, as kind: ImageHeader.Kind?) -> Bool {
        switch kind {
        case .png: PNG.isCutShort(bytes)
        case .jpeg: JPEG.isCutShort(bytes)
        case .gif: GIF.isCutShort(bytes)
        case .webp: WebP.isCutShort(bytes)
        case .avif, .heic: HEIF.isCutShort(bytes)
        case .svg: SVG.isCutShort(bytes)
        case .ico: ICO.isCutShort(bytes)
        case .jxl: JPEGXL.isCutShort(bytes)
        case .jp2: JPEG2000.isCutShort(bytes)
        case .bmp, .tiff, nil: false
        }
    }

    /// The kind of image that the bytes begin as; `nil` if they are not an image of a known kind.
    static func kind(of bytes: Span<UInt8>) -> ImageHeader.Kind? {
        if PNG.matches(bytes) { return .png }
        if JPEG.matches(bytes) { return .jpeg }
        if GIF.matches(bytes) { return .gif }
        if WebP.matches(bytes) { return .webp }
        if let kind = HEIF.kind(of: bytes) { return kind }
        if JPEGXL.matches(bytes) { return .jxl }
        if JPEG2000.matches(bytes) { return .jp2 }
        if BMP.matches(bytes) { return .bmp }
        if ICO.matches(bytes) { return .ico }
        // TIFF 6.0, section 2, in either byte order.
        if bytes.holds("II\u{2a}\0", at: 0) || bytes.holds("MM\0\u{2a}", at: 0) { return .tiff }
        return SVG.matches(bytes) ? .svg : nil
    }
}

/// Numbers and text at any offset, `nil` if the bytes end before: the bytes come from a server, and their offsets may lead
/// anywhere.
extension Span<UInt8> {
    /// The order of a number's bytes.
    enum ByteOrder {
        case bigEndian, littleEndian
    }

    /// The byte at an offset.
    func byte(at offset: Int) -> UInt8? {
        offset >= 0 && offset < count ? self[offset] : nil
    }

    /// The unsigned number of `width` bytes, 1 to 4, at an offset.
    func number(at offset: Int, width: Int, _ order: ByteOrder = .bigEndian) -> Int? {
        guard offset >= 0, offset <= count - width else { return nil }
        var number = 0
        for index in 0..<width {
            number = number << 8 | Int(self[offset + (order == .bigEndian ? index : width - 1 - index)])
        }
        return number
    }

    /// Whether this ASCII text stands at an offset.
    func holds(_ text: StaticString, at offset: Int) -> Bool {
        holds(text.description.utf8, at: offset)
    }

    /// Whether these bytes stand at an offset.
    func holds(_ bytes: some Collection<UInt8>, at offset: Int) -> Bool {
        guard offset >= 0, offset <= count - bytes.count else { return false }
        return bytes.enumerated().allSatisfy { self[offset + $0.offset] == $0.element }
    }

    /// The first offset of this ASCII text, from `start` on.
    func offset(of text: StaticString, from start: Int) -> Int? {
        let bytes = Array(text.description.utf8)
        guard start >= 0, count - bytes.count >= start else { return nil }
        return (start...count - bytes.count).first { self[$0] == bytes[0] && holds(bytes, at: $0) }
    }
}

extension ImageHeader {
    /// Width and height in pixels.
    package struct PixelSize: Sendable, Hashable {
        package let width: Int
        package let height: Int

        package init(width: Int, height: Int) {
            self.width = width
            self.height = height
        }

        /// Creates a size from an image's numbers, or returns `nil` if a side is missing or zero.
        init?(_ width: Int?, _ height: Int?) {
            guard let width, let height, width > 0, height > 0 else { return nil }
            self.init(width: width, height: height)
        }
    }
}

extension ImageHeader {
    /// A kind of image file.
    package enum Kind: String, Sendable, CaseIterable {
        case png, jpeg, gif, webp, avif, heic, svg, bmp, ico, tiff, jxl, jp2

        /// The file extension, without a dot.
        package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

        /// The common name, such as "WebP".
        package var name: String {
            switch self {
            case .webp: "WebP"
            case .jxl: "JPEG XL"
            case .jp2: "JPEG 2000"
            default: rawValue.uppercased()
            }
        }

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
