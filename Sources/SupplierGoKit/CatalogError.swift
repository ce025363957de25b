public import FoundationEssentials

/// Why a catalog could not be read, or not to its end.
public enum CatalogError: Error, Sendable, Hashable {
    /// The transfer failed, or the file cannot be read.
    case transfer(DataLoadError)

    /// The server answered with a status that is no success.
    case status(URL, HTTPStatus)

    /// What came is no catalog, or breaks off.
    case fault(CatalogFault)

    /// The network was not to be touched, and the cache holds no snapshot of the catalog.
    case noSnapshot(URL)
}
