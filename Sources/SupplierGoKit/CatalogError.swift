public import FoundationEssentials

/// Why a catalog could not be read, or not to its end.
public enum CatalogError: Error, Sendable, Hashable {
    /// The transfer failed, or the file cannot be read.
    case transfer(DataLoadError)

    /// The server answered with a status that is no success.
    case status(URL, HTTPStatus)

    /// What came is no catalog, or breaks off.
    case fault(CatalogFault)

    /// Page `number`, from 1, could not be read; the pages before it were.
    indirect case page(number: Int, CatalogError)

    /// There is a next page, but it may not be read.
    case paging(PagingError)

    /// The network was not to be touched, and the cache holds no snapshot of the catalog.
    case noSnapshot(URL)
}
