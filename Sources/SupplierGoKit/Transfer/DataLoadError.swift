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

    /// Any other failure, with libcurl's code (`CURLcode`) and text.
    case failed(URL, code: Int, reason: String)

    /// The loader was shut down.
    case loaderIsShutDown
}
