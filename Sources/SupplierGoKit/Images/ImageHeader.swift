/// What an image's first bytes say of it.
public struct ImageHeader: Sendable, Hashable {
    /// The kind of image.
    public let kind: ImageKind

    /// Width and height in pixels, as stored, where the first bytes tell them.
    public let size: PixelSize?

    /// Whether an image certainly breaks off: its own structure says that there is more of it.
    public static func isCutShort(_ bytes: [UInt8]) -> Bool {
        false
    }

    /// Reads an image's first bytes, or gives `nil` where they are no image of a known kind.
    public init?(_ bytes: [UInt8]) {
        return nil
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
}
