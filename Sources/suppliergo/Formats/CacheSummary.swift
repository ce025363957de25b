import FoundationEssentials
import SupplierGoKit

/// What `cache info` prints.
struct CacheSummary: Encodable, Sendable {
    /// The cache's directory.
    private let directory: String
    private let entries: Int
    private let bytes: Int

    /// The most bytes that the cache keeps.
    private let limit: Int

    /// When the oldest entry was stored; RFC 3339, to the second.
    private let oldest: String?

    /// Summarises a cache.
    ///
    /// - Parameters:
    ///   - usage: what it holds.
    ///   - limit: the most bytes that it keeps.
    init(of usage: DiskCache.Usage, limit: Int) {
        directory = usage.directory
        entries = usage.total.entryCount
        bytes = usage.total.byteCount
        self.limit = limit
        oldest = usage.oldestAt?.formatted(.iso8601)
    }

    /// The summary, with a line feed at its end.
    func text(in format: SummaryFormat) throws -> String {
        switch format {
        case .text:
            return FieldTable(fields: fields).text
        case .json: return try jsonText()
        }
    }

    private var fields: [FieldTable.Field] {
        [
            .init("directory", directory.visibleText), .init("entries", Count.formatted(entries)),
            .init("bytes", ByteCount.formatted(bytes)), .init("limit", ByteCount.formatted(limit: limit)),
            .init("oldest", oldest ?? "none"),
        ]
    }

    private enum CodingKeys: String, CodingKey {
        case directory, entries, bytes, limit, oldest
    }

    /// Encodes every fact; what is not known is null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(directory, forKey: .directory)
        try container.encode(entries, forKey: .entries)
        try container.encode(bytes, forKey: .bytes)
        try container.encode(limit, forKey: .limit)
        try container.encode(oldest, forKey: .oldest)
    }
}

extension Encodable {
    /// The value in JSON with sorted keys and a line feed at its end.
    func jsonText() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
