public import FoundationEssentials

/// What to load: a URL, what to send along, and how much to take.
public struct DataRequest: Sendable, Hashable {
    /// An `http`, `https` or `file` URL.
    public var url: URL {
        get { address.url }
        set { address = LazyURL(newValue) }
    }

    /// The same, as it is handed on.
    private(set) var address: LazyURL

    /// Header fields for every server that the request reaches.
    public var fields: HTTPFields

    /// Header fields for ``url``'s own origin only: where a redirect leads to another one they are left out.
    public var originFields: HTTPFields

    /// The most bytes of body that are taken, counted before decoding and after; a response that declares or sends more ends with
    /// ``DataLoadError/Reason/bodyTooLarge(limit:)``. `nil` is no limit.
    public var byteLimit: Int?

    /// Where a request may lead.
    public enum Reach: Sendable, Hashable {
        /// Anywhere.
        case anywhere

        /// Anywhere, but by a redirect from a public address to public ones only.
        case outward

        /// To public addresses only: not to this machine, nor to private or link-local networks, by whatever name and
        /// through whatever redirect. What counts is the address that is connected to; behind a proxy, which resolves
        /// names by itself, the URL's text.
        case publicOnly
    }

    /// Where the request may lead; elsewhere it ends with ``DataLoadError/Reason/innerAddress``.
    public var reach = Reach.anywhere

    /// Who goes first among the requests that wait for a place.
    public enum Priority: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// Whenever there is room.
        case low

        /// As usual.
        case normal

        /// Somebody is looking at the empty place.
        case high

        /// Orders by urgency.
        public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }

    /// How urgent the request is; of equal ones the most urgent counts.
    public var priority = Priority.normal

    /// Whether the body may be asked for without a content coding (`Accept-Encoding: identity`), since none makes it much
    /// smaller, as is so with images: where no proxy is between, the loader then takes a shorter way. Default `false`.
    public var mayBeUncoded = false

    /// Creates a request.
    public init(
        url: URL, fields: HTTPFields = HTTPFields(), originFields: HTTPFields = HTTPFields(), byteLimit: Int? = nil,
        reach: Reach = .anywhere, priority: Priority = .normal, mayBeUncoded: Bool = false
    ) {
        self.init(
            at: LazyURL(url), fields: fields, originFields: originFields, byteLimit: byteLimit, reach: reach,
            priority: priority, mayBeUncoded: mayBeUncoded)
    }

    init(
        at address: LazyURL, fields: HTTPFields, originFields: HTTPFields, byteLimit: Int?, reach: Reach,
        priority: Priority = .normal, mayBeUncoded: Bool
    ) {
        self.address = address
        self.fields = fields
        self.originFields = originFields
        self.byteLimit = byteLimit
        self.reach = reach
        self.priority = priority
        self.mayBeUncoded = mayBeUncoded
    }
}
