public import FoundationEssentials

/// What to load: a URL, what to send along, and how much to take.
public struct DataRequest: Sendable, Hashable {
    /// An `http`, `https` or `file` URL.
    public var url: URL

    /// Header fields for every server that the request reaches.
    public var fields: HTTPFields

    /// Header fields for ``url``'s own origin only: where a redirect leads to another one they are left out.
    public var originFields: HTTPFields

    /// The most bytes of body that are taken, counted after decoding; a response that declares or sends more ends with
    /// ``DataLoadError/bodyTooLarge(_:limit:)``. `nil` is no limit.
    public var byteLimit: Int?

    /// Creates a request.
    public init(
        url: URL, fields: HTTPFields = HTTPFields(), originFields: HTTPFields = HTTPFields(), byteLimit: Int? = nil
    ) {
        self.url = url
        self.fields = fields
        self.originFields = originFields
        self.byteLimit = byteLimit
    }
}
