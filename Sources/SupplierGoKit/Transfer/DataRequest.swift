public import FoundationEssentials

/// What to load: a URL, what to send along, and how much to take.
public struct DataRequest: Sendable, Hashable {
    /// An `http`, `https` or `file` URL.
    public var url: URL

    /// Header fields for every server that the request reaches.
    public var fields: HTTPFields

    /// Header fields for ``url``'s own origin only: where a redirect leads to another one they are left out.
    public var originFields: HTTPFields

    /// The most bytes of body that are taken, counted before decoding and after; a response that declares or sends more ends with
    /// ``DataLoadError/Reason/bodyTooLarge(limit:)``. `nil` means any number.
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

    /// The order of the requests that wait for a slot.
    public enum Priority: Int, Sendable, Hashable, Comparable, CaseIterable {
        /// After all others.
        case low

        /// As usual.
        case normal

        /// A person is waiting for it.
        case high

        /// Orders by urgency.
        public static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }

    /// How urgent the request is; of equal ones the most urgent counts.
    public var priority = Priority.normal

    /// Creates a request.
    public init(
        url: URL, fields: HTTPFields = HTTPFields(), originFields: HTTPFields = HTTPFields(), byteLimit: Int? = nil,
        reach: Reach = .anywhere, priority: Priority = .normal
    ) {
        self.url = url
        self.fields = fields
        self.originFields = originFields
        self.byteLimit = byteLimit
        self.reach = reach
        self.priority = priority
    }

    /// What equal requests have in common: everything but the priority.
    var sharingKey: DataRequest {
        var key = self
        key.priority = .normal
        return key
    }

    /// Hashes the URL: requests for one URL that differ otherwise are rare.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
    }
}
