/// An error that kept a catalog from being read, or from being read to its end.
public enum CatalogError: Error, Sendable, Hashable {
    /// The server could not be reached, or the transfer failed.
    case unreachable(DataLoadError)

    /// The server's answer ended early or contradicts itself.
    case brokenResponse(DataLoadError)

    /// The catalog's file cannot be read.
    case unreadableFile(DataLoadError)

    /// The server answered with a status other than success, and asks for this long a wait, if for any (`Retry-After`,
    /// or zero by `X-RateLimit-Remaining: 0`). The reason is the text by which it says why, if it does.
    case status(URL, HTTPStatus, retryAfter: Duration? = nil, reason: String? = nil)

    /// The document is not a catalog, or is truncated.
    case syntax(CatalogSyntaxError)

    /// A record is not a supplier, and the catalog was read strictly.
    case badRecord(Supplier.BadRecord)

    /// Page `number`, from 1, could not be read; the pages before it were.
    indirect case page(number: Int, CatalogError)

    /// There is a next page, but it may not be read.
    case paging(Paging)

    /// The catalog failed after suppliers were delivered, so that its snapshot, which the cache holds, was not read
    /// instead.
    indirect case brokenOff(CatalogError, snapshotStoredAt: Date)

    /// The catalog has no suppliers, and its snapshot has `supplierCount`.
    case becameEmpty(supplierCount: Int)

    /// The network may not be used, and the cache holds no snapshot of the catalog.
    case noSnapshot(URL)

    /// The network may not be used, and the cache's snapshot of the catalog is damaged.
    case damagedSnapshot(URL)

    /// The cache, which alone may be asked for the catalog, cannot be read.
    case unreadableSnapshot(URL, CacheError)

    /// Creates the error that a failed transfer of a catalog is.
    init(_ error: DataLoadError) {
        var error = error
        error.serverReason = CatalogSyntaxError.reason(in: error.metrics?.explanation ?? [])
        switch error.reason {
        case .unreadableFile: self = .unreadableFile(error)
        case .cutShort, .malformedResponse: self = .brokenResponse(error)
        default: self = .unreachable(error)
        }
    }

    /// The error as ``SupplierStream`` throws it, with its page unless that is the first; rethrows an error that is not
    /// the catalog's.
    init(_ error: any Error, onPage page: Int = 1, after recordCount: Int = 0) throws {
        let cause =
            switch error {
            case let error as CatalogError: error
            case let error as DataLoadError: CatalogError(error)
            case let error as CatalogSyntaxError: CatalogError.syntax(error)
            case let badRecord as Supplier.BadRecord:
                CatalogError.badRecord(badRecord.on(page: page, after: recordCount))
            // Standard input is the only file that no loader reads.
            case let error as FileError:
                CatalogError.unreadableFile(
                    DataLoadError(error, URL(filePath: "/dev/stdin", directoryHint: .notDirectory)))
            default: throw error
            }
        switch cause {
        case _ where page <= 1, .paging, .page, .badRecord: self = cause
        default: self = .page(number: page, cause)
        }
    }
}

extension CatalogError: Redacted, LocalizedError {
    /// One sentence without a full stop, and without a URL's user, password and the values of its query.
    public var description: String {
        switch self {
        case .unreachable(let error), .brokenResponse(let error): error.description(about: Self.text(for: error.url))
        case .unreadableFile(let error): "the catalog's " + error.description.dropFirst("the ".count)
        case .status(let url, let status, _, let reason):
            Self.text(for: url) + (status.isRefusal ? " refuses access with" : " returned") + " status \(status)"
                + (reason.map { " (\"\($0)\")" } ?? "")
        case .syntax(let error): error.description
        case .badRecord(let record): record.description
        case .page(let number, let cause): Self.text(ofPage: number, "\(cause)")
        case .paging(let error): "the list is cut short: \(error)"
        case .brokenOff(let cause, _): "\(cause); the cache holds the last complete list"
        case .becameEmpty(let count): "the catalog has no suppliers now, and had \(Count.formatted(count))"
        case .noSnapshot(let url): "the cache holds no snapshot of \(Self.text(for: url))"
        case .damagedSnapshot(let url): "the cache's snapshot of \(Self.text(for: url)) is damaged"
        case .unreadableSnapshot(let url, let error):
            "the snapshot of \(Self.text(for: url)) cannot be read; \(error)"
        }
    }

    /// The sentence of a page that could not be read.
    package static func text(ofPage number: Int, _ reason: String) -> String {
        "the list is cut short at page \(number); \(reason)"
    }

    /// The URL for people; that of a command names it.
    package static func text(for url: URL) -> String {
        "\(CatalogLocation(commandURL: url) ?? .remote(url))"
    }
}

extension CatalogError {
    /// A next page that is not read.
    public enum Paging: Error, Sendable, Hashable {
        /// The link's target is not a URL.
        case malformedLink(String)

        /// The page is at another origin than the catalog.
        case elsewhere(URL)

        /// The page was read before.
        case loop(URL)

        /// There are more pages than may be read.
        case tooManyPages(limit: Int)
    }
}

extension CatalogError.Paging: Redacted, LocalizedError {
    /// One clause without a full stop, and without a URL's user, password and the values of its query.
    public var description: String {
        switch self {
        case .malformedLink(let target): "the link to the next page, '\(target.asShownURL)', is not a URL"
        case .elsewhere(let url): "the next page, \(url.shown), is not at the catalog's own origin"
        case .loop(let url): "the next page, \(url.shown), was read before"
        case .tooManyPages(let limit): "there are more than \(Count.formatted(limit)) pages"
        }
    }
}
