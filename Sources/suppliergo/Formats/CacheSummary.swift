import SupplierGoKit

/// What `cache info` prints.
struct CacheSummary: Sendable {
    private let usage: CacheUsage
    private let directory: String

    /// Sums up what a cache holds.
    init(of usage: CacheUsage, in directory: String) {
        self.usage = usage
        self.directory = directory
    }

    /// The summary, with a line feed at its end.
    func bytes(in format: CacheFormat) -> [UInt8] {
        switch format {
        case .text:
            let lines = [
                "directory  " + directory.visibleText, "entries    " + Count.formatted(usage.entryCount),
                "bytes      " + ByteCount.formatted(usage.byteCount),
            ]
            return lines.flatMap { Array(($0 + "\n").utf8) }
        case .json:
            var bytes = Array(#"{"directory":"#.utf8)
            JSONText.append(directory, escapesHidden: false, into: &bytes)
            bytes += #","entries":\#(usage.entryCount),"bytes":\#(usage.byteCount)}"#.utf8
            return bytes + [UInt8(ascii: "\n")]
        }
    }

    /// A count of entries with its noun.
    static func entries(_ count: Int) -> String {
        Count.formatted(count) + (count == 1 ? " entry" : " entries")
    }
}
