extension AvatarFailure {
    /// The server's status; `nil` where it gave none.
    var status: HTTPStatus? {
        switch self {
        case .status(_, let status), .missing(_, let status, _, _): status
        case .transfer(let error):
            switch error.reason {
            case .proxyRefused(let status), .askedToWait(let status, _, _): status
            default: nil
            }
        case .endpoint, .empty, .notAnImage, .incomplete, .offline: nil
        }
    }

    /// Whether it is the server that fails, so that what is held is the best there is (RFC 5861, section 4).
    ///
    /// A server that says that there is nothing, or refuses it, does not fail; nor does a request that may not be made.
    var isOfServer: Bool {
        switch self {
        case .status(_, let status): status.code >= 500 || [408, 425, 429].contains(status.code)
        case .empty, .notAnImage, .incomplete: true
        case .transfer(let error): error.isOfServer
        case .endpoint, .missing, .offline: false
        }
    }

    /// A few words for a note in the cache.
    var summary: String {
        switch self {
        case .endpoint, .offline: "not asked"
        case .status(_, let status), .missing(_, let status, _, _): "status \(status)"
        case .empty: "an empty body"
        case .notAnImage(_, let type): "no image" + (type.map { ", but \($0)" } ?? "")
        case .incomplete: "an image that breaks off"
        case .transfer(let error): error.summary
        }
    }
}

extension DataLoadError {
    fileprivate var isOfServer: Bool {
        switch reason {
        case .unresolvedHost, .unreachable, .timedOut, .tls, .cutShort, .connectionLost, .proxyRefused, .askedToWait,
            .tookTooLong, .headTooLarge, .malformedAnswer, .tooManyRedirects, .failed:
            true
        case .bodyTooLarge, .refusedRedirect, .unsupportedScheme, .malformedURL, .unreadableFile, .innerAddress,
            .unusableProxy, .unusableLibrary, .loaderIsShutDown:
            false
        }
    }

    fileprivate var summary: String {
        switch reason {
        case .unresolvedHost: "the host name does not resolve"
        case .unreachable: "no connection"
        case .timedOut, .tookTooLong: "no answer in time"
        case .tls: "no secure connection"
        case .bodyTooLarge: "too many bytes"
        case .cutShort: "the answer broke off"
        case .connectionLost: "no answer"
        case .unusableProxy: "no such proxy"
        case .unusableLibrary: "no libcurl"
        case .proxyRefused(let status): "status \(status) from the proxy"
        case .askedToWait(let status, _, _): "status \(status) and a long wait"
        case .refusedRedirect, .tooManyRedirects: "a redirect that is not followed"
        case .innerAddress: "a private address"
        case .unreadableFile: "an unreadable file"
        case .headTooLarge, .malformedAnswer: "a malformed answer"
        case .unsupportedScheme, .malformedURL, .failed, .loaderIsShutDown: "the transfer failed"
        }
    }
}
