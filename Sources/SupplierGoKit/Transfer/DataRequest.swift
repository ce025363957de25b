/// A request for a URL, with what to send along and the limits of the response. A program's own is a `GET`.
///
/// ## Topics
///
/// ### Creating
/// - ``init(url:fields:originFields:byteLimit:reach:priority:)``
///
/// ### What is sent
/// - ``url``
/// - ``fields``
/// - ``originFields``
///
/// ### Limits
/// - ``byteLimit``
/// - ``timeLimit``
/// - ``reach``
/// - ``Reach``
///
/// ### Urgency
/// - ``priority``
/// - ``Priority``
public struct DataRequest: Sendable, Hashable {
    /// The request's method. All of them may be repeated without another effect.
    package enum Method: String, Sendable, Hashable {
        /// Loads the resource.
        case get = "GET"

        /// Loads the header section only.
        case head = "HEAD"

        /// Replaces the resource by the request's body.
        case put = "PUT"

        /// Removes the resource.
        case delete = "DELETE"
    }

    /// An `http`, `https` or `file` URL. A file can only be got. The host is in ASCII: a name beyond that is converted
    /// (IDNA).
    public var url: URL {
        didSet { (url, origin) = Self.located(url) }
    }

    /// The origin of ``url``; `nil` for a file, and for what is no URL that can be loaded.
    private(set) var origin: Origin?

    /// The method. Default ``Method/get``.
    package var method = Method.get

    /// The body of ``Method/put``; other methods send none.
    package var body: [UInt8] = []

    /// The signature, or `nil` for a request without one.
    ///
    /// The URL of a signed request has its query's parameters sorted by name, each with an equals sign, and everything
    /// percent-encoded but letters, digits and `-._~`.
    ///
    /// A signed request is never redirected, and its response keeps its content coding: an object is its bytes as they
    /// are.
    package var signature: RequestSignature?

    /// Header fields for every server that the request reaches.
    public var fields: HeaderFields

    /// Header fields for ``url``'s own origin only: they are left out if a redirect leads to another one
    /// (`Transfer.fieldsToSend`).
    public var originFields: HeaderFields

    /// The most bytes of body that are taken, counted before decoding and after; a response that declares or sends more
    /// ends with ``DataLoadError/Reason/bodyTooLarge(limit:)``. `nil` means any number.
    public var byteLimit: Int?

    /// The most time from a transfer's start to its end, with retries; the loader's own limit holds besides. `nil`
    /// means that limit alone.
    public var timeLimit: Duration?

    /// The addresses that a request may lead to.
    public enum Reach: Sendable, Hashable {
        /// Anywhere.
        case anywhere

        /// Anywhere, but by a redirect from a public address to public ones only.
        case stayingPublic

        /// To public addresses only: not to this machine, nor to private or link-local networks, by whatever name and
        /// through whatever redirect. What counts is the address that is connected to, or that a SOCKS proxy is told;
        /// behind a proxy that resolves names by itself, the URL's text.
        case publicOnly
    }

    /// The addresses that the request may reach; for others it ends with ``DataLoadError/Reason/privateAddress``.
    public var reach = Reach.anywhere

    /// The waits that a host asked for before this date do not count. Default: all of them count.
    var ignoresWaitsBefore = Date.distantPast

    /// The end of the time for which it is not sent, since its server did not answer in an earlier run; `nil` if there
    /// is none. ``PatientLoader`` holds it back.
    var silentUntil: Date?

    /// The longest wait that it waits out if its server asks for it. Default `nil`, for
    /// ``RetryPolicy/longestWaitInRequest``.
    var longestWait: Duration?

    /// It fails for good if its server accepts a connection and then sends nothing until the timeout. Default `false`:
    /// it is retried. Requests for avatars and details have it; `CurlEngine.waitForRetry` keeps to it.
    var failsOnSilence = false

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

    /// The urgency; of equal requests the most urgent counts.
    public var priority = Priority.normal

    /// Creates a request.
    public init(
        url: URL, fields: HeaderFields = HeaderFields(), originFields: HeaderFields = HeaderFields(),
        byteLimit: Int? = nil, reach: Reach = .anywhere, priority: Priority = .normal
    ) {
        (self.url, origin) = Self.located(url)
        self.fields = fields
        self.originFields = originFields
        self.byteLimit = byteLimit
        self.reach = reach
        self.priority = priority
    }

    /// A URL with its host as name servers know it, and its origin. Most URLs are read once for both.
    private static func located(_ url: URL) -> (URL, Origin?) {
        if let origin = Origin(plain: url) { return (url, origin) }
        let named = url.withHostName
        return (named, Origin(named))
    }

    /// Checks the size of a body.
    ///
    /// - Throws: ``DataLoadError`` if it is over ``byteLimit``.
    func checkLimit(of byteCount: Int) throws(DataLoadError) {
        if let byteLimit, byteCount > byteLimit { throw DataLoadError(.bodyTooLarge(limit: byteLimit), url) }
    }

    /// One response serves both, whatever their priority and the waits that count.
    func isServed(with other: DataRequest) -> Bool {
        var other = other
        (other.priority, other.ignoresWaitsBefore) = (priority, ignoresWaitsBefore)
        return self == other
    }
}

extension DataRequest: Redacted {
    /// The method, the URL and the header fields, without secrets.
    public var description: String {
        let lines = (fields.fields + originFields.fields).map(\.description)
        return (["\(method.rawValue) \(url.shown)"] + lines).joined(separator: "\n")
    }
}
