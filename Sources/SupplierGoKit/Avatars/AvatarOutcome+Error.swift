extension AvatarOutcome {
    /// The reason why there is no avatar to show.
    public indirect enum Error: Swift.Error, Sendable, Hashable {
        /// The endpoint names nothing that may be loaded.
        case endpoint(Avatar.EndpointError)

        /// The address of a supplier's details names nothing that may be loaded.
        case detailsAddress(Avatar.EndpointError)

        /// The transfer failed.
        case transfer(DataLoadError)

        /// The server answered with a status other than success. The reason is the text by which it says why, if it
        /// does.
        case status(URL, HTTPStatus, reason: String? = nil)

        /// The server said that there is no avatar (status 404 or 410), and is not asked again before `until`. The
        /// reason is the text by which it has just said why, if it did.
        case missing(URL, HTTPStatus, since: Date, until: Date, reason: String? = nil)

        /// The file is a directory, or something else that is not a regular file.
        case notAFile(URL, isDirectory: Bool)

        /// The body is empty.
        case empty(URL)

        /// The body is not an image of a known kind; `contentType` is what the server called it.
        case notAnImage(URL, contentType: String?)

        /// The body is an image that is cut short.
        case incomplete(URL)

        /// The body is not the record of a supplier's details; the reason is what it has instead, a noun phrase.
        case notDetails(URL, reason: String)

        /// The cache does not hold it, and the network may not be used.
        case offline(URL)
    }
}

extension AvatarOutcome.Error: Redacted, LocalizedError {
    /// One sentence without a full stop, and without a URL's user, password and the values of its query.
    public var description: String {
        switch self {
        case .endpoint(let error): error.description
        case .detailsAddress(let error): error.description(of: "details' address")
        case .transfer(let error): error.description
        case .status(let url, let status, let reason):
            "\(url.shown) returned status \(status)" + (reason.map { " (\"\($0)\")" } ?? "")
        case .missing(let url, let status, let since, let until, let reason):
            "\(url.shown) is gone (HTTP \(status)" + (reason.map { ", \"\($0)\"" } ?? "") + ")"
                + (since.age.map { ", checked \($0) ago" } ?? "")
                + "; next check in \(until.timeUntil)"
        case .notAFile(let url, let isDirectory):
            "\(url.shown) is " + (isDirectory ? "a directory" : "not a regular file")
        case .empty(let url): "\(url.shown) is empty"
        case .notAnImage(let url, let type):
            "\(url.shown) is not an image"
                + (type.map { ($0.hasPrefix("image/") ? ", although sent as " : ", but ") + $0.shownText() } ?? "")
        case .incomplete(let url): "\(url.shown) is an image that is cut short"
        case .notDetails(let url, let reason): "\(url.shown) has \(reason.shownText())"
        case .offline(let url): "\(url.shown) is not in the cache, and the network may not be used"
        }
    }
}

extension AvatarOutcome.Error {
    /// The server's status; `nil` if it gave none.
    package var status: HTTPStatus? {
        switch self {
        case .status(_, let status, _), .missing(_, let status, _, _, _): status
        case .transfer(let error):
            switch error.reason {
            case .proxyRefused(let status), .askedToWait(let status, _, _): status
            default: nil
            }
        case .endpoint, .detailsAddress, .notAFile, .empty, .notAnImage, .incomplete, .notDetails, .offline: nil
        }
    }

    /// The metrics of a transfer that failed, or `nil` if there was none.
    package var metrics: DataLoader.Metrics? { if case .transfer(let error) = self { error.metrics } else { nil } }

    /// The server says that there is no avatar.
    package var isGone: Bool {
        switch self {
        case .status(_, let status, _), .missing(_, let status, _, _, _): status.isGone
        default: false
        }
    }

    /// The server failed, so that a stale avatar is better than none (RFC 5861, section 4).
    ///
    /// A server that says that there is nothing, or refuses access, has not failed; nor has one that may not be asked.
    package var isOfServer: Bool {
        switch self {
        case .status(_, let status, _): status.code >= 500 || RetryPolicy.isRetryable(status)
        case .notAFile, .empty, .notAnImage, .incomplete, .notDetails: true
        case .transfer(let error): error.isOfServer
        case .endpoint, .detailsAddress, .missing, .offline: false
        }
    }

    /// The error of a file that may not be opened, as a pipe or a terminal would not end; `nil` for a regular file, for
    /// an absent one, and for the URL of anything else.
    @inline(never)
    init?(ofFile url: URL) async {
        guard url.isFileURL else { return nil }
        do throws(FileError) {
            let status = try await BlockingThreads.files.run { () throws(FileError) in
                try FileSystem.status(of: url.path(percentEncoded: false))
            }
            guard let status, status.kind != .regular else { return nil }
            self = .notAFile(url, isDirectory: status.kind == .directory)
        } catch {
            self = .transfer(DataLoadError(error, url))
        }
    }

    /// The error of a transfer, with the reason that its server gives.
    @inline(never)
    init(ofTransfer error: any Swift.Error, _ url: URL) {
        var error = DataLoadError(foreign: error, url)
        error.serverReason = CatalogSyntaxError.reason(in: error.metrics?.explanation ?? [])
        self = .transfer(error)
    }

    /// A few words, as the cache keeps them, and a card shows them of details.
    package var summary: String {
        switch self {
        case .endpoint(let error), .detailsAddress(let error): "an address that \(error.reason)"
        case .offline: "not in the cache"
        case .status(_, let status, _), .missing(_, let status, _, _, _): "status \(status)"
        case .notAFile(_, let isDirectory): isDirectory ? "a directory in place of a file" : "no regular file"
        case .empty: "an empty body"
        case .notAnImage(_, let type): "no image" + (type.map { ", but \($0.shownText())" } ?? "")
        case .incomplete: "an image that breaks off"
        case .notDetails(_, let reason): reason.shownText()
        case .transfer(let error): error.reason.description
        }
    }
}

extension DataLoadError {
    fileprivate var isOfServer: Bool {
        switch reason {
        case .unresolvedHost, .unreachable, .timedOut, .tls, .cutShort, .connectionLost, .proxyRefused, .askedToWait,
            .suspended, .tookTooLong, .headTooLarge, .malformedResponse, .tooManyRedirects, .failed:
            true
        case .bodyTooLarge, .refusedRedirect, .unsupportedScheme, .malformedURL, .unreadableFile, .privateAddress,
            .unusableProxy, .loaderIsShutDown:
            false
        }
    }
}
