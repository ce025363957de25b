extension Supplier {
    /// A record that is not a supplier. The other records are not affected.
    public struct BadRecord: Error, Sendable, Hashable {
        /// The record's position in the catalog, from 1, counted over all pages. While the catalog is decoded it is
        /// counted from the first record of the batch, and then of the page.
        public internal(set) var record: Int

        /// The page that the record is on, from 1; 1 in a catalog without pages.
        public internal(set) var page: Int

        /// The offset of the record's first byte in its page, in bytes from 0, including a byte-order mark.
        public internal(set) var byteOffset: Int

        /// The line of the record's beginning in its page, from 1, in a catalog in CSV; `nil` in JSON.
        public internal(set) var line: Int?

        /// The field at fault, such as `avatar`; empty for the record itself.
        public let path: String

        /// The expected and the found value, one clause without a full stop.
        public let reason: String

        /// The supplier's id, if it can be read.
        package internal(set) var id: Supplier.ID?

        /// The offset of the first byte that is not valid JSON, which the reason names, in a record that is not.
        private(set) var errorOffset: Int?

        /// Creates a bad record.
        public init(
            record: Int, page: Int = 1, byteOffset: Int, line: Int? = nil, path: String, reason: String
        ) {
            (self.record, self.page, self.byteOffset, self.line) = (record, page, byteOffset, line)
            (self.path, self.reason) = (path, reason)
        }
    }
}

/// Records as they are read: ``PieceDecoder`` says where they are.
extension Supplier.BadRecord {
    init(path: String = "", reason: String) { self.init(record: 0, byteOffset: 0, path: path, reason: reason) }

    init(path: String, expected: String, found: String) {
        self.init(path: path, reason: "expected \(expected), found \(found)")
    }

    /// A record that is not valid JSON.
    init(_ error: CatalogSyntaxError) {
        let place = error.placeAndClause
        self.init(reason: place?.clause ?? "\(error)")
        errorOffset = place?.byteOffset
    }

    /// A row without any value, which is not told.
    static let emptyRow = Self(reason: "")

    /// The record, which was counted from the first one of a page, after pages with `count` records.
    func on(page: Int, after count: Int) -> Self {
        var record = self
        (record.page, record.record) = (page, self.record + count)
        return record
    }
}

extension Supplier.BadRecord: CustomStringConvertible, LocalizedError {
    /// The ``description``.
    public var errorDescription: String? { description }

    /// One sentence without a full stop.
    public var description: String {
        let position =
            "record \(record)" + (errorOffset == nil ? " at byte \(byteOffset)" : "")
            + (line.map { ", line \($0)" } ?? "") + (page > 1 ? " of page \(page)" : "")
        return path.isEmpty ? "\(position): \(reason)" : "\(position), field '\(path)': \(reason)"
    }
}
