/// What makes a document no catalog, or ends it before its time; the records before it were good.
public enum CatalogFault: Error, Sendable, Hashable {
    /// There is not one byte, or nothing but white space.
    case empty

    /// The bytes are no JSON (RFC 8259), or break off a newline-delimited catalog's form.
    ///
    /// `byteOffset` counts from 0; `expected` and `found` are noun phrases.
    case malformed(byteOffset: Int, expected: String, found: String)

    /// The document ends at `byteOffset`, in the middle of a value.
    case cutShort(byteOffset: Int, expected: String)

    /// Values nest deeper than `limit` levels.
    case tooDeep(byteOffset: Int, limit: Int)

    /// The document is JSON, but holds no array of suppliers; `found` is a noun phrase.
    case noSuppliers(found: String)

    /// A record is bad, and the reader was asked to accept none.
    case badRecord(CatalogIssue)
}
