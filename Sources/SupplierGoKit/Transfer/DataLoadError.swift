/// The error of a failed transfer.
///
/// `==` and the hash ignore ``metrics``.
public struct DataLoadError: Error, Sendable {
    /// The reason why the last try failed.
    public enum Reason: Sendable, Hashable {
        /// The host's name does not resolve.
        case unresolvedHost

        /// No connection to the host could be made; `reason` is libcurl's own text.
        case unreachable(reason: String)

        /// No byte arrived for this long, connecting included.
        case timedOut(after: Duration)

        /// TLS failed: a certificate that does not verify, or no common version; `reason` is libcurl's text or
        /// a clause of ours.
        case tls(reason: String)

        /// The body is, or says it is, larger than the request's limit in bytes.
        case bodyTooLarge(limit: Int)

        /// The connection ended before the body did, after `byteCount` bytes of it.
        case cutShort(byteCount: Int)

        /// A redirect was refused: `location` is not `http` or `https`, or leaves `https` for `http`.
        case refusedRedirect(location: String)

        /// More redirects than `limit`.
        case tooManyRedirects(limit: Int)

        /// The URL's scheme is not `http`, `https` or `file`.
        case unsupportedScheme

        /// The URL has no host that name servers could know, or libcurl does not accept it.
        case malformedURL

        /// A file cannot be read; `errorNumber` is `errno`.
        case unreadableFile(path: String, errorNumber: Int32)

        /// The connection ended before there was an answer, or broke the protocol; `reason` is libcurl's text or a
        /// clause of ours.
        case connectionLost(reason: String)

        /// The proxy cannot be used: its URL is not a proxy's, its host's name does not resolve, or it refuses TLS;
        /// `reason` is libcurl's text or a clause of ours.
        case unusableProxy(reason: String)

        /// The proxy does not connect to the server, and says why by a status.
        case proxyRefused(HTTPStatus)

        /// The server returned a status and asked for a longer wait than `limit`.
        case askedToWait(HTTPStatus, wait: Duration, limit: Duration)

        /// The URL is not requested before a date, because of an earlier run: its host returned the status and asked to
        /// wait (`Retry-After`), or if there is none, its server accepted a connection and then sent nothing.
        case suspended(until: Date, after: HTTPStatus?)

        /// The URL leads to an address that is not public, and the request may go to public ones only
        /// (``DataRequest/reach``).
        case privateAddress

        /// The transfer took longer than `limit`, its retries and waits included.
        case tookTooLong(limit: Duration)

        /// The header section is longer than `limit` bytes, or has too many fields.
        case headTooLarge(limit: Int)

        /// The answer contradicts itself; `reason` is a clause.
        case malformedResponse(reason: String)

        /// Any other failure, with libcurl's code (`CURLcode`) and text; the code is 0 for an error of another
        /// program's loader.
        case failed(code: Int, reason: String)

        /// The loader was shut down.
        case loaderIsShutDown
    }

    /// The reason why the last try failed.
    public let reason: Reason

    /// The URL that was requested last.
    public let url: URL

    /// The number of tries, at least 1.
    public var tryCount: Int

    /// The transfer's metrics, or `nil` if it did not start, for a file, or if the loader does not measure.
    public var metrics: DataLoader.Metrics?

    /// The text by which the server says why it asks for too long a wait, once somebody has found it in the response.
    var serverReason: String?

    /// Creates an error.
    public init(_ reason: Reason, _ url: URL, tryCount: Int = 1, metrics: DataLoader.Metrics? = nil) {
        self.reason = reason
        self.url = url
        self.tryCount = tryCount
        self.metrics = metrics
    }

    /// A file that cannot be read.
    init(_ error: FileError, _ url: URL, tryCount: Int = 1, metrics: DataLoader.Metrics? = nil) {
        let reason = Reason.unreadableFile(path: error.path, errorNumber: error.errorNumber ?? EIO)
        self.init(reason, url, tryCount: tryCount, metrics: metrics)
    }

    /// The error of a URL that has no ``Origin``.
    static func withoutOrigin(_ url: URL) -> DataLoadError {
        DataLoadError(["http", "https"].contains(url.scheme?.lowercased()) ? .malformedURL : .unsupportedScheme, url)
    }

    /// An error of another program's loader, which may be any.
    package init(foreign error: any Error, _ url: URL) {
        self = error as? DataLoadError ?? DataLoadError(.failed(code: 0, reason: String(describing: error)), url)
    }
}

extension DataLoadError: Hashable {
    /// Reason, URL and number of tries are the same.
    public static func == (left: DataLoadError, right: DataLoadError) -> Bool {
        left.reason == right.reason && left.url == right.url && left.tryCount == right.tryCount
    }

    /// Hashes reason, URL and number of tries.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(url)
        hasher.combine(tryCount)
    }
}

extension DataLoadError.Reason: Redacted {
    /// A few words.
    public var description: String {
        switch self {
        case .unresolvedHost: "the host name does not resolve"
        case .unreachable: "no connection"
        case .timedOut, .tookTooLong: "no response in time"
        case .tls: "no secure connection"
        case .bodyTooLarge: "too many bytes"
        case .cutShort: "the response broke off"
        case .connectionLost: "no response"
        case .unusableProxy: "no such proxy"
        case .proxyRefused(let status): "status \(status) from the proxy"
        case .askedToWait(let status, _, _): "status \(status) and a long wait"
        case .suspended(_, nil): "no response earlier"
        case .suspended: "the host is not asked yet"
        case .refusedRedirect, .tooManyRedirects: "a redirect that is not followed"
        case .privateAddress: "a private address"
        case .unreadableFile: "an unreadable file"
        case .headTooLarge, .malformedResponse: "a malformed response"
        case .failed(code: 0, let reason): reason.shownText()
        case .unsupportedScheme, .malformedURL, .failed, .loaderIsShutDown: "the transfer failed"
        }
    }
}
