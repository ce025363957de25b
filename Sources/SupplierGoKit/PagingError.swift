public import FoundationEssentials

/// Why a catalog's next page is not read.
public enum PagingError: Error, Sendable, Hashable {
    /// The link's target is no URL.
    case malformedLink(String)

    /// The page is not at the catalog's own origin.
    case elsewhere(URL)

    /// The page was read before.
    case loop(URL)

    /// There are more pages than may be.
    case tooManyPages(limit: Int)
}

extension PagingError: CustomStringConvertible {
    /// One clause without a full stop.
    public var description: String {
        switch self {
        case .malformedLink(let target): "the link to the next page, '\(target)', is no URL"
        case .elsewhere(let url): "the next page, \(url.absoluteString), is not at the catalog's own origin"
        case .loop(let url): "the next page, \(url.absoluteString), was read before"
        case .tooManyPages(let limit): "there are more than \(limit) pages"
        }
    }
}
