public import FoundationEssentials

/// What to load: a URL, what to send along, and how much to take.
public struct DataRequest: Sendable, Hashable {
    /// What the server is asked to do. All of them may be repeated without another effect.
    public enum Method: String, Sendable, Hashable {
        /// To send what the URL names.
        case get = "GET"

        /// To send the header section of that only.
        case head = "HEAD"

        /// To replace what the URL names by the request's body.
        case put = "PUT"

        /// To remove what the URL names.
        case delete = "DELETE"
    }

    /// An `http`, `https` or `file` URL. A file can only be got.
    public var url: URL

    /// What the server is asked to do.
    public var method = Method.get

    /// The body of ``Method/put``; other methods send none.
    public var body: [UInt8] = []

    /// What the request is signed with; `nil` for a request without signature.
    ///
    /// The URL of a signed request has its query's parameters sorted by name, each with an equals sign, and everything
    /// percent-encoded but letters, digits and `-._~`.
    ///
    /// A signed request is never redirected, and what it gets keeps its content coding: an object is its bytes as they are.
    public var signature: RequestSignature?

    /// Header fields for every server that the request reaches.
    public var fields: HTTPFields

    /// Header fields for ``url``'s own origin only: where a redirect leads to another one they are left out.
    public var originFields: HTTPFields

    /// The most bytes of body that are taken, counted before decoding and after; a response that declares or sends more ends with
    /// ``DataLoadError/Reason/bodyTooLarge(limit:)``. `nil` means any number.
    public var byteLimit: Int?

    /// How long a transfer may take from its start to its end, with retries; the loader's own limit holds besides. `nil` means
    /// that limit alone.
    public var timeLimit: Duration?

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

    /// Creates a request that gets something, without signature.
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

    /// Whether its answer may be given to other callers: what changes nothing need not be done twice.
    var isShared: Bool { method == .get || method == .head }

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
