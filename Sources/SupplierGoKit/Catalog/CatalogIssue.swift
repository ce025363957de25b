/// A record that is no supplier: which, where, and why. It costs the other records nothing.
public struct CatalogIssue: Error, Sendable, Hashable {
    /// The record's position in the catalog, from 1, counted over all pages.
    public let record: Int

    /// The page that the record is on, from 1; 1 in a catalog without pages.
    public let page: Int

    /// The offset of the record's first byte in its page, in bytes from 0, a byte-order mark included.
    public let byteOffset: Int

    /// The path from the record to the value at fault, such as `avatar` or `tags[2].name`; empty for the record itself.
    public let path: String

    /// What was expected and what was found, one clause without a full stop.
    public let reason: String

    /// Creates an issue.
    public init(record: Int, page: Int = 1, byteOffset: Int, path: String, reason: String) {
        self.record = record
        self.page = page
        self.byteOffset = byteOffset
        self.path = path
        self.reason = reason
    }

    /// The same issue on a later page, where `count` records were on the pages before.
    func onPage(_ page: Int, after count: Int) -> CatalogIssue {
        CatalogIssue(record: record + count, page: page, byteOffset: byteOffset, path: path, reason: reason)
    }
}
