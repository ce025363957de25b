extension SupplierBatch {
    /// A record that is not a supplier. The other records are not affected.
    public struct BadRecord: Error, Sendable, Hashable {
        /// The record's position in the catalog, from 1, counted over all pages.
        public let record: Int

        /// The page that the record is on, from 1; 1 in a catalog without pages.
        public let page: Int

        /// The offset of the record's first byte in its page, in bytes from 0, including a byte-order mark.
        public let byteOffset: Int

        /// The line of the record's beginning in its page, from 1, in a catalog in CSV; `nil` in JSON.
        public let line: Int?

        /// The field at fault, such as `avatar`; empty for the record itself.
        public let path: String

        /// The expected and the found value, one clause without a full stop.
        public let reason: String

        /// The supplier's id, if it can be read.
        package let id: Supplier.ID?

        /// The offset of the first byte that is not valid JSON, which the reason names, in a record that is not.
        private let errorOffset: Int?

        /// Creates a bad record.
        public init(
            record: Int, page: Int = 1, byteOffset: Int, line: Int? = nil, path: String, reason: String
        ) {
            (self.record, self.page, self.byteOffset, self.line) = (record, page, byteOffset, line)
            (self.path, self.reason, id, errorOffset) = (path, reason, nil, nil)
        }

        /// Creates the bad record that was decoded on a page, after pages with `count` records.
        init(_ decoded: DecodedBatch.BadRecord, onPage page: Int = 1, after count: Int = 0) {
            (record, self.page) = (decoded.record + count, page)
            (byteOffset, line, id) = (decoded.byteOffset, decoded.line, decoded.id)
            (path, reason, errorOffset) = (decoded.error.path, decoded.error.reason, decoded.error.errorOffset)
        }
    }
}

extension SupplierBatch.BadRecord: CustomStringConvertible, LocalizedError {
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
