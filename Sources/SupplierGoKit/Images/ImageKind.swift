/// A kind of image file.
package enum ImageKind: String, Sendable, CaseIterable {
    case png, jpeg, gif, webp, avif, heic, svg, bmp, ico, tiff

    /// The file extension, without a dot.
    package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

    /// The common name, such as "WebP".
    package var name: String { self == .webp ? "WebP" : rawValue.uppercased() }

    /// The media type registered with IANA.
    package var mediaType: String {
        switch self {
        case .svg: "image/svg+xml"
        case .ico: "image/vnd.microsoft.icon"
        case .png, .jpeg, .gif, .webp, .avif, .heic, .bmp, .tiff: "image/" + rawValue
        }
    }
}
