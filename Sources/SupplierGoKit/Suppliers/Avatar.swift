/// A supplier's picture: an endpoint and, once loaded, the image's bytes.
///
/// It is bound to no image framework: whoever draws it decodes ``bytes`` with whatever is at hand.
public struct Avatar: Sendable, Hashable {
    /// The endpoint as the catalog gives it: a URL, absolute or relative to the catalog; never empty.
    public let endpoint: String

    /// The image's bytes exactly as the server sent them, decoded from any content coding; `nil` until loaded.
    public var bytes: [UInt8]?

    /// Creates an avatar, or `nil` where the endpoint is empty.
    public init?(endpoint: String, bytes: [UInt8]? = nil) {
        guard !endpoint.isEmpty else { return nil }
        self.endpoint = endpoint
        self.bytes = bytes
    }
}
