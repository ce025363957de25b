/// The entries that all header blocks may name (RFC 7541, section 2.3.1 and appendix A).
struct HPACKStaticTable: Sendable {
    static let shared = HPACKStaticTable(fields)

    /// How many entries there are; their indices begin with one, and those of the dynamic table behind them.
    static let count = 61

    private let bytes: [UInt8]
    private let entries: [HPACKEntry]

    private init(_ fields: [(name: String, value: String)]) {
        precondition(fields.count == Self.count, "the table is as the RFC has it")
        var (bytes, entries): ([UInt8], [HPACKEntry]) = ([], [])
        for (name, value) in fields {
            let start = bytes.count
            bytes += "\(name): \(value)\r\n".utf8
            entries.append(.init(start: start, byteCount: bytes.count - start, nameCount: name.utf8.count))
        }
        (self.bytes, self.entries) = (bytes, entries)
    }

    /// Appends an entry's line to a head; the index is one of the table's.
    func appendLine(at index: Int, to head: inout HPACKHead) {
        entries[index - 1].appendLine(from: bytes.span, to: &head)
    }

    /// Appends an entry's name to a text, likewise.
    func appendName(at index: Int, to text: inout [UInt8]) {
        entries[index - 1].appendName(from: bytes.span, to: &text)
    }

    private static let fields: [(name: String, value: String)] = [
        (":authority", ""),
        (":method", "GET"),
        (":method", "POST"),
        (":path", "/"),
        (":path", "/index.html"),
        (":scheme", "http"),
        (":scheme", "https"),
        (":status", "200"),
        (":status", "204"),
        (":status", "206"),
        (":status", "304"),
        (":status", "400"),
        (":status", "404"),
        (":status", "500"),
        ("accept-charset", ""),
        ("accept-encoding", "gzip, deflate"),
        ("accept-language", ""),
        ("accept-ranges", ""),
        ("accept", ""),
        ("access-control-allow-origin", ""),
        ("age", ""),
        ("allow", ""),
        ("authorization", ""),
        ("cache-control", ""),
        ("content-disposition", ""),
        ("content-encoding", ""),
        ("content-language", ""),
        ("content-length", ""),
        ("content-location", ""),
        ("content-range", ""),
        ("content-type", ""),
        ("cookie", ""),
        ("date", ""),
        ("etag", ""),
        ("expect", ""),
        ("expires", ""),
        ("from", ""),
        ("host", ""),
        ("if-match", ""),
        ("if-modified-since", ""),
        ("if-none-match", ""),
        ("if-range", ""),
        ("if-unmodified-since", ""),
        ("last-modified", ""),
        ("link", ""),
        ("location", ""),
        ("max-forwards", ""),
        ("proxy-authenticate", ""),
        ("proxy-authorization", ""),
        ("range", ""),
        ("referer", ""),
        ("refresh", ""),
        ("retry-after", ""),
        ("server", ""),
        ("set-cookie", ""),
        ("strict-transport-security", ""),
        ("transfer-encoding", ""),
        ("user-agent", ""),
        ("vary", ""),
        ("via", ""),
        ("www-authenticate", ""),
    ]
}
