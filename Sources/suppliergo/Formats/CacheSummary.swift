import FoundationEssentials
import SupplierGoKit

/// What `cache info` prints.
struct CacheSummary: Encodable, Sendable {
    private let directory: String
    private let entries: Int
    private let bytes: Int

    /// Sums up what a cache holds.
    init(of usage: CacheUsage) {
        directory = usage.directory
        entries = usage.total.entryCount
        bytes = usage.total.byteCount
    }

    /// The summary, with a line feed at its end.
    func text(in format: CacheFormat) throws -> String {
        switch format {
        case .text:
            return """
                directory  \(directory.visibleText)
                entries    \(Count.formatted(entries))
                bytes      \(ByteCount.formatted(bytes))

                """
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
        }
    }
}
