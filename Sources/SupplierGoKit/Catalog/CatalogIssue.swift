/// A record that is no supplier: which, where, and why. It costs the other records nothing.
public struct CatalogIssue: Error, Sendable, Hashable {
    /// The record's position in the catalog, from 1.
    public let record: Int

    /// The offset of the record's first byte in the catalog, in bytes from 0, a byte-order mark included.
    public let byteOffset: Int

    /// The path from the record to the value at fault, such as `avatar` or `tags[2].name`; empty for the record itself.
    public let path: String

    /// What was expected and what was found, one clause without a full stop.
    public let reason: String

    /// Creates an issue.
    public init(record: Int, byteOffset: Int, path: String, reason: String) {
        self.record = record
        self.byteOffset = byteOffset
        self.path = path
        self.reason = reason
    }
}
