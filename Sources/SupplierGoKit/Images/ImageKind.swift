/// A kind of image file.
public enum ImageKind: String, Sendable, CaseIterable {
    case png, jpeg, gif, webp, avif, heic, svg, bmp, ico, tiff

    /// The file extension, without a dot.
    public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The name people know it by.
    public var name: String {
        switch self {
        case .webp: "WebP"
        case .png, .jpeg, .gif, .avif, .heic, .svg, .bmp, .ico, .tiff: rawValue.uppercased()
        }
    }

    /// The media type, as IANA registers it.
    public var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .ico: "image/vnd.microsoft.icon"
        case .png, .jpeg, .gif, .webp, .avif, .heic, .bmp, .tiff: "image/" + rawValue
        }
    }
}
