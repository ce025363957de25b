/// What an image's first bytes say of it.
///
/// No pixel is decoded, and no byte can make it fail: what is broken beyond its first bytes still has a kind. The size
/// of a JPEG, TIFF, AVIF or HEIC may stand behind tens of kilobytes of other data; give all bytes there are.
public struct ImageHeader: Sendable, Hashable {
    /// The kind of image.
    public let kind: ImageKind

    /// Width and height in pixels, as stored, where the first bytes tell them.
    ///
    /// An orientation noted in the image's metadata is not applied. Of an icon with several pictures it is the largest
    /// one's size; of an SVG, the size it asks for where that is given in pixels, or else its `viewBox`.
    public let size: PixelSize?

    /// Reads an image's first bytes, or gives `nil` where they are no image of a known kind.
    ///
    /// Names and media types decide nothing; a page of HTML that shows an image is none.
    public init?(_ bytes: [UInt8]) {
        self.init(bytes.span)
    }

    /// Reads an image's first bytes, or gives `nil` where they are no image of a known kind.
    public init?(_ bytes: Span<UInt8>) {
        guard let kind = Self.kind(of: bytes) else { return nil }
        self.kind = kind
        size =
            switch kind {
            case .png: PNG.size(of: bytes)
            case .jpeg: JPEG.size(of: bytes)
            case .gif: GIF.size(of: bytes)
            case .webp: WebP.size(of: bytes)
            case .avif, .heic: HEIF.size(of: bytes)
            case .svg: SVG.size(of: bytes)
            case .bmp: BMP.size(of: bytes)
            case .ico: ICO.size(of: bytes)
            case .tiff: TIFF.size(of: bytes)
            }
    }

    /// Whether an image certainly ends before its own structure does, so that a part of the picture is missing.
    ///
    /// What cannot be told for certain is not called cut short: BMP and TIFF never are, and bytes that are no image
    /// of a known kind are not either. Bytes behind an image's end are no fault. It follows the image's outermost
    /// structure only, and of a JPEG searches the end of the scans from behind.
    public static func isCutShort(_ bytes: [UInt8]) -> Bool {
        isCutShort(bytes.span, as: kind(of: bytes.span))
    }

    /// Whether an image of this kind certainly ends before its own structure does.
    static func isCutShort(_ bytes: Span<UInt8>, as kind: ImageKind?) -> Bool {
        switch kind {
        case .png: PNG.isCutShort(bytes)
        case .jpeg: JPEG.isCutShort(bytes)
        case .gif: GIF.isCutShort(bytes)
        case .webp: WebP.isCutShort(bytes)
        case .avif, .heic: HEIF.isCutShort(bytes)
        case .svg: SVG.isCutShort(bytes)
        case .ico: ICO.isCutShort(bytes)
        case .bmp, .tiff, nil: false
        }
    }

    /// The kind of image that bytes begin as; `nil` where they are no image of a known kind.
    static func kind(of bytes: Span<UInt8>) -> ImageKind? {
        if PNG.matches(bytes) { return .png }
        if JPEG.matches(bytes) { return .jpeg }
        if GIF.matches(bytes) { return .gif }
        if WebP.matches(bytes) { return .webp }
        if let kind = HEIF.kind(of: bytes) { return kind }
        if BMP.matches(bytes) { return .bmp }
        if ICO.matches(bytes) { return .ico }
        if TIFF.byteOrder(of: bytes) != nil { return .tiff }
        return SVG.matches(bytes) ? .svg : nil
    }
}

/// Width and height in pixels.
public struct PixelSize: Sendable, Hashable {
    /// Pixels from left to right.
    public let width: Int

    /// Pixels from top to bottom.
    public let height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Creates a size from what an image's bytes say, or `nil` where a side is missing or zero.
    init?(_ width: Int?, _ height: Int?) {
        guard let width, let height, width > 0, height > 0 else { return nil }
        self.init(width: width, height: height)
    }
}
