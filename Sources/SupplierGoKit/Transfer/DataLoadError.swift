public import FoundationEssentials

/// Why a transfer brought no response, or not the whole of it.
public enum DataLoadError: Error, Sendable, Hashable {
    /// The host's name does not resolve.
    case unresolvedHost(URL)

    /// No connection to the host came about; `reason` is libcurl's own text.
    case unreachable(URL, reason: String)

    /// No byte arrived for so long, connecting included.
    case timedOut(URL, after: Duration)

    /// TLS failed: a certificate that does not verify, or no common version; `reason` is libcurl's own text.
    case tls(URL, reason: String)

    /// The body is, or says it is, larger than the request's limit in bytes.
    case bodyTooLarge(URL, limit: Int)

    /// The connection ended before the body did, after `byteCount` bytes of it.
    case cutShort(URL, byteCount: Int)

    /// A redirect leads where it may not: `location` is not `http` or `https`, or leaves `https` for `http`.
    case refusedRedirect(URL, location: String)

    /// More redirects than `limit`.
    case tooManyRedirects(URL, limit: Int)

    /// The URL's scheme is not `http`, `https` or `file`.
    case unsupportedScheme(URL)

    /// libcurl does not take the URL.
    case malformedURL(URL)

    /// A file cannot be read; `errorNumber` is `errno`.
    case unreadableFile(path: String, errorNumber: Int32)

    /// The connection ended before there was an answer, or broke the protocol; `reason` is libcurl's own text.
    case connectionLost(URL, reason: String)

    /// The proxy is none that can be asked: its URL is not one of a proxy, or its host's name does not resolve; `reason` is
    /// libcurl's own text.
    case unusableProxy(URL, reason: String)

    /// The proxy does not connect to the server, and says why by a status.
    case proxyRefused(URL, HTTPStatus)

    /// The server answers with a status and asks for a longer wait than anybody will, `limit` being the longest.
    case askedToWait(URL, HTTPStatus, wait: Duration, limit: Duration)

    /// The URL leads to an address that is not public, where the request may not go (``DataRequest/reach``).
    case innerAddress(URL)

    /// The transfer took longer than it may, its retries and waits included.
    case tookTooLong(URL, limit: Duration)

    /// The header section is longer than `limit` bytes, or has more fields than may be.
    case headTooLarge(URL, limit: Int)

    /// The answer contradicts itself; `reason` is a clause.
    case malformedAnswer(URL, reason: String)

    /// The last of several tries failed, like this; the error inside is never itself this case.
    indirect case afterTries(Int, DataLoadError)

    /// Any other failure, with libcurl's code (`CURLcode`) and text.
    case failed(URL, code: Int, reason: String)

    /// libcurl, which the network needs, cannot be loaded or set up, for the reason that the system's loader or libcurl gives.
    case unusableLibrary(reason: String)

    /// The loader was shut down.
    case loaderIsShutDown
}

extension DataLoadError {
    /// The error of the last try: the error itself, where there was only one.
    public var cause: DataLoadError {
        if case .afterTries(_, let cause) = self { cause } else { self }
    }

    /// How often it was tried, at least 1.
    public var tryCount: Int {
        if case .afterTries(let count, _) = self { count } else { 1 }
    }
}
